import SeekBasics

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
