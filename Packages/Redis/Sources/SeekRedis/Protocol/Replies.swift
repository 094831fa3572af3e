import SeekBasics

// The values of the domain in replies. Redis is not trusted: another program or an attacker may have stored any value,
// and another server may send any reply. So every number is checked against its range here, and only these values are
// calculated with. A reply with another value is `RedisError.unexpectedReply`; the scripts clamp what they read from
// keys before they reply.

extension RedisValue {
    /// The range of counts: Lua represents integers exactly up to 2⁵³.
    static let counts: ClosedRange<Int64> = 0...1 << 53
    /// The range of times in milliseconds since 1970, and of durations in milliseconds: 14 digits.
    static let times: ClosedRange<Int64> = 0...99_999_999_999_999

    /// The value as a count; nil if it is not an integer from 0 to 2⁵³, or a string that represents one.
    var count: Int? { integer(in: Self.counts).map { Int(clamping: $0) } }

    /// Parses a count; nil if the text is not an integer from 0 to 2⁵³.
    static func count(_ digits: some StringProtocol) -> Int? {
        integer(Array(digits.utf8), in: counts).map { Int(clamping: $0) }
    }

    /// The value as milliseconds since 1970; nil if it is not an integer of at most 14 digits.
    var time: Int64? { integer(in: Self.times) }

    /// The value as a duration in milliseconds; nil if it is not an integer of at most 14 digits.
    var duration: Duration? { time.map { .milliseconds($0) } }

    private func integer(in range: ClosedRange<Int64>) -> Int64? {
        switch self {
        case .integer(let number): range.contains(number) ? number : nil
        case .bytes(let digits): Self.integer(digits, in: range)
        default: nil
        }
    }

    /// Parses decimal digits without a sign; nil if the number is outside the range.
    static func integer(_ digits: some Collection<UInt8>, in range: ClosedRange<Int64>) -> Int64? {
        guard digits.first.map({ $0 >= 0x30 && $0 <= 0x39 }) == true, digits.count <= 20 else { return nil }
        return Int64(String(decoding: digits, as: UTF8.self)).flatMap { range.contains($0) ? $0 : nil }
    }
}

/// Estimates the time by the server's clock from one reading of that clock.
struct ServerClock: Sendable, Hashable {
    /// The milliseconds since 1970 that were read.
    let milliseconds: Int64
    let readAt: ContinuousClock.Instant

    init(milliseconds: Int64, readAt: ContinuousClock.Instant) {
        self.milliseconds = milliseconds
        self.readAt = readAt
    }

    func time(at now: ContinuousClock.Instant) -> Int64 {
        milliseconds + Int64((now - readAt) / .milliseconds(1))
    }

    /// Reads the reply to `TIME`: seconds and microseconds.
    init?(_ reply: RedisValue, readAt: ContinuousClock.Instant) {
        guard let parts = reply.array, parts.count == 2, let seconds = parts[0].time, let microseconds = parts[1].time
        else { return nil }
        let milliseconds = seconds * 1_000 + microseconds / 1_000
        guard RedisValue.times.contains(milliseconds) else { return nil }
        self.init(milliseconds: milliseconds, readAt: readAt)
    }
}

/// The result of ``ResponseScript/begin``.
enum ClaimReply: String, Sendable, Hashable {
    case claimed
    /// The entry has another version.
    case changed
    /// Another machine has claimed the fetch.
    case taken
    /// The server rejects the claim.
    case none

    init?(_ reply: RedisValue) {
        guard let text = reply.text else { return nil }
        self.init(rawValue: text)
    }
}

/// The result of a ``QuotaScript`` that reads the count of a day.
struct QuotaReply: Sendable, Hashable {
    enum Outcome: String {
        case done = "yes"
        case rejected = "no"
        /// The day of the call is not today's by the server's clock; nothing was changed.
        case otherDay = "day"
        /// The server lost data a moment ago, and the count is not open yet. Nothing was changed, except that the count
        /// may have been raised to the number that the caller has seen.
        case lost
    }

    let outcome: Outcome
    /// The server's time.
    let time: Date
    let used: Int
    let isClosed: Bool

    init?(_ value: RedisValue) {
        guard let elements = value.array, elements.count == 4,
            let outcome = elements[0].text.flatMap(Outcome.init),
            let milliseconds = elements[1].time, let used = elements[2].count, let closed = elements[3].count
        else { return nil }
        self.outcome = outcome
        time = Date(timeIntervalSince1970: Double(milliseconds) / 1_000)
        self.used = used
        isClosed = closed == 1
    }
}

/// One step of `SCAN`.
struct ScanReply: Sendable, Hashable {
    /// The cursor of the next step; nil after the last step.
    let cursor: String?
    let keys: [Data]

    init?(_ reply: RedisValue) {
        // A cursor is an unsigned number of 64 bits.
        guard let elements = reply.array, elements.count == 2, let cursor = elements[0].text, UInt64(cursor) != nil,
            let keys = elements[1].array
        else { return nil }
        self.cursor = cursor == "0" ? nil : cursor
        self.keys = keys.compactMap(\.bytes)
    }
}
