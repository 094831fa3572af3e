#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Decides what becomes of a redirect: a pure value.
///
/// The methods follow the Fetch standard (§4.4): 303 asks with GET, 301 and 302 turn a POST into a GET, 307 and 308 repeat
/// method and body. Credentials stay with their origin. What would lead from `https` to `http`, to another scheme, in a
/// circle or on and on is refused.
public struct RedirectPolicy: Sendable, Hashable {
    /// How many redirects of one request are followed: 10. The Fetch standard allows 20; no API needs five.
    public var limit: Int
    /// The header fields that are not sent to another origin, besides those that are credentials everywhere.
    public var credentialFields: Set<HTTPField.Name>

    /// Makes a policy.
    public init(limit: Int = 10, credentialFields: Set<HTTPField.Name> = []) {
        self.limit = max(0, limit)
        self.credentialFields = credentialFields
    }

    /// What to do with a response.
    enum Decision: Hashable {
        /// It is no redirect, or one that says nowhere to go: it is the answer.
        case answer
        /// Send this request.
        case follow(HTTPRequest)
        /// Go nowhere; the text says where to and why not.
        case refuse(String)
    }

    /// Decides.
    ///
    /// - Parameter visited: the requests sent so far, this one included, in order.
    func decision(for response: HTTPResponse, to request: HTTPRequest, visited: [HTTPRequest]) -> Decision {
        let code = response.status.code
        guard [301, 302, 303, 307, 308].contains(code), let text = response.headerFields[values: .location].first
        else { return .answer }
        guard let target = Self.target(text, from: request.url), let origin = Origin(target) else {
            return .refuse("'\(Redaction.redacted(text: text).prefix(200))' is no http or https URL")
        }
        let shown = Redaction.redacted(target)
        guard visited.count <= limit else { return .refuse("more than \(limit) redirects, the next to \(shown)") }
        guard let old = request.origin, !(old.scheme == "https" && origin.scheme == "http") else {
            return .refuse("\(shown) would not be secure")
        }
        guard target.user() == nil, target.password() == nil else { return .refuse("\(shown) carries a credential") }
        var following = request
        following.url = target
        if code == 303 && ![.get, .head].contains(request.method)
            || (code == 301 || code == 302) && request.method == .post
        {
            following.method = .get
            following.body = nil
            following.headerFields[.contentType] = nil
        }
        if origin != old {
            following.headerFields = HTTPFields(
                following.headerFields.filter { !Redaction.isSecret($0.name) && !credentialFields.contains($0.name) }
            )
        }
        guard !visited.contains(where: { $0.url == target && $0.method == following.method }) else {
            return .refuse("\(shown) leads in a circle")
        }
        return .follow(following)
    }

    /// The URL of a `Location`, relative to the request's; it inherits the fragment (RFC 9110 §10.2.2).
    private static func target(_ text: String, from url: URL) -> URL? {
        guard let target = URL(string: text, relativeTo: url)?.absoluteURL else { return nil }
        guard target.fragment() == nil, let fragment = url.fragment() else { return target }
        var components = URLComponents(url: target, resolvingAgainstBaseURL: true)
        components?.fragment = fragment
        return components?.url ?? target
    }
}
