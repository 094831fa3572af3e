public import SeekBasics

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
