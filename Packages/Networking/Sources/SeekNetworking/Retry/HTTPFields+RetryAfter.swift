#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension HTTPFields {
    /// The wait that `Retry-After` requests (RFC 9110 §10.2.3), whether it is written as seconds or as a date; nil where the field is missing
    /// or malformed, zero for a date in the past.
    ///
    /// - Parameter now: the time of day, for a field that is a date.
    public func retryAfter(at now: Date) -> Duration? { RetryAfter.delay(self, now: now) }
}
