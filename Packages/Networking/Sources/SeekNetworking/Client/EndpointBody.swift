#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The body of a request, with its media type.
public struct EndpointBody: Sendable, Hashable {
    /// The bytes of the body.
    public var data: Data
    /// The media type, for `Content-Type`.
    public var contentType: String

    /// Creates a body.
    public init(_ data: Data, contentType: String) {
        self.data = data
        self.contentType = contentType
    }

    /// Returns a value as JSON. Keys are converted to `snake_case`, and dates are ISO 8601.
    ///
    /// - Throws: ``NetworkError/invalidRequest(reason:_:)`` if the value cannot be encoded.
    public static func json(_ value: some Encodable) throws(NetworkError) -> EndpointBody {
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        encoder.dateEncodingStrategy = .iso8601
        return try json(value, encoder)
    }

    /// Returns a value as JSON, encoded by a custom encoder.
    ///
    /// - Throws: ``NetworkError/invalidRequest(reason:_:)`` if the value cannot be encoded.
    public static func json(_ value: some Encodable, _ encoder: JSONEncoder) throws(NetworkError) -> EndpointBody {
        do {
            return EndpointBody(try encoder.encode(value), contentType: "application/json")
        } catch {
            throw .invalidRequest(
                reason: "the body cannot be encoded as JSON: \(error)",
                .init(request: nil, attempts: 0)
            )
        }
    }

    /// Returns a form (`application/x-www-form-urlencoded`).
    public static func form(_ items: QueryParameters) -> EndpointBody {
        EndpointBody(Data(items.encoded.utf8), contentType: "application/x-www-form-urlencoded")
    }
}
