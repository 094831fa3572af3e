#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Decides whether and for how long an answer may be kept: pure, no I/O.
///
/// The rules are the safe part of RFC 9111: only `GET`, only status 200, nothing marked `no-store`; the lifetime is the
/// endpoint's time to live where it has one (the APIs' search answers carry `no-cache` or nothing), else `max-age`.
/// Without either, the answer is not kept.
enum Freshness {
    /// The response as it may be kept, or nil where it may not.
    static func storable(
        _ response: HTTPResponse,
        to request: HTTPRequest,
        timeToLive: Duration?,
        now: Date
    ) -> StoredResponse? {
        let directives = directives(of: response) + directives(request.headerFields[.cacheControl])
        guard isCacheable(request), response.status.code == 200, !directives.contains("no-store"),
            response.headerFields[values: .vary].allSatisfy({ $0 != "*" }),
            let lifetime = timeToLive ?? maximumAge(directives), lifetime > .zero
        else { return nil }
        let age = response.headerFields[values: .age].first.flatMap(UInt32.init) ?? 0
        let generatedAt = now.addingTimeInterval(-Double(age))
        // A time to live counts from now: the endpoint says how long the caller may go without asking.
        let freshUntil = (timeToLive == nil ? generatedAt : now).addingTimeInterval(lifetime.seconds)
        guard freshUntil > now else { return nil }
        return StoredResponse(response: response, generatedAt: generatedAt, freshUntil: freshUntil)
    }

    /// Whether a request may be answered from a store at all.
    static func isCacheable(_ request: HTTPRequest) -> Bool {
        request.method == .get && request.body == nil
    }

    private static func directives(of response: HTTPResponse) -> [String] {
        directives(response.headerFields[.cacheControl])
    }

    private static func directives(_ field: String?) -> [String] {
        (field ?? "").split(separator: ",").map { $0.filter { !$0.isWhitespace }.lowercased() }
    }

    /// The lifetime of `max-age`, nil without one, with several that differ, or where `no-cache` asks to revalidate.
    private static func maximumAge(_ directives: [String]) -> Duration? {
        guard !directives.contains(where: { $0 == "no-cache" || $0.hasPrefix("no-cache=") }) else { return nil }
        let ages = Set(directives.filter { $0.hasPrefix("max-age=") })
        guard ages.count == 1, let seconds = ages.first.flatMap({ UInt32($0.dropFirst("max-age=".count)) }) else {
            return nil
        }
        return .seconds(Int64(seconds))
    }
}

extension Duration {
    /// The duration in seconds.
    var seconds: Double {
        Double(components.seconds) + Double(components.attoseconds) * 1e-18
    }
}
