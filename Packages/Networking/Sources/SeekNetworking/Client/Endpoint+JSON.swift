#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Endpoint where Value: Decodable {
    /// Makes an endpoint whose answer is JSON, its `snake_case` names read as `camelCase` and its dates as ISO 8601.
    ///
    /// ```swift
    /// let repositories = Endpoint(of: [Repository].self, at: .path("users/\(user)/repos"))
    /// ```
    public init(
        of type: Value.Type = Value.self,
        _ method: HTTPRequest.Method = .get,
        at location: EndpointLocation,
        headerFields: HTTPFields = [:],
        body: EndpointBody? = nil,
        timeToLive: Duration? = nil,
        sample: HTTPResponse? = nil
    ) {
        self.init(
            method,
            at: location,
            headerFields: headerFields,
            body: body,
            timeToLive: timeToLive,
            sample: sample
        ) { response in
            try decoder.decode(Value.self, from: response.body)
        }
    }
}

/// One for all: it is not changed any more, and may be used by several threads at once.
private let decoder: JSONDecoder = {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    decoder.dateDecodingStrategy = .iso8601
    return decoder
}()

extension HTTPResponse {
    /// A JSON answer: a sample, a stub.
    public static func json(_ text: String, status: Status = .ok) -> HTTPResponse {
        HTTPResponse(
            status: status,
            headerFields: [.contentType: "application/json; charset=utf-8"],
            body: Data(text.utf8)
        )
    }
}
