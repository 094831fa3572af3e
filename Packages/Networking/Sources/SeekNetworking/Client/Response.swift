/// A value with the response it was made of.
public struct Response<Value: Sendable>: Sendable {
    /// The value.
    public let value: Value
    /// The response, its header fields and its provenance among the rest.
    public let response: HTTPResponse

    /// Where the value came from.
    public var provenance: Provenance { response.provenance }

    /// Makes an answer.
    public init(value: Value, response: HTTPResponse) {
        self.value = value
        self.response = response
    }
}
