#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A response as a cache keeps it: with what tells its age and how long it serves.
struct StoredResponse: Hashable {
    var response: HTTPResponse
    /// When it arrived.
    var storedAt: Date
    /// How old it was then, in seconds (RFC 9111 §4.2.3).
    var initialAge: Double
    /// How long it serves without asking again, in seconds.
    var lifetime: Double
    /// Whether the lifetime is the endpoint's time to live, in place of the server's own word.
    var isOverlay: Bool

    /// How old it is, in seconds.
    func age(at now: Date) -> Double { initialAge + max(0, now.timeIntervalSince(storedAt)) }

    /// How much of its lifetime is over, in seconds: its age, or the time since it arrived where the endpoint counts.
    func lifetimeUsed(at now: Date) -> Double {
        isOverlay ? max(0, now.timeIntervalSince(storedAt)) : age(at: now)
    }

    /// The fields by which the server may be asked whether it has changed (§4.3.1); empty where it tells none.
    var validators: HTTPFields {
        var fields: HTTPFields = [:]
        fields[.ifNoneMatch] = response.headerFields[values: .eTag].first.flatMap { $0.isEmpty ? nil : $0 }
        fields[.ifModifiedSince] = response.headerFields[values: .lastModified].first
        return fields
    }

    /// The response to serve, without the fields that may not be reused unasked (`no-cache="…"`).
    func served(from source: Provenance.Source, at now: Date, isStale: Bool = false, isRevalidated: Bool = false)
        -> HTTPResponse
    {
        var response = response
        if !isRevalidated {
            for name in CacheControl(response.headerFields).noCacheFields { response.headerFields[name] = nil }
        }
        response.provenance = Provenance(
            source: source,
            age: .milliseconds(Int64(min(age(at: now), CacheControl.longest) * 1_000)),
            isStale: isStale,
            isRevalidated: isRevalidated
        )
        return response
    }
}
