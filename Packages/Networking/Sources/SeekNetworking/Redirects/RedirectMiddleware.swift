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
