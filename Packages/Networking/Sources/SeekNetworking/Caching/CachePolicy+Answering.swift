#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The answer that a stored one makes (RFC 9111 §4, §4.3.2): the whole, its head, a part of it, or word that it has not changed.
extension CachePolicy {
    /// Makes the answer to an inquiry.
    ///
    /// - Parameter isRevalidated: whether the server has just said that it still holds; then no field is withheld.
    static func answer(
        of stored: StoredResponse,
        to inquiry: CacheLookup,
        at now: Date,
        isRevalidated: Bool
    ) -> HTTPResponse {
        var answer = stored.response
        let withheld = stored.terms.withheldFields
        if !isRevalidated, !withheld.isEmpty {
            answer.headerFields = HTTPFields(answer.headerFields.filter { !withheld.contains($0.name) })
        }
        if !isRevalidated || answer.headerFields[.age] != nil {
            answer.headerFields[.age] = "\(Int(min(stored.age(at: now), CacheControl.longest)))"
        }
        if stored.response.status.code == 206, let part = part(of: answer, for: inquiry) { return part }
        return reduced(answer, storedAt: stored.storedAt, to: inquiry)
    }

    /// A whole answer as the inquiry wants it.
    static func reduced(_ response: HTTPResponse, storedAt: Date, to inquiry: CacheLookup) -> HTTPResponse {
        var answer = response
        if response.status.code == 200 {
            if isMet(inquiry.condition, by: response, storedAt) {
                answer.status = HTTPResponse.Status(code: 304, reasonPhrase: "Not Modified")
                let fields = answer.headerFields.filter { !isAboutContent($0.name) }
                answer.headerFields = HTTPFields(fields)
                answer.body = Data()
            } else if let part = part(of: response, for: inquiry) {
                return part
            }
        }
        if inquiry.isHead { answer.body = Data() }
        return answer
    }

    private static func isAboutContent(_ name: HTTPField.Name) -> Bool {
        ["content-encoding", "content-language", "content-length", "content-range", "content-type"]
            .contains(name.canonicalName)
    }

    // MARK: Conditions

    /// Whether the client has this answer already (RFC 9110 §13.1.2, §13.1.3; RFC 9111 §4.3.2).
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
