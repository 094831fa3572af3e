import SeekBasics

#if os(Linux)
/// Receives the invalidations of other machines. They are announced by the script that stores the invalidated record, so
/// none is missed while the subscription lasts.
final class RedisInvalidations: Sendable {
    /// Receives the key of an invalidated URL; nil if all local copies must be dropped.
    typealias Handler = @Sendable (String?) -> Void

    private struct State {
        var handlers: [Handler] = []
        var hasSubscribed = false
        var dropLimit = DropLimit()
    }

    private let state = Mutex(State())
    private let channel: String
    private let subscriber: RedisSubscriber
    /// Identifies the announcements of this client.
    private let client = UUID().uuidString

    init(keys: ResponseKeys, subscriber: RedisSubscriber) {
        channel = keys.invalidations
        self.subscriber = subscriber
    }

    /// Calls a handler for each URL whose responses another machine invalidates, with the key that the other machine
    /// has passed to ``announcement(of:)``. The key is nil if all local copies must be dropped.
    func onInvalidation(_ handler: @escaping Handler) {
        let isFirst = state.withLock { state in
            state.handlers.append(handler)
            return state.handlers.count == 1
        }
        guard isFirst else { return }
        subscriber.subscribe(to: channel) { [weak self] event in
            switch event {
            case .subscribed: self?.begin()
            case .message(let payload): self?.receive(payload)
            }
        }
    }

    /// Returns the text that announces the invalidation of a key; an empty key if any response may have been removed.
    func announcement(of key: String) -> String { Announcement(client: client, key: key).text }

    /// The subscription begins. If it was lost, invalidations may have been missed.
    private func begin() {
        let wasLost = state.withLock { state in
            defer { state.hasSubscribed = true }
            return state.hasSubscribed
        }
        if wasLost { dropAllCopies() }
    }

    private func receive(_ payload: RedisValue) {
        // Other messages are ignored: each client that may publish can send them.
        guard let announcement = payload.bytes.flatMap({ Announcement($0) }) else { return }
        if announcement.key.isEmpty {
            dropAllCopies()
        } else if announcement.client != client {
            for handler in state.withLock({ $0.handlers }) { handler(announcement.key) }
        }
    }

    private func dropAllCopies() {
        guard let delay = state.withLock({ $0.dropLimit.delay(at: .now) }) else { return }
        Task { [weak self] in
            if delay > .zero { try? await Task.sleep(for: delay) }
            for handler in self?.state.withLock({ $0.handlers }) ?? [] { handler(nil) }
        }
    }
}
#endif

/// An announcement that responses were invalidated: the client that invalidates, and a key that identifies the URL of
/// the responses. The key is empty if any response may have been removed.
struct Announcement: Sendable, Hashable {
    var client: String
    var key: String

    var text: String { "\(client) \(key)" }
}

extension Announcement {
    /// The maximum size of an announcement in bytes. A key contains a URL.
    private static let maximumSize = 64 << 10

    /// Parses the payload of a message; nil if it is not an announcement.
    init?(_ payload: Data) {
        guard payload.count <= Self.maximumSize else { return nil }
        let parts = String(decoding: payload, as: UTF8.self)
            .split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty else { return nil }
        self.init(client: String(parts[0]), key: String(parts[1]))
    }
}

/// Limits how often all local copies are dropped, because every client that may write to the server can cause it. A pure
/// value.
///
/// Copies are dropped and not changed: the next request uses the shared response, or fetches one that is not shared.
/// Within the interval, the copies of a URL are still removed when its invalidation is announced. Only a copy whose
/// announcement was missed is used for up to ten seconds.
struct DropLimit: Sendable, Hashable {
    private var lastDrop: ContinuousClock.Instant?

    /// The minimum time between two drops.
    static let interval = Duration.seconds(10)

    /// Records that all copies must be dropped. Returns the delay after which the caller drops them; nil if a drop that
    /// has not begun includes this one.
    mutating func delay(at now: ContinuousClock.Instant) -> Duration? {
        guard let last = lastDrop else {
            lastDrop = now
            return .zero
        }
        guard last <= now else { return nil }
        let next = max(now, last + Self.interval)
        lastDrop = next
        return next - now
    }
}
