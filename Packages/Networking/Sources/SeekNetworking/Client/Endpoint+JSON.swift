#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Endpoint where Value: Decodable {
    /// Creates an endpoint with a JSON response. Keys are converted from `snake_case`, and dates are ISO 8601.
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

/// Shared: not mutated after its initialization, so that concurrent use is safe.
private let decoder: JSONDecoder = {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    decoder.dateDecodingStrategy = .iso8601
    return decoder
}()

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
