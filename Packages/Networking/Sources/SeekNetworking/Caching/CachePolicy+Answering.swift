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
        to inquiry: CacheInquiry,
        at now: Date,
        isRevalidated: Bool
    ) -> HTTPResponse {
        var answer = stored.response
        if !isRevalidated {
            for name in stored.terms.withheldFields { answer.headerFields[name] = nil }
        }
        if !isRevalidated || answer.headerFields[.age] != nil {
            answer.headerFields[.age] = "\(Int(min(stored.age(at: now), CacheControl.longest)))"
        }
        return reduced(answer, storedAt: stored.storedAt, to: inquiry)
    }

    /// A whole answer as the inquiry wants it.
    static func reduced(_ response: HTTPResponse, storedAt: Date, to inquiry: CacheInquiry) -> HTTPResponse {
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
    private static func isMet(_ condition: CacheInquiry.Condition?, by response: HTTPResponse, _ storedAt: Date) -> Bool
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

    // MARK: Parts

    /// The part that is wanted; nil where the whole is the answer.
    private static func part(of response: HTTPResponse, for inquiry: CacheInquiry) -> HTTPResponse? {
        let size = response.body.count
        guard isDivisible(response), let range = inquiry.range, isCurrent(inquiry.ifRange, response),
            let offsets = range.offsets(in: size)
        else { return nil }
        var part = response
        part.status = HTTPResponse.Status(code: 206, reasonPhrase: "Partial Content")
        part.headerFields[.contentRange] = "bytes \(offsets.lowerBound)-\(offsets.upperBound - 1)/\(size)"
        part.headerFields[.contentLength] = "\(offsets.count)"
        part.body = Data(response.body.dropFirst(offsets.lowerBound).prefix(offsets.count))
        return part
    }

    /// Whether a stored answer can serve an inquiry at all: not a part that it does not have, or that cannot be cut out of it.
    static func canAnswer(_ stored: StoredResponse, _ inquiry: CacheInquiry) -> Bool {
        guard let range = inquiry.range, stored.response.status.code == 200 else { return true }
        guard isCurrent(inquiry.ifRange, stored.response) else { return true }
        return isDivisible(stored.response) && range.offsets(in: stored.response.body.count) != nil
    }

    /// Offsets count in the coded bytes, and the body here is decoded.
    private static func isDivisible(_ response: HTTPResponse) -> Bool {
        response.headerFields[.contentEncoding] == nil
    }

    /// Whether `If-Range` names this very answer: by its strong tag, or its date to the letter (RFC 9110 §13.1.5).
    private static func isCurrent(_ ifRange: String?, _ response: HTTPResponse) -> Bool {
        guard let ifRange else { return true }
        if ifRange.hasPrefix("W/") { return false }
        let name = ifRange.hasPrefix("\"") ? HTTPField.Name.eTag : .lastModified
        return response.headerFields[values: name].first == ifRange
    }
}
