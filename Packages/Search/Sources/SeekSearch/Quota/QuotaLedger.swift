public import SeekBasics

/// The usage of daily quotas by key, bucket and day. A ``LocalQuotaStore`` stores it.
///
/// The usage of several days is retained, so that setting the clock forward and back does not lose it.
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

extension QuotaLedger: Codable {
    /// Encodes the ledger as an object of keys, buckets and days:
    /// `{"1f…":{"youtube.search":{"2026-11-21":{"closed":false,"used":12}}}}`.
    public func encode(to encoder: any Encoder) throws {
        try usages.encode(to: encoder)
    }

    /// Decodes a ledger. An invalid day or a negative number is an error.
    public init(from decoder: any Decoder) throws {
        usages = try .init(from: decoder)
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
