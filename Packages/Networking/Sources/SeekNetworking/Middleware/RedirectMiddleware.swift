import SeekBasics

/// Follows redirects according to a ``RedirectPolicy``.
///
/// Must be outside `HTTPCacheMiddleware`, so that each response is stored under the URL that produced it, and outside
/// ``AuthenticationMiddleware``, so that a credential is sent to its own origin only; see ``MiddlewareStack``.
public struct RedirectMiddleware: HTTPMiddleware {
    private let policy: RedirectPolicy

    /// Creates the middleware.
    public init(_ policy: RedirectPolicy = RedirectPolicy()) {
        self.policy = policy
    }

    /// Sends the request and follows its redirects, or throws ``NetworkError/redirectRefused(_:_:)``.
    public func intercept(
        _ request: HTTPRequest,
        options: RequestOptions,
        next: @escaping HTTPHandler
    ) async throws(NetworkError) -> HTTPResponse {
        let trail = policy.allowsPrivateTargets ? nil : RedirectTrail()
        var response = try await Self.send(request, options, by: next, on: trail)
        var current = request
        var visited: [HTTPRequest] = []
        redirects: while RedirectPolicy.isRedirect(response.status) {
            visited.append(current)
            let isPublic = trail?.isAddressPublic
            switch policy.decision(for: response, to: current, visited: visited, isPublic: isPublic) {
            case .finish: break redirects
            case .follow(let following):
                response = try await addingAttempts(response.provenance.attempts) { () async throws(NetworkError) in
                    try await Self.send(following, options, by: next, on: trail)
                }
                current = following
            case .refuse(let reason):
                throw .redirectRefused(reason, NetworkError.Context(request: current, response: response))
            }
        }
        response.url = response.url ?? current.url
        return response
    }

    /// Sends the first request or a redirect. With a trail, the transport does not connect to a private address after a
    /// public one.
    private static func send(
        _ request: HTTPRequest,
        _ options: RequestOptions,
        by next: @escaping HTTPHandler,
        on trail: RedirectTrail?
    ) async throws(NetworkError) -> HTTPResponse {
        guard let trail else { return try await next(request, options) }
        trail.begin(request)
        let result = await RedirectTrail.$current.withValue(trail) {
            await Result { () async throws(NetworkError) in try await next(request, options) }
        }
        guard case .failure(.rejected(.addressNotAllowed, let context)) = result, trail.lastAddressWasRefused else {
            return try result.get()
        }
        let redactedURL = Redaction.redacted(request.url)
        throw .redirectRefused("\(redactedURL) \(RedirectPolicy.privateTargetReason)", context)
    }
}

/// Decides which redirects are followed.
///
/// The methods follow the Fetch standard (HTTP-redirect fetch): 303 changes every method except HEAD to GET, 301 and
/// 302 change POST to GET, and 307 and 308 repeat the method and the body. Fields that look like credentials are not
/// sent to another origin.
///
/// These redirects are not followed: from `https` to `http`, to other schemes and invalid hosts, to URLs with user
/// information, from the public internet to this machine or a private network, and those that repeat a request or
/// exceed the limit.
public struct RedirectPolicy: Sendable, Hashable {
    /// The maximum number of redirects of a request. The default is 10; the Fetch standard allows 20.
    public var limit: Int
    /// Header fields that are not sent to another origin, besides those that ``Redaction`` regards as secrets.
    public var credentialFields: Set<HTTPField.Name>

    /// Whether a host of the public internet may redirect to this machine or a private network. The default is false,
    /// because an untrusted server could otherwise reach services behind a firewall.
    ///
    /// `CurlTransport` checks resolved addresses. With other transports, and with a proxy, only the URLs are checked.
    public var allowsPrivateTargets: Bool

    /// Creates a policy.
    public init(limit: Int = 10, credentialFields: Set<HTTPField.Name> = [], allowsPrivateTargets: Bool = false) {
        self.limit = max(0, limit)
        self.credentialFields = credentialFields
        self.allowsPrivateTargets = allowsPrivateTargets
    }

    enum Decision: Hashable {
        /// Return the response, because it is not a redirect or has no `Location`.
        case finish
        /// Send this request next.
        case follow(HTTPRequest)
        /// Do not follow. The string contains the target and the reason.
        case refuse(String)
    }

    /// Whether a response with a status may be a redirect that is followed.
    static func isRedirect(_ status: HTTPResponse.Status) -> Bool {
        switch status.code {
        case 301, 302, 303, 307, 308: true
        default: false
        }
    }

    /// Decides what to do with a response, given the requests sent so far, including this one. `isPublic` is whether
    /// the response came from a public address; nil if that is not known.
    func decision(
        for response: HTTPResponse,
        to request: HTTPRequest,
        visited: [HTTPRequest],
        isPublic: Bool? = nil
    ) -> Decision {
        let code = response.status.code
        guard Self.isRedirect(response.status), let text = response.headerFields[values: .location].first else {
            return .finish
        }
        guard let target = Self.target(text, from: request.url), let origin = Origin(target) else {
            return .refuse("'\(Redaction.redacted(text: text).prefix(200))' is not an http or https URL")
        }
        let redactedURL = Redaction.redacted(target)
        guard visited.count <= limit else { return .refuse("more than \(limit) redirects, the next to \(redactedURL)") }
        guard let old = request.origin, !(old.scheme == "https" && origin.scheme == "http") else {
            return .refuse("\(redactedURL) would not be secure")
        }
        if let problem = origin.hostProblem { return .refuse(problem) }
        guard allowsPrivateTargets || !origin.isLocal || !(isPublic ?? !old.isPossiblyLocal) else {
            return .refuse("\(redactedURL) \(Self.privateTargetReason)")
        }
        guard target.user() == nil, target.password() == nil else {
            return .refuse("\(redactedURL) carries a credential")
        }
        var following = request
        following.url = target
        if code == 303 && ![.get, .head].contains(request.method)
            || (code == 301 || code == 302) && request.method == .post
        {
            following.method = .get
            following.body = nil
            let bodyFields: [HTTPField.Name] = [.contentEncoding, .contentLanguage, .contentLocation, .contentType]
            for name in bodyFields { following.headerFields[name] = nil }
        }
        if origin != old {
            following.headerFields = HTTPFields(
                following.headerFields.filter { !Redaction.isSecret($0.name) && !credentialFields.contains($0.name) }
            )
        }
        guard !visited.contains(where: { $0.url == target && $0.method == following.method }) else {
            return .refuse("\(redactedURL) was already requested")
        }
        return .follow(following)
    }

    /// The reason why a private target is not followed, and what to do.
    static let privateTargetReason =
        "is on this machine or a private network, and the redirect came from the public internet; "
        + "request it directly if this is intended"

    /// Returns the absolute URL of a `Location`, which inherits the fragment of the request's URL if it has none (RFC
    /// 9110 §10.2.2).
    private static func target(_ text: String, from url: URL) -> URL? {
        guard let target = URL(string: text, relativeTo: url)?.absoluteURL else { return nil }
        guard target.fragment() == nil, let fragment = url.fragment() else { return target }
        var components = URLComponents(url: target, resolvingAgainstBaseURL: true)
        components?.fragment = fragment
        return components?.url ?? target
    }
}
