import SeekBasics
@_spi(Seek) import SeekNetworking

/// Responses made from a stored one (RFC 9111 §4, §4.3.2): the complete response, its head, a range, or a 304.
extension CachePolicy {
    /// Derives the response to a request from a stored response. Fields that may not be reused without validation
    /// (``FreshnessInfo/withheldFields``) are omitted unless the server has just confirmed the response.
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
            result.headerFields[.age] = "\(Int64(min(stored.age(at: now), CacheControl.maximumSeconds)))"
        }
        if stored.response.status.code == 206, let part = partialResponse(from: result, for: lookup) {
            return part
        }
        return reduced(result, storedAt: stored.storedAt, to: lookup)
    }

    /// Reduces a complete response to what the request needs.
    static func reduced(_ response: HTTPResponse, storedAt: Date, to lookup: CacheLookup) -> HTTPResponse {
        var result = response
        if response.status.code == 200 {
            if isNotModified(response, lookup.condition, storedAt) {
                result.status = HTTPResponse.Status(code: 304, reasonPhrase: "Not Modified")
                result.headerFields = HTTPFields(result.headerFields.filter { !describesContent($0.name) })
                result.body = Data()
            } else if let part = partialResponse(from: response, for: lookup) {
                return part
            }
        }
        if lookup.isHead { result.body = Data() }
        return result
    }

    private static func describesContent(_ name: HTTPField.Name) -> Bool {
        ["content-encoding", "content-language", "content-length", "content-range", "content-type"]
            .contains(name.canonicalName)
    }

    // MARK: Conditions

    /// Whether the client already has this response (RFC 9110 §13.1.2, §13.1.3; RFC 9111 §4.3.2).
    private static func isNotModified(
        _ response: HTTPResponse,
        _ condition: CacheLookup.Condition?,
        _ storedAt: Date
    ) -> Bool {
        switch condition {
        case nil, .ifModifiedSince(nil)?: return false
        case .ifNoneMatchAny?: return true
        case .ifNoneMatch(let tags)?:
            guard let tag = response.headerFields[values: .eTag].first.map({ EntityTag($0) }) else { return false }
            return tags.contains(tag)
        case .ifModifiedSince(let since?)?:
            let fields = response.headerFields
            let text = fields[values: .lastModified].first ?? fields[values: .date].first
            let changed = text.flatMap { HTTPDate.parse($0, now: storedAt) } ?? storedAt
            return changed <= since
        }
    }
}
