#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Decides what becomes of a redirect: a pure value.
///
/// The methods follow the Fetch standard (§4.4): 303 asks with GET, 301 and 302 turn a POST into a GET, 307 and 308 repeat
/// method and body. Fields that look like credentials stay with their origin. What would lead from `https` to `http`, to another
/// scheme, from the public internet to an address of this machine or a private network, in a circle or on and on is refused.
public struct RedirectPolicy: Sendable, Hashable {
    /// How many redirects of one request are followed: 10. The Fetch standard allows 20; no API needs five.
    public var limit: Int
    /// The header fields that are not sent to another origin, besides those that are credentials everywhere.
    public var credentialFields: Set<HTTPField.Name>

    /// Whether a host of the public internet may redirect to an address of this machine or a private network. False by default: a
    /// server that is not trusted could have requests sent to services that only this machine reaches.
    ///
    /// `CurlTransport` checks the addresses that names resolve to; with other transports, and with a proxy, it is decided by the URLs
    /// alone.
    public var allowsPrivateTargets: Bool

    /// Creates a policy.
    public init(limit: Int = 10, credentialFields: Set<HTTPField.Name> = [], allowsPrivateTargets: Bool = false) {
        self.limit = max(0, limit)
        self.credentialFields = credentialFields
        self.allowsPrivateTargets = allowsPrivateTargets
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
    /// - Parameters:
    ///   - visited: the requests sent so far, this one included, in order.
    ///   - isPublic: whether the response came from an address of the public internet; nil where that is not known.
    func decision(
        for response: HTTPResponse,
        to request: HTTPRequest,
        visited: [HTTPRequest],
        isPublic: Bool? = nil
    ) -> Decision {
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
        if let problem = origin.hostProblem { return .refuse(problem) }
        guard allowsPrivateTargets || !origin.isLocal || !(isPublic ?? !old.isPossiblyLocal) else {
            return .refuse("\(shown) \(Self.privateTarget)")
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

    /// What is wrong with a private target, and what to do.
    static let privateTarget =
        "is on this machine or a private network, and the redirect came from the public internet; request it directly if it is meant"

    /// The URL of a `Location`, relative to the request's; it inherits the fragment (RFC 9110 §10.2.2).
    private static func target(_ text: String, from url: URL) -> URL? {
        guard let target = URL(string: text, relativeTo: url)?.absoluteURL else { return nil }
        guard target.fragment() == nil, let fragment = url.fragment() else { return target }
        var components = URLComponents(url: target, resolvingAgainstBaseURL: true)
        components?.fragment = fragment
        return components?.url ?? target
    }
}
