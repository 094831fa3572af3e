/// Overrides responses, as a client's configuration has it.
///
/// It is located in front of the first middleware that stubs bypass. The cache, the counters and the budgets behind it deal with
/// the server's own response, or with none where a failure is simulated.
struct ResponseOverriding: HTTPMiddleware {
    let change: @Sendable (HTTPRequest) -> ResponseOverride?

    func intercept(
        _ request: HTTPRequest,
        options: RequestOptions,
        next: @escaping HTTPHandler
    ) async throws(NetworkError) -> HTTPResponse {
        guard let change = change(request) else { return try await next(request, options) }
        if let failure = change.failure {
            throw .transport(failure, NetworkError.Context(request: request, attempts: 0))
        }
        return change.applied(to: try await next(request, options))
    }

    /// Returns the middleware of a client with the overrides in their place.
    func inserted(into middleware: [any HTTPMiddleware]) -> [any HTTPMiddleware] {
        var middleware = middleware
        middleware.insert(self, at: middleware.firstIndex { !$0.interceptsStubs } ?? middleware.endIndex)
        return middleware
    }
}
