public import SeekBasics

/// Dates by the server's clock, which may differ from the local one. Each is converted once, when the response arrives:
/// the difference to the response's own `Date` is the same by both clocks.
extension HTTPFields {
    /// Returns the time of the server's clock when the response arrived: `Date`, plus the `Age` of a response from a
    /// cache (RFC 9110 §6.6.1, RFC 9111 §4.2.3).
    ///
    /// - Parameter now: The local time at which the response arrived.
    /// - Returns: Nil if `Date` is missing or malformed, or differs from the local time by more than a year. TLS
    ///   certificates would not be valid by such a local clock, so that the server's clock is wrong.
    public func serverDate(at now: Date) -> Date? {
        guard let date = self[values: .date].first.flatMap({ HTTPDate.parse($0, now: now) }) else { return nil }
        let server = date.addingTimeInterval(age)
        return abs(server.timeIntervalSince(now)) <= 366 * 86_400 ? server : nil
    }

    /// Returns the time by which the server's clock is ahead of the local clock; negative if it is behind. Zero if the
    /// clocks differ by two seconds or less, because `Date` has a resolution of one second, and the response takes time
    /// to arrive.
    ///
    /// - Parameter now: The local time at which the response arrived.
    /// - Returns: Nil if ``serverDate(at:)`` is nil.
    public func clockOffset(at now: Date) -> Duration? {
        guard let offset = serverDate(at: now)?.timeIntervalSince(now) else { return nil }
        return abs(offset) <= 2 ? .zero : .seconds(offset)
    }

    /// Converts a date by the server's clock to the local clock. Returns the date unchanged if ``clockOffset(at:)`` is
    /// nil or zero.
    ///
    /// - Parameter now: The local time at which the response arrived.
    public func localDate(_ serverDate: Date, at now: Date) -> Date {
        serverDate.addingTimeInterval(-(clockOffset(at: now)?.seconds ?? 0))
    }

    /// The value of `Age` in seconds, or 0. If there are several values, the first is used; a malformed value is
    /// ignored (RFC 9111 §5.1).
    @_spi(Seek) public var age: Double {
        let first = self[values: .age].first?.prefix { $0 != "," }
        return first.flatMap { DeltaSeconds.parse(String(decoding: $0.utf8.trimmed, as: UTF8.self)) } ?? 0
    }

    /// Returns the wait that `Retry-After` requests (RFC 9110 §10.2.3), in seconds or as a date. Nil if the field is
    /// missing or malformed, zero for a past date, and 1,000 years at most.
    ///
    /// - Parameter now: The local time at which the response arrived. A date in the field is compared with the
    ///   response's `Date`, or with this time if that is not known (``serverDate(at:)``).
    public func retryAfter(at now: Date) -> Duration? {
        guard let text = self[values: .retryAfter].first else { return nil }
        let isNumber = !text.isEmpty && text.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
        let seconds =
            isNumber
            ? Double(text)
            : HTTPDate.parse(text, now: now).map { localDate($0, at: now).timeIntervalSince(now) }
        return seconds.map { Duration(clampingSeconds: Swift.max(0, $0)) }
    }
}

/// A number of seconds in a field (RFC 9111 §1.2.2).
@_spi(Seek)
public enum DeltaSeconds {
    /// The maximum number of seconds, 2³¹. Larger numbers are replaced by it.
    public static let maximum = 2_147_483_648.0

    /// Parses a number of seconds, or returns nil.
    public static func parse(_ text: some StringProtocol) -> Double? {
        guard !text.isEmpty, HTTPFieldLimits.allows(text), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return min(Double(text) ?? maximum, maximum)
    }
}

extension BidirectionalCollection<UInt8> {
    /// The bytes without the spaces and tabs at either end.
    @_spi(Seek) public var trimmed: SubSequence {
        let isBlank: (UInt8) -> Bool = { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        var slice = self[...]
        while slice.first.map(isBlank) == true { slice = slice.dropFirst() }
        while slice.last.map(isBlank) == true { slice = slice.dropLast() }
        return slice
    }
}
