import SeekBasics

/// Coordinates the writes of all caches over one store, so that a response is not stored if its URL was invalidated
/// while it was requested.
///
/// A request takes a ticket before it is sent, and its response is stored only if the URL has not been invalidated
/// since. Checks, writes and the removal of invalidated responses hold a lock per URL. Only URLs with requests in
/// flight or a held lock are recorded.
final class StoreCoordinator: Sendable {
    /// The state of a URL when a request to it was sent.
    struct Ticket: Sendable, Hashable {
        /// The URL, identified by the key of its ``URLGeneration``.
        let url: String
        var invalidationCount: UInt64
        /// The position in the order of all requests.
        let position: UInt64
    }

    private struct Entry {
        var requestCount = 0
        var invalidationCount: UInt64 = 0
        /// The position of the request whose response was stored last, by key.
        var latest: [String: UInt64] = [:]
        var isLocked = false
        var waiting: [CheckedContinuation<Void, Never>] = []

        var isIdle: Bool { requestCount == 0 && !isLocked }
    }

    private struct State {
        /// The position of the latest request.
        var position: UInt64 = 0
        var entries: [String: Entry] = [:]
    }

    private let state = Mutex(State())

    // MARK: Requests

    /// Returns a ticket for a request that is about to be sent. ``end(_:)`` must be called when the request has
    /// completed.
    func begin(_ url: String) -> Ticket {
        state.withLock { state in
            state.position += 1
            state.entries[url, default: Entry()].requestCount += 1
            let invalidationCount = state.entries[url]?.invalidationCount ?? 0
            return Ticket(url: url, invalidationCount: invalidationCount, position: state.position)
        }
    }

    func end(_ ticket: Ticket) {
        change(ticket.url) { $0.requestCount -= 1 }
    }

    /// Whether the URL has not been invalidated since a ticket was taken.
    func isCurrent(_ ticket: Ticket) -> Bool {
        state.withLock { $0.entries[ticket.url]?.invalidationCount == ticket.invalidationCount }
    }

    /// Records that the response to a request is about to be stored under a key. Returns false if the response to a
    /// later request is already stored there.
    func beginStoring(at key: String, for ticket: Ticket) -> Bool {
        state.withLock { state in
            guard state.entries[ticket.url]?.latest[key] ?? 0 <= ticket.position else { return false }
            state.entries[ticket.url]?.latest[key] = ticket.position
            return true
        }
    }

    /// Invalidates a URL: responses to requests in flight will not be stored.
    func invalidate(_ url: String) {
        state.withLock { $0.entries[url]?.invalidationCount += 1 }
    }

    func invalidateAll() {
        state.withLock { state in
            for url in state.entries.keys { state.entries[url]?.invalidationCount += 1 }
        }
    }

    // MARK: Writing

    /// Runs a step while no other step for the same URL runs.
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

    /// Changes the entry of a URL, and removes it when no request is in flight and no step is running.
    @discardableResult
    private func change<Value>(_ url: String, _ update: (inout Entry) -> Value?) -> Value? {
        state.withLock { state in
            guard var entry = state.entries[url] else { return nil }
            let value = update(&entry)
            state.entries[url] = entry.isIdle ? nil : entry
            return value
        }
    }

    var isIdle: Bool { state.withLock { $0.entries.isEmpty } }

    // MARK: Sharing

    private struct Reference: Sendable {
        weak var coordinator: StoreCoordinator?
    }

    private static let shared = Mutex<[ObjectIdentifier: Reference]>([:])

    /// Returns the coordinator of all caches over a store in this process.
    static func coordinator(of store: any ResponseStore) -> StoreCoordinator {
        guard let identity = store.identity else { return StoreCoordinator() }
        return shared.withLock { shared in
            if let coordinator = shared[identity]?.coordinator { return coordinator }
            shared = shared.filter { $0.value.coordinator != nil }
            let coordinator = StoreCoordinator()
            shared[identity] = Reference(coordinator: coordinator)
            return coordinator
        }
    }
}
