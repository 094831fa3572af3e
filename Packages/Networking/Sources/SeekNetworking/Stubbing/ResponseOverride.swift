public import SeekBasics

/// An override for the response of an endpoint: another status, header fields, a body, or a failure.
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
    /// The transport failure to simulate. Nothing is sent then.
    public var failure: TransportFailure?
    /// Whether the request fails as if its deadline had passed. Nothing is sent then.
    public var isTimedOut = false

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

    /// Returns an override of the body with JSON: `.json(#"{"message": "Bad credentials"}"#, status: 401)`.
    ///
    /// - Parameter status: The status, or nil to leave it unchanged.
    public static func json(_ text: String, status: HTTPResponse.Status? = nil) -> ResponseOverride {
        ResponseOverride(status: status, headerFields: [.contentType: "application/json"], body: Data(text.utf8))
    }

    /// Returns an override that simulates a transport failure.
    public static func failure(_ failure: TransportFailure) -> ResponseOverride { ResponseOverride(failure: failure) }

    /// An override that fails with ``NetworkError/timedOut(_:)`` without waiting for the deadline.
    public static let timedOut: ResponseOverride = {
        var override = ResponseOverride()
        override.isTimedOut = true
        return override
    }()

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
        guard !override.isTimedOut, override.failure == nil else {
            // A request with a delayed sample fails after the same delay.
            try await stubs.delay(request, options)
            let context = NetworkError.Context(request: request, attempts: 0)
            throw override.failure.map { .transport($0, context) } ?? .timedOut(context)
        }
        return override.applied(to: try await next(request, options))
    }

    func inserted(into middleware: [any HTTPMiddleware]) -> [any HTTPMiddleware] {
        var middleware = middleware
        middleware.insert(self, at: middleware.firstIndex { !$0.interceptsStubs } ?? middleware.endIndex)
        return middleware
    }
}
