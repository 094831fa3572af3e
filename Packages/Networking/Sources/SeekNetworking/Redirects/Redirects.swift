/// Follows redirects, as a ``RedirectPolicy`` decides. The transports follow none by themselves.
///
/// It stands outside of ``Authentication``, which then adds the credential anew, for its own origin only.
public struct Redirects: HTTPMiddleware {
    private let policy: RedirectPolicy

    /// Makes the middleware.
    public init(_ policy: RedirectPolicy = RedirectPolicy()) {
        self.policy = policy
    }

    /// Sends the request on, and to where its answers point.
    ///
    /// - Throws: ``NetworkError/redirectRefused(_:_:)`` besides what the transport throws.
    public func intercept(
        _ request: HTTPRequest,
        options: RequestOptions,
        next: @escaping HTTPHandler
    ) async throws(NetworkError) -> HTTPResponse {
        var visited = [request]
        while true {
            let current = visited[visited.count - 1]
            let response = try await next(current, options)
            switch policy.decision(for: response, to: current, visited: visited) {
            case .answer: return response
            case .follow(let following): visited.append(following)
            case .refuse(let reason):
                throw .redirectRefused(reason, NetworkError.Context(request: current, response: response))
            }
        }
    }
}
