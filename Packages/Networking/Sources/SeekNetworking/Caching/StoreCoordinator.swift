import SeekBasics

/// Orders what the caches over one store write, so that nothing is stored that an unsafe request has invalidated meanwhile.
///
/// It knows the URLs that are being requested right now, and for each how often it was invalidated since the first of these requests.
/// A request takes a ticket before it is sent; its response is stored only if the URL was not invalidated since. Look and write happen
/// under a lock per URL, which an invalidation takes as well.
final class StoreCoordinator: Sendable {
    /// What was known of a URL when a request to it was sent.
    struct Ticket: Sendable, Hashable {
        let url: String
        /// How often the URL had been invalidated.
        var invalidations: UInt64
        /// The position among the requests of all URLs.
        let position: UInt64
    }

    private struct Entry {
        var requests = 0
        var invalidations: UInt64 = 0
        /// The position of the request whose response was stored last, by the key of the response.
        var latest: [String: UInt64] = [:]
        var isLocked = false
        var waiting: [CheckedContinuation<Void, Never>] = []

        var isIdle: Bool { requests == 0 && !isLocked }
    }

    private struct State {
        var position: UInt64 = 0
        var entries: [String: Entry] = [:]
    }

    private let state = Mutex(State())

    // MARK: Requests

    /// Takes a ticket for a request that is about to be sent. ``end(_:)`` has to follow.
    func begin(_ url: String) -> Ticket {
        state.withLock { state in
            state.position += 1
            state.entries[url, default: Entry()].requests += 1
            let invalidations = state.entries[url]?.invalidations ?? 0
            return Ticket(url: url, invalidations: invalidations, position: state.position)
        }
    }

    /// Returns a ticket.
    func end(_ ticket: Ticket) {
        change(ticket.url) { $0.requests -= 1 }
    }

    /// Whether the URL was not invalidated since a request was sent.
    func isCurrent(_ ticket: Ticket) -> Bool {
        state.withLock { $0.entries[ticket.url]?.invalidations == ticket.invalidations }
    }

    /// Records that a response is to be stored under a key; false where the response to a later request is stored there already.
    func advance(_ key: String, to ticket: Ticket) -> Bool {
        state.withLock { state in
            guard state.entries[ticket.url]?.latest[key] ?? 0 <= ticket.position else { return false }
            state.entries[ticket.url]?.latest[key] = ticket.position
            return true
        }
    }

    /// Records that a URL was invalidated. The responses to the requests that are under way will not be stored.
    func invalidate(_ url: String) {
        state.withLock { $0.entries[url]?.invalidations += 1 }
    }

    // MARK: Writing

    /// Runs a step while no other step of the same URL runs.
    func exclusively<Value>(_ url: String, _ step: () async -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                let isFree = state.entries[url]?.isLocked != true
                if isFree {
                    state.entries[url, default: Entry()].isLocked = true
                } else {
                    state.entries[url]?.waiting.append(continuation)
                }
                return isFree
            }
            if isFree { continuation.resume() }
        }
        let value = await step()
        let next = change(url) { entry -> CheckedContinuation<Void, Never>? in
            guard entry.waiting.isEmpty else { return entry.waiting.removeFirst() }
            entry.isLocked = false
            return nil
        }
        next?.resume()
        return value
    }

    /// Changes what is known of a URL, and forgets it when nothing is under way any more.
    @discardableResult
    private func change<Value>(_ url: String, _ step: (inout Entry) -> Value?) -> Value? {
        state.withLock { state in
            guard var entry = state.entries[url] else { return nil }
            let value = step(&entry)
            state.entries[url] = entry.isIdle ? nil : entry
            return value
        }
    }

    /// Whether no request is under way.
    var isIdle: Bool { state.withLock { $0.entries.isEmpty } }

    // MARK: Sharing

    private struct Reference: Sendable {
        weak var coordinator: StoreCoordinator?
    }

    private static let shared = Mutex<[ObjectIdentifier: Reference]>([:])

    /// The coordinator of all caches over a store in this process.
    static func coordinator(of store: any ResponseStore) -> StoreCoordinator {
        guard let identity = store.identity else { return StoreCoordinator() }
        return shared.withLock { shared in
            if let known = shared[identity]?.coordinator { return known }
            shared = shared.filter { $0.value.coordinator != nil }
            let new = StoreCoordinator()
            shared[identity] = Reference(coordinator: new)
            return new
        }
    }
}
