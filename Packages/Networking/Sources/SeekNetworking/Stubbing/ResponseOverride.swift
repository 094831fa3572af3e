public import SeekBasics

/// An override for the response of an endpoint: another status, header fields, a body, or a transport failure.
///
/// ```swift
/// configuration.overrideResponse = { $0.url.path.hasSuffix("/repos") ? .status(404) : nil }
/// ```
public struct ResponseOverride: Sendable, Hashable {
    /// The status, or nil to leave it unchanged.
    public var status: HTTPResponse.Status?
    /// Header fields that replace those of the response with the same name.
    public var headerFields: HTTPFields
    /// The body, or nil to leave it unchanged.
    public var body: Data?
    /// The failure to simulate. Nothing is sent then.
    public var failure: TransportFailure?

    /// Creates an override.
    public init(
        status: HTTPResponse.Status? = nil,
        headerFields: HTTPFields = [:],
        body: Data? = nil,
        failure: TransportFailure? = nil
    ) {
        self.status = status
        self.headerFields = headerFields
        self.body = body
        self.failure = failure
    }

    /// Returns an override of the status.
    public static func status(_ status: HTTPResponse.Status) -> ResponseOverride { ResponseOverride(status: status) }

    /// Returns an override of the body with JSON.
    public static func json(_ text: String) -> ResponseOverride { ResponseOverride(body: Data(text.utf8)) }

    /// Returns an override that simulates a transport failure.
    public static func failure(_ failure: TransportFailure) -> ResponseOverride { ResponseOverride(failure: failure) }

    /// Returns the overridden response, with the source ``Provenance/Source/sample`` and the attempts of the original.
    func applied(to response: HTTPResponse) -> HTTPResponse {
        var response = response
        if let status { response.status = status }
        response.headerFields.merge(headerFields)
        if let body { response.body = body }
        response.provenance.source = .sample
        return response
    }
}

/// Applies the overrides of a client. Inserted before the first middleware that stubs bypass: the cache, counters and
/// budgets see the original response, or none if a failure is simulated.
struct ResponseOverrideMiddleware: HTTPMiddleware {
    let override: @Sendable (HTTPRequest) -> ResponseOverride?
    let stubs: StubHandler

    func intercept(
        _ request: HTTPRequest,
        options: RequestOptions,
        next: @escaping HTTPHandler
    ) async throws(NetworkError) -> HTTPResponse {
        guard let override = override(request) else { return try await next(request, options) }
        if let failure = override.failure {
            // A request with a delayed sample fails after the same delay.
            try await stubs.delay(request, options)
            throw .transport(failure, NetworkError.Context(request: request, attempts: 0))
        }
        return override.applied(to: try await next(request, options))
    }

    func inserted(into middleware: [any HTTPMiddleware]) -> [any HTTPMiddleware] {
        var middleware = middleware
        middleware.insert(self, at: middleware.firstIndex { !$0.interceptsStubs } ?? middleware.endIndex)
        return middleware
    }
}
