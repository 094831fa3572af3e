public import SeekBasics

/// The usage of daily quotas by key, bucket and day. A ``LocalQuotaStore`` stores it.
///
/// All dates and days are those of the API's server, whose clock the store compares with the local one. The usage of
/// several days is retained, so that setting the clock forward and back does not lose it.
public struct QuotaLedger: Sendable, Hashable {
    fileprivate struct Usage: Hashable {
        var used = 0
        /// Whether the API has reported that the quota is used up.
        var isExhausted = false
    }

    /// The maximum number of days retained for each bucket of a key.
    static let retainedDays = 8

    /// The usage by the fingerprint of the key, the name of the bucket, and the day.
    private var usages: [String: [String: [QuotaDay: Usage]]] = [:]
    /// The last observation of the server's clock; nil if it agrees with the local clock.
    private var clock: ClockObservation?

    /// Creates an empty ledger.
    public init() {}

    /// Returns the state of a bucket on the day of a date.
    ///
    /// - Parameter key: A fingerprint of the API key or token, never the credential itself.
    public func status(of bucket: QuotaBucket, for key: String, at now: Date) -> QuotaStatus {
        let day = QuotaDay(at: now)
        let usage = self[bucket, key, day]
        return QuotaStatus(bucket: bucket, used: usage.used, resetsAt: day.end, isExhausted: usage.isExhausted)
    }

    /// Reserves a cost before the request is sent.
    ///
    /// - Returns: The day of the reservation, for ``refund(_:of:for:on:)``; nil, without a reservation, if not enough
    ///   is left or the cost is negative.
    public mutating func reserve(_ cost: Int, of bucket: QuotaBucket, for key: String, at now: Date) -> QuotaDay? {
        guard cost >= 0, cost <= status(of: bucket, for: key, at: now).remaining else { return nil }
        let day = QuotaDay(at: now)
        self[bucket, key, day].used += cost
        return day
    }

    /// Adds calls that were already sent, whatever is left and even if the day is exhausted.
    public mutating func add(_ count: Int, to bucket: QuotaBucket, for key: String, on day: QuotaDay) {
        guard count > 0 else { return }
        self[bucket, key, day].used = self[bucket, key, day].used.addingClamped(count)
    }

    /// Refunds the reservation of a request that was not sent.
    public mutating func refund(_ cost: Int, of bucket: QuotaBucket, for key: String, on day: QuotaDay) {
        let used = self[bucket, key, day].used
        guard cost > 0, used > 0 else { return }
        self[bucket, key, day].used = max(0, used - cost)
    }

    /// Records that the API has reported the day's quota as used up. The count remains, and a larger limit does not
    /// reopen the day.
    public mutating func markExhausted(_ bucket: QuotaBucket, for key: String, on day: QuotaDay) {
        self[bucket, key, day].isExhausted = true
    }

    /// Reopens an exhausted day, for example one that was marked by mistake. A count that has reached the limit
    /// restarts at zero. If the quota is in fact used up, the API's next error closes the day again.
    ///
    /// - Returns: Whether the day was reopened.
    public mutating func reopen(_ bucket: QuotaBucket, for key: String, at now: Date) -> Bool {
        let status = status(of: bucket, for: key, at: now)
        guard status.remaining == 0, bucket.limit > 0 else { return false }
        let used = status.used < bucket.limit ? status.used : 0
        self[bucket, key, QuotaDay(at: now)] = Usage(used: used)
        return true
    }

    /// The usage of a bucket on one day. If setting it exceeds ``retainedDays``, the days farthest from this one are
    /// dropped.
    private subscript(bucket: QuotaBucket, key: String, day: QuotaDay) -> Usage {
        get { usages[key]?[bucket.name]?[day] ?? Usage() }
        set {
            var days = usages[key]?[bucket.name] ?? [:]
            days[day] = newValue
            func distance(_ other: QuotaDay) -> Int { abs(other.number - day.number) }
            while days.count > Self.retainedDays,
                let farthest = days.keys.max(by: { distance($0) < distance($1) })
            {
                days[farthest] = nil
            }
            usages[key, default: [:]][bucket.name] = days
        }
    }
}

extension QuotaLedger {
    fileprivate struct ClockObservation: Hashable, Codable {
        /// The seconds by which the server's clock is ahead of the local clock; negative if it is behind.
        var offset: Double
        /// The local time of the observation, in seconds since 1970.
        var time: Double
    }

    /// The number of seconds after which a rejection requires another observation of the clock: the local clock may
    /// have been corrected, for example by the first synchronization after a start.
    private static let clockLifetime = 600.0

    func serverDate(at now: Date) -> Date { now.addingTimeInterval(clock?.offset ?? 0) }

    func localDate(_ serverDate: Date) -> Date { serverDate.addingTimeInterval(-(clock?.offset ?? 0)) }

    /// Returns whether the clocks differ, and the last observation of it is old, or in the future.
    func requiresClockObservation(at now: Date) -> Bool {
        guard let clock else { return false }
        return !(0..<Self.clockLifetime).contains(now.timeIntervalSince1970 - clock.time)
    }

    /// Returns whether an observed offset, in seconds, is to be recorded.
    func isNews(_ offset: Double, at now: Date) -> Bool {
        abs(offset - (clock?.offset ?? 0)) > 2 || requiresClockObservation(at: now)
    }

    mutating func recordClock(_ offset: Double, at now: Date) {
        clock = offset == 0 ? nil : ClockObservation(offset: offset, time: now.timeIntervalSince1970)
    }
}

extension QuotaLedger: Codable {
    /// Encodes the ledger as an object of keys, buckets and days, and the offset of the server's clock unless it is 0:
    /// `{"1f…":{"youtube.search":{"2026-11-21":{"closed":false,"used":12}}},"clock":{"offset":3600,"time":1795000000}}`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        for (key, buckets) in usages { try container.encode(buckets, forKey: Key(stringValue: key)) }
        try container.encodeIfPresent(clock, forKey: .clock)
    }

    /// Decodes a ledger. An invalid day, a negative number and an offset of more than a year are errors.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        for key in container.allKeys where key != .clock {
            usages[key.stringValue] = try container.decode([String: [QuotaDay: Usage]].self, forKey: key)
        }
        clock = try container.decodeIfPresent(ClockObservation.self, forKey: .clock)
        guard abs(clock?.offset ?? 0) <= 366 * 86_400 else {
            let description = "the clocks differ by more than a year"
            throw DecodingError.dataCorruptedError(forKey: .clock, in: container, debugDescription: description)
        }
    }

    /// A fingerprint, or the name of the member with the clock.
    private struct Key: CodingKey, Hashable {
        static let clock = Key(stringValue: "clock")

        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}

extension QuotaLedger.Usage: Codable {
    private enum CodingKeys: String, CodingKey {
        case used
        case isExhausted = "closed"
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        used = Int(clamping: try container.decode(Int64.self, forKey: .used))
        isExhausted = try container.decode(Bool.self, forKey: .isExhausted)
        guard used >= 0 else {
            let description = "\(used) is negative"
            throw DecodingError.dataCorruptedError(forKey: .used, in: container, debugDescription: description)
        }
    }
}

extension QuotaDay: Codable, CodingKeyRepresentable {}

/// A day of YouTube's quota: from midnight to midnight Pacific time, 23 to 25 hours.
public struct QuotaDay: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// Days since 1970-01-01.
    let number: Int

    /// The seconds since 1970-01-01 to which dates are clamped, so that the day and its end are within the years 1970
    /// to 9999.
    private static let (firstSecond, lastSecond) = (86_400.0, 253_402_200_000.0)

    /// Creates the day that contains a date. Dates before 1970-01-02 or after 9999-12-30 (UTC) are clamped.
    public init(at date: Date) {
        let second = max(Self.firstSecond, min(Self.lastSecond, date.timeIntervalSince1970))
        number = PacificTime.date(at: Date(timeIntervalSince1970: second)).daysSince1970
    }

    init(number: Int) { self.number = number }

    /// The start of the day.
    public var start: Date { PacificTime.midnight(of: CalendarDate(daysSince1970: number)) }

    /// The end of the day, and the start of the next.
    public var end: Date { QuotaDay(number: number + 1).start }

    /// Returns whether the first day is earlier.
    public static func < (lhs: QuotaDay, rhs: QuotaDay) -> Bool { lhs.number < rhs.number }

    /// The date: `2026-11-21`.
    public var description: String { CalendarDate(daysSince1970: number).description }
}

extension QuotaDay: RawRepresentable {
    /// The date, as in ``description``.
    public var rawValue: String { description }

    /// Creates the day with a ``description``; nil for any other text, or a year before 1970.
    public init?(rawValue: String) {
        guard let date = CalendarDate(rawValue), date.year >= 1970 else { return nil }
        self.init(number: date.daysSince1970)
    }
}
