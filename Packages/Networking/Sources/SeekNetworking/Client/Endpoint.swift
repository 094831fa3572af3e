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
    /// Whether the nesting of a JSON response is checked before it is decoded, because `JSONDecoder` ends the process if
    /// some documents are nested too deeply. False if ``decode` uses another decoder, which takes time for a stored
    /// response that need not be decoded again.
    @_spi(Seek) public var checksNesting = true
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

/// The body of a request, with its media type.
public struct EndpointBody: Sendable {
    /// The media type, for `Content-Type`.
    public var contentType: String
    private let encode: @Sendable (JSONEncoder) throws -> Data

    private init(contentType: String, encode: @escaping @Sendable (JSONEncoder) throws -> Data) {
        self.contentType = contentType
        self.encode = encode
    }

    /// Creates a body from bytes.
    public init(_ data: Data, contentType: String) {
        self.init(contentType: contentType) { _ in data }
    }

    /// Returns a value as JSON. If the value cannot be encoded, the request is invalid.
    ///
    /// - Parameter encoder: Encodes the value in place of the client's ``APIClient/Configuration/encoder``.
    public static func json(_ value: some Encodable & Sendable, encoder: JSONEncoder? = nil) -> EndpointBody {
        EndpointBody(contentType: "application/json") { try (encoder ?? $0).encode(value) }
    }

    /// Returns a form (`application/x-www-form-urlencoded`).
    public static func form(_ items: QueryParameters) -> EndpointBody {
        EndpointBody(Data(items.encoded.utf8), contentType: "application/x-www-form-urlencoded")
    }

    /// Returns the bytes of the body, encoded by the encoder of the client unless the body has its own.
    func data(encodedBy encoder: JSONEncoder, for request: HTTPRequest) throws(NetworkError) -> Data {
        do {
            return try encode(encoder)
        } catch {
            throw .invalidRequest(
                reason: "the body cannot be encoded as JSON: \(error)",
                NetworkError.Context(request: request, attempts: 0, underlyingError: error)
            )
        }
    }
}

extension Endpoint where Value: Decodable {
    /// Creates an endpoint with a JSON response.
    ///
    /// ```swift
    /// let repositories = Endpoint(of: [Repository].self, at: .path("users/\(user)/repos"))
    /// ```
    /// An empty body, such as that of a 204 response, is decoded as `null`: an optional value is then nil.
    ///
    /// - Parameter decoder: Decodes the response in place of the client's ``APIClient/Configuration/decoder``.
    public init(
        of type: Value.Type = Value.self,
        _ method: HTTPRequest.Method = .get,
        at location: EndpointLocation,
        headerFields: HTTPFields = [:],
        body: EndpointBody? = nil,
        timeToLive: Duration? = nil,
        decoder: JSONDecoder? = nil,
        sample: HTTPResponse? = nil
    ) {
        self.method = method
        self.location = location
        self.headerFields = headerFields
        self.body = body
        self.timeToLive = timeToLive
        self.sample = sample
        decode = { response, clientDecoder in
            let body = response.body.isEmpty ? Data("null".utf8) : response.body
            return try (decoder ?? clientDecoder).decode(Value.self, from: body)
        }
    }
}

extension HTTPResponse {
    /// Returns a JSON response, for samples and stubs.
    public static func json(_ text: String, status: Status = .ok) -> HTTPResponse {
        HTTPResponse(
            status: status,
            headerFields: [.contentType: "application/json; charset=utf-8"],
            body: Data(text.utf8)
        )
    }
}

extension Endpoint {
    func decoded(
        _ response: HTTPResponse,
        to request: HTTPRequest,
        _ configuration: APIClient.Configuration
    ) throws(NetworkError) -> Response<Value> {
        func context() -> NetworkError.Context { NetworkError.Context(request: request, response: response) }
        // Only a conditional request can receive a 304 (RFC 9110 §13.1).
        let isConditional = request.headerFields[.ifNoneMatch] != nil || request.headerFields[.ifModifiedSince] != nil
        guard response.status.isSuccessful || response.status.code == 304 && isConditional else {
            var context = context()
            if let type = errorBody ?? configuration.errorBody {
                context.underlyingError = configuration.decoder.decodedError(type, from: response.body)
            }
            throw .unacceptableStatus(response.status.code, context)
        }
        // A response without a body needs no media type: 204, 205, the response to HEAD.
        if let acceptedMediaType, !response.body.isEmpty, response.mediaType != acceptedMediaType {
            throw .unacceptableMediaType(response.mediaType, context())
        }
        do {
            if checksNesting, acceptedMediaType == "application/json" {
                try JSONDecoder.checkNesting(of: response.body)
            }
            return Response(value: try decode(response, configuration.decoder), response: response)
        } catch {
            var context = context()
            context.underlyingError = error
            // The transport returns a body with another coding as it is if the server has no other one.
            let codings = response.headerFields.contentCodings.filter { !["gzip", "x-gzip", "deflate"].contains($0) }
            guard codings.isEmpty else {
                throw .transport(.unsupportedCoding(codings.joined(separator: ", ")), context)
            }
            throw .undecodable(reason(of: error, isEmpty: response.body.isEmpty), context)
        }
    }

    /// Returns where and why decoding failed. The value of a secret member is not included.
    private func reason(of error: any Error, isEmpty: Bool) -> String {
        guard let error = error as? DecodingError else { return "\(error)" }
        if isEmpty { return "the body is empty" }
        let failure = DecodingFailure(error)
        guard !Redaction.isSecret(member: String(failure.path.split(separator: ".").last ?? "")) else {
            return "\(failure.path): is invalid"
        }
        return "\(failure)"
    }
}

extension JSONDecoder {
    /// Returns the decoded body of an error response, or the decoding error.
    fileprivate func decodedError<Body: Decodable & Error>(_ type: Body.Type, from body: Data) -> any Error {
        do { return try decodeBounded(type, from: body) } catch { return error }
    }
}
