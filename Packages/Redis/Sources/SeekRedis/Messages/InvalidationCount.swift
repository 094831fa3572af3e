/// Determines whether an invalidation was missed, from the numbers of the received ones. A pure value.
struct InvalidationCount: Sendable, Hashable {
    /// The number of the last invalidation; nil until it is known.
    private var last: Int64?
    /// The number of announcements that were received. Distinguishes counts that were read before the last of them.
    private(set) var received = 0

    /// Records the announcement of an invalidation.
    ///
    /// - Returns: Whether all earlier ones were received.
    mutating func receive(_ number: Int64) -> Bool {
        received += 1
        defer { last = number }
        return last.map { number == $0 + 1 } ?? true
    }

    /// Records the server's number of invalidations, which is read after a connection has been opened.
    ///
    /// - Parameter received: The value of ``received`` before the number was read. If it has changed, the number is
    ///   ignored: the announcement that followed was compared, and the number may be older than it.
    /// - Returns: Whether all were received.
    mutating func connect(at number: Int64, received: Int) -> Bool {
        guard received == self.received else { return true }
        defer { last = number }
        return last.map { number == $0 } ?? true
    }
}

/// The text that announces an invalidation: its number, the client, and the key of the URL's generation, which is empty
/// if any response may have been removed.
struct Announcement: Sendable, Hashable {
    var number: Int64
    var client: String
    var key: String

    var text: String { "\(number) \(client) \(key)" }
}

extension Announcement {
    /// Parses the text; nil if it has another format.
    init?(_ text: String) {
        let parts = text.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, let number = Int64(parts[0]) else { return nil }
        self.init(number: number, client: String(parts[1]), key: String(parts[2]))
    }
}
