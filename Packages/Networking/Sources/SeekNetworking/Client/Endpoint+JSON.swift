public import SeekBasics

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
