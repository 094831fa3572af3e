#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension HTTPFields {
    /// The wait that `Retry-After` requests (RFC 9110 §10.2.3), whether it is written as seconds or as a date; nil where the field is missing
    /// or malformed, zero for a date in the past.
    ///
    /// A longer wait than 1,000 years, however many digits it has, counts as one of 1,000 years: it is not the absence of a wait.
    ///
    /// - Parameter now: the time of day, for a field that is a date.
    public func retryAfter(at now: Date) -> Duration? {
        guard let text = self[values: .retryAfter].first else { return nil }
        let isNumber = !text.isEmpty && text.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
        let seconds = isNumber ? Double(text) : HTTPDate.date(text, now: now)?.timeIntervalSince(now)
        return seconds.map { Duration(clampingSeconds: Swift.max(0, $0)) }
    }
}
