#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A response as a cache keeps it: with what tells its age, and on what terms it serves.
struct StoredResponse: Hashable {
    var response: HTTPResponse
    /// When it arrived.
    var storedAt: Date
    /// How old it was then, in seconds (RFC 9111 §4.2.3).
    var initialAge: Double
    var terms: FreshnessInfo

    /// How old it is, in seconds.
    func age(at now: Date) -> Double { initialAge + max(0, now.timeIntervalSince(storedAt)) }

    /// How long it is still fresh, in seconds; below zero, how long it has been stale. An endpoint's time to live counts from
    /// the arrival: it says how long the caller may go without asking.
    func freshness(at now: Date) -> Double {
        terms.lifetime - (terms.isOverlay ? max(0, now.timeIntervalSince(storedAt)) : age(at: now))
    }

    /// Whether the clock was set back since it was stored: its age is unknown.
    func isFromTheFuture(at now: Date) -> Bool { storedAt > now }

    /// The fields by which the server may be asked whether it has changed (§4.3.1); empty where it tells none.
    var validators: HTTPFields {
        var fields: HTTPFields = [:]
        fields[.ifNoneMatch] = response.headerFields[values: .eTag].first.flatMap { $0.isEmpty ? nil : $0 }
        fields[.ifModifiedSince] = response.headerFields[values: .lastModified].first
        return fields
    }
}
