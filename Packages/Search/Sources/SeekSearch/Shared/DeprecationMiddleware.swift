import SeekNetworking

/// Reports the responses with which a server announces that their resource will change or be removed. Outside the cache,
/// so that stored responses are reported as well.
struct DeprecationMiddleware: HTTPMiddleware {
    let report: @Sendable (Deprecation, HTTPRequest) -> Void

    /// False: a sample announces nothing.
    var interceptsStubs: Bool { false }

    func intercept(
        _ request: HTTPRequest,
        options: RequestOptions,
        next: @escaping HTTPHandler
    ) async throws(NetworkError) -> HTTPResponse {
        let response = try await next(request, options)
        if let deprecation = response.deprecation { report(deprecation, request) }
        return response
    }
}
