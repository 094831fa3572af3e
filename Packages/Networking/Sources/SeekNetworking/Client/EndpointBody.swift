#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A request's body and its media type.
public struct EndpointBody: Sendable, Hashable {
    /// The bytes.
    public var data: Data
    /// The media type, for `Content-Type`.
    public var contentType: String

    /// Makes a body of bytes.
    public init(_ data: Data, contentType: String) {
        self.data = data
        self.contentType = contentType
    }

    /// A value as JSON, `camelCase` names as `snake_case`.
    ///
    /// - Throws: ``NetworkError/invalidRequest(reason:_:)`` for a value that JSON cannot hold.
    public static func json(_ value: some Encodable) throws(NetworkError) -> EndpointBody {
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        encoder.dateEncodingStrategy = .iso8601
        return try json(value, encoder)
    }

    /// A value as JSON, by an encoder of one's own.
    ///
    /// - Throws: ``NetworkError/invalidRequest(reason:_:)`` for a value that JSON cannot hold.
    public static func json(_ value: some Encodable, _ encoder: JSONEncoder) throws(NetworkError) -> EndpointBody {
        do {
            return EndpointBody(try encoder.encode(value), contentType: "application/json")
        } catch {
            throw .invalidRequest(
                reason: "the body cannot be written as JSON: \(error)",
                .init(request: nil, attempts: 0)
            )
        }
    }

    /// A form (`application/x-www-form-urlencoded`).
    public static func form(_ items: QueryParameters) -> EndpointBody {
        EndpointBody(Data(items.encoded.utf8), contentType: "application/x-www-form-urlencoded")
    }
}
