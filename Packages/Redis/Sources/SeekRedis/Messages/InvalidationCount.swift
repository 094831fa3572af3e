/// Determines whether an invalidation was missed, from the numbers of the announcements that were received. A pure
/// value.
struct InvalidationCount: Sendable, Hashable {
    /// The number of the last known invalidation; nil until one is known.
    private var last: Int64?
    /// How many announcements were received. Shows whether one arrived while the server's count was read.
    private(set) var announcementCount = 0

    /// Records the announcement of an invalidation. Returns whether all announcements since the last known number were
    /// received; true if no number is known.
    mutating func receive(_ number: Int64) -> Bool {
        announcementCount += 1
        defer { last = number }
        return last.map { number == $0 + 1 } ?? true
    }

    /// Records the server's count of invalidations, which is read after a connection has been opened. Returns the same
    /// as ``receive(_:)``.
    ///
    /// `announcementCount` must have been read before the server's count. If an announcement has arrived since, the
    /// server's count may be older and is ignored: ``receive(_:)`` has already checked the announcement.
    mutating func recordServerCount(_ number: Int64, announcementCount: Int) -> Bool {
        guard announcementCount == self.announcementCount else { return true }
        defer { last = number }
        return last.map { number == $0 } ?? true
    }
}

/// An announcement that responses were invalidated: its number, the client that invalidates, and a key that identifies
/// the URL of the responses. The key is empty if any response may have been removed.
struct Announcement: Sendable, Hashable {
    var number: Int64
    var client: String
    var key: String

    var text: String { "\(number) \(client) \(key)" }
}

extension Announcement {
    /// Parses the payload of a message; nil if it is not an announcement.
    init?(_ text: String) {
        let parts = text.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, let number = Int64(parts[0]) else { return nil }
        self.init(number: number, client: String(parts[1]), key: String(parts[2]))
    }
}
