#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What `Retry-After` asks for (RFC 9110 §10.2.3): seconds, or a date.
enum RetryAfter {
    /// How long to wait from now on; nil where the field is missing or means nothing. A date that is past asks for no wait.
    static func delay(_ fields: HTTPFields, now: Date) -> Duration? {
        guard let text = fields[values: .retryAfter].first else { return nil }
        if let seconds = UInt32(text) { return .seconds(Int64(seconds)) }
        return HTTPDate.date(text, now: now).map { .milliseconds(Int64(max(0, $0.timeIntervalSince(now)) * 1_000)) }
    }
}
