import SeekBasics

#if os(Linux)
/// The invalidations of all machines: counts and announces those of this machine, and receives those of the others.
final class RedisInvalidations: Sendable {
    /// Receives the key of an invalidated URL; nil if all local copies must be dropped.
    typealias Handler = @Sendable (String?) -> Void

    private struct State {
        var handlers: [Handler] = []
        var count = InvalidationCount()
        var dropLimit = DropLimit()
        /// Whether the server's count is being read, and must be read again.
        var (isChecking, mustCheckAgain) = (false, false)
    }

    private let state = Mutex(State())
    private let keys: ResponseKeys
    private let connection: RedisConnection
    private let subscriber: RedisSubscriber
    /// Identifies the announcements of this client.
    private let client = UUID().uuidString

    init(keys: ResponseKeys, connection: RedisConnection, subscriber: RedisSubscriber) {
        self.keys = keys
        self.connection = connection
        self.subscriber = subscriber
    }

    /// Calls a handler for each URL whose responses another machine invalidates, with the key that the other machine
    /// has passed to ``countInvalidation(of:)``. The key is nil if all local copies must be dropped.
    func onInvalidation(_ handler: @escaping Handler) {
        let isFirst = state.withLock { state in
            state.handlers.append(handler)
            return state.handlers.count == 1
        }
        guard isFirst else { return }
        subscriber.subscribe(to: keys.invalidations) { [weak self] event in
            switch event {
            case .subscribed: self?.checkCount()
            case .message(let payload): self?.receive(payload)
            }
        }
    }

    /// Increments the shared count of invalidations, and returns the text that announces the invalidation. The text has
    /// no number if the server rejects the increment, for example because it is full.
    func countInvalidation(of key: String) async throws(RedisError) -> String {
        var number: Int?
        do throws(RedisError) {
            number = try await connection.run(ResponseScript.count, keys: [keys.invalidationCount]).count
            if number == nil { throw .unexpectedReply }
        } catch {
            guard error.isRejection else { throw error }
        }
        return Announcement(number: number, client: client, key: key).text
    }

    private func receive(_ payload: RedisValue) {
        // Other messages are ignored: each client that may publish can send them.
        guard let announcement = payload.bytes.flatMap({ Announcement($0) }) else { return }
        let (isNext, handlers) = state.withLock { state in
            (announcement.number.map { state.count.receive($0) } ?? true, state.handlers)
        }
        if !isNext { checkCount() }
        if announcement.key.isEmpty {
            dropAllCopies()
        } else if announcement.client != client {
            for handler in handlers { handler(announcement.key) }
        }
    }

    private func dropAllCopies() {
        guard let delay = state.withLock({ $0.dropLimit.delay(at: .now) }) else { return }
        Task { [weak self] in
            if delay > .zero { try? await Task.sleep(for: delay) }
            for handler in self?.state.withLock({ $0.handlers }) ?? [] { handler(nil) }
        }
    }

    /// Reads the server's count in the background, and drops all copies if an invalidation was missed. A single task
    /// reads it, however many announcements arrive.
    private func checkCount() {
        let isChecking = state.withLock { state in
            defer { state.isChecking = true }
            if state.isChecking { state.mustCheckAgain = true }
            return state.isChecking
        }
        if isChecking { return }
        Task { [weak self] in
            repeat {
                if await self?.missesInvalidation() == true { self?.dropAllCopies() }
            } while self?.continuesChecking() == true
        }
    }

    private func continuesChecking() -> Bool {
        state.withLock { state in
            state.isChecking = state.mustCheckAgain
            defer { state.mustCheckAgain = false }
            return state.mustCheckAgain
        }
    }

    /// Whether the server's count shows that an invalidation was missed; true if the count cannot be read.
    private func missesInvalidation() async -> Bool {
        let announcementCount = state.withLock { $0.count.announcementCount }
        guard let reply = try? await connection.send(["GET", .text(keys.invalidationCount)]),
            let number = reply == .null ? 0 : reply.count
        else { return true }
        return state.withLock { state in
            state.count.recordServerCount(number, announcementCount: announcementCount) == false
        }
    }
}
#endif

/// Determines whether an invalidation was missed, from the numbers of the announcements that were received. A pure
/// value.
struct InvalidationCount: Sendable, Hashable {
    /// The number of the last known invalidation; nil until one is known.
    private var last: Int?
    /// How many announcements were received. Shows whether one arrived while the server's count was read.
    private(set) var announcementCount = 0

    /// Records the announcement of an invalidation. Returns whether it is the one after the last known; true if none is
    /// known.
    ///
    /// Another number may be forged or out of order, so it is not recorded: only the server's count shows whether an
    /// invalidation was missed.
    mutating func receive(_ number: Int) -> Bool {
        announcementCount += 1
        guard last.map({ number == $0 + 1 }) ?? true else { return false }
        last = number
        return true
    }

    /// Records the server's count of invalidations. Returns whether all announcements since the last known number were
    /// received; true if no number is known, nil if an announcement has arrived while the count was read.
    ///
    /// - Parameter announcementCount: ``announcementCount`` before the count was read.
    mutating func recordServerCount(_ number: Int, announcementCount: Int) -> Bool? {
        guard announcementCount == self.announcementCount else { return nil }
        defer { last = number }
        return last.map { number == $0 } ?? true
    }
}

/// An announcement that responses were invalidated: its number, the client that invalidates, and a key that identifies
/// the URL of the responses. The key is empty if any response may have been removed.
struct Announcement: Sendable, Hashable {
    /// Nil if the server could not count the invalidation, for example because it is full.
    var number: Int?
    var client: String
    var key: String

    var text: String { "\(number.map { "\($0)" } ?? "-") \(client) \(key)" }
}

extension Announcement {
    /// The maximum size of an announcement in bytes. A key contains a URL.
    private static let maximumSize = 64 << 10

    /// Parses the payload of a message; nil if it is not an announcement.
    init?(_ payload: Data) {
        guard payload.count <= Self.maximumSize else { return nil }
        let parts = String(decoding: payload, as: UTF8.self)
            .split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3 else { return nil }
        let number = RedisValue.count(parts[0])
        guard number != nil || parts[0] == "-" else { return nil }
        self.init(number: number, client: String(parts[1]), key: String(parts[2]))
    }
}

/// Limits how often all local copies are dropped, because every client that may write to the server can cause it. A pure
/// value.
///
/// Some drops are unnecessary: an invalidation is counted before it is announced, so a machine that reads the count in
/// between, for example because another announcement was forged, finds a number that it has not received. Waiting for
/// the announcement instead would use stale copies for longer if the announcing process has ended. Copies are dropped
/// and not changed: the next request uses the shared response, or fetches one that is not shared.
///
/// Within the interval, the copies of a URL are still removed when its invalidation is announced. Only a copy whose
/// announcement was lost is used for up to ten seconds.
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
