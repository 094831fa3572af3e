public import SeekBasics

/// An operation of an API: the request, the media type to accept, and how to decode the response.
public struct Endpoint<Value: Sendable>: Sendable {
    /// The location of the endpoint.
    public var location: EndpointLocation
    /// The method of the request.
    public var method: HTTPRequest.Method
    /// The header fields of the request. They replace those of the client with the same name.
    public var headerFields: HTTPFields
    /// The body of the request.
    public var body: EndpointBody?
    /// The media type that a response with a body must have, in lower case, without parameters; nil accepts any. Also
    /// sent as `Accept`, unless the request has such a field.
    public var acceptedMediaType: String? = "application/json"
    /// How long a cached response with the status 200 or 203 is fresh. When a response is stored, this replaces the
    /// lifetime that the server specifies, whether that is longer or shorter. For a response that is already stored, it
    /// can only shorten the lifetime. With nil, the default, the server decides.
    public var timeToLive: Duration?
    /// Whether the request may be retried even though its method is not idempotent.
    public var isIdempotent = false
    /// The response that a stubbed client returns. Without a sample, a stubbed request fails.
    public var sample: HTTPResponse?
    /// Whether the sample is returned. Nil, the default, follows the client's configuration.
    public var stubBehavior: StubBehavior?
    /// The type of the body of an error response, in place of the client's
    /// ``APIClient/Configuration/errorBody``. Nil, the default, follows the client's configuration.
    public var errorBody: (any (Decodable & Error).Type)?
    /// Decodes a response whose status and media type were accepted, by default with the decoder of the client.
    let decode: @Sendable (HTTPResponse, JSONDecoder) throws -> Value

    /// Creates an endpoint. It accepts responses with a status in 200...299 whose body, if any, has the accepted media
    /// type. A request with `If-None-Match` or `If-Modified-Since` also accepts 304 (Not Modified), which has no body.
    ///
    /// - Parameter decode: Decodes an accepted response. Thrown errors become ``NetworkError/undecodable(_:_:)``, and
    ///   are its ``NetworkError/underlyingError``.
    public init(
        _ method: HTTPRequest.Method = .get,
        at location: EndpointLocation,
        headerFields: HTTPFields = [:],
        body: EndpointBody? = nil,
        acceptedMediaType: String? = "application/json",
        timeToLive: Duration? = nil,
        isIdempotent: Bool = false,
        sample: HTTPResponse? = nil,
        stubBehavior: StubBehavior? = nil,
        decode: @escaping @Sendable (HTTPResponse) throws -> Value
    ) {
        self.method = method
        self.location = location
        self.headerFields = headerFields
        self.body = body
        self.acceptedMediaType = acceptedMediaType
        self.timeToLive = timeToLive
        self.isIdempotent = isIdempotent
        self.sample = sample
        self.stubBehavior = stubBehavior
        self.decode = { response, _ in try decode(response) }
    }
}

extension Endpoint where Value == Void {
    /// Creates an endpoint whose response has no value. Its body, if any, is ignored.
    ///
    /// ```swift
    /// try await client.send(Endpoint(.delete, at: .path("users/\(id)")))
    /// ```
    /// The default sample has the status 204 (No Content).
    public init(
        _ method: HTTPRequest.Method = .get,
        at location: EndpointLocation,
        headerFields: HTTPFields = [:],
        body: EndpointBody? = nil,
        sample: HTTPResponse? = HTTPResponse(status: 204)
    ) {
        self.init(
            method,
            at: location,
            headerFields: headerFields,
            body: body,
            acceptedMediaType: nil,
            sample: sample
        ) { _ in }
    }
}

/// The location of an endpoint.
public enum EndpointLocation: Sendable, Hashable {
    /// A path below the client's base URL.
    case path(EndpointPath, QueryParameters = [:])
    /// An absolute URL, such as the link to the next page. It must have the origin of the client.
    case url(URL)
}

/// A decoded value with the HTTP response it was decoded from.
public struct Response<Value: Sendable>: Sendable {
    /// The decoded value.
    public let value: Value
    /// The HTTP response.
    public let response: HTTPResponse

    /// The URL that the response came from, after redirects; see ``HTTPResponse/url``.
    public var url: URL? { response.url }

    /// Where the response came from, its age, and how many requests it took.
    public var provenance: Provenance { response.provenance }

    /// Creates a response.
    public init(value: Value, response: HTTPResponse) {
        self.value = value
        self.response = response
    }
}
