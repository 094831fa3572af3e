#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Responses made from a stored one (RFC 9111 §4, §4.3.2): the complete response, its head, a range, or a 304.
extension CachePolicy {
    /// Returns the response to a request, made from a stored one.
    ///
    /// - Parameter isRevalidated: Whether the server has just confirmed the stored response. If so, no field is
    ///   withheld.
    static func response(
        of stored: StoredResponse,
        to lookup: CacheLookup,
        at now: Date,
        isRevalidated: Bool
    ) -> HTTPResponse {
        var result = stored.response
        let withheld = stored.freshnessInfo.withheldFields
        if !isRevalidated, !withheld.isEmpty {
            result.headerFields = HTTPFields(result.headerFields.filter { !withheld.contains($0.name) })
        }
        if !isRevalidated || result.headerFields[.age] != nil {
            result.headerFields[.age] = "\(Int64(min(stored.age(at: now), CacheControl.longest)))"
        }
        if stored.response.status.code == 206, let part = part(of: result, for: lookup) { return part }
        return reduced(result, storedAt: stored.storedAt, to: lookup)
    }

    /// Reduces a complete response to what the request needs.
    static func reduced(_ response: HTTPResponse, storedAt: Date, to lookup: CacheLookup) -> HTTPResponse {
        var result = response
        if response.status.code == 200 {
            if isMet(lookup.condition, by: response, storedAt) {
                result.status = HTTPResponse.Status(code: 304, reasonPhrase: "Not Modified")
                let fields = result.headerFields.filter { !isAboutContent($0.name) }
                result.headerFields = HTTPFields(fields)
                result.body = Data()
            } else if let part = part(of: response, for: lookup) {
                return part
            }
        }
        if lookup.isHead { result.body = Data() }
        return result
    }

    private static func isAboutContent(_ name: HTTPField.Name) -> Bool {
        ["content-encoding", "content-language", "content-length", "content-range", "content-type"]
            .contains(name.canonicalName)
    }

    // MARK: Conditions

    /// Whether the client already has this response (RFC 9110 §13.1.2, §13.1.3; RFC 9111 §4.3.2).
    private static func isMet(_ condition: CacheLookup.Condition?, by response: HTTPResponse, _ storedAt: Date) -> Bool
    {
        switch condition {
        case nil, .ifChanged(since: nil)?: return false
        case .unlessAny?: return true
        case .unless(let tags)?:
            guard let own = response.headerFields[values: .eTag].first.map({ EntityTag($0) }) else { return false }
            return tags.contains { $0.matches(own) }
        case .ifChanged(let since?)?:
            let fields = [HTTPField.Name.lastModified, .date]
            let text = fields.lazy.compactMap { response.headerFields[values: $0].first }.first
            let changed = text.flatMap { HTTPDate.date($0, now: storedAt) } ?? storedAt
            return changed <= since
        }
    }
}
