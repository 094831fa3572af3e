#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A response with its age and its freshness.
struct StoredResponse: Hashable {
    var response: HTTPResponse
    /// When the response was received.
    var storedAt: Date
    /// The age on arrival in seconds (RFC 9111 §4.2.3).
    var initialAge: Double
    var freshnessInfo: FreshnessInfo

    /// Returns the age in seconds.
    func age(at now: Date) -> Double { initialAge + max(0, now.timeIntervalSince(storedAt)) }

    /// Returns the remaining freshness in seconds; negative if the response is stale. An endpoint's time to live counts
    /// from the arrival.
    func freshness(at now: Date) -> Double {
        freshnessInfo.lifetime - (freshnessInfo.isOverlay ? max(0, now.timeIntervalSince(storedAt)) : age(at: now))
    }

    /// Whether the clock was set back since the response was stored, so that its age is unknown.
    func isFromTheFuture(at now: Date) -> Bool { storedAt > now }

    /// The fields of a validation request (§4.3.1); empty if the response has no validators.
    var validators: HTTPFields {
        var fields: HTTPFields = [:]
        fields[.ifNoneMatch] = response.headerFields[values: .eTag].first.flatMap { $0.isEmpty ? nil : $0 }
        fields[.ifModifiedSince] = response.headerFields[values: .lastModified].first
        return fields
    }
}
