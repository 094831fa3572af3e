#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// One operation of an API as a value: where it is, what is sent, which answers count, and how an answer becomes a value.
public struct Endpoint<Value: Sendable>: Sendable {
    /// Where the endpoint is.
    public var location: EndpointLocation
    /// What is asked of it.
    public var method: HTTPRequest.Method
    /// The header fields it needs besides the client's; they take the place of the client's of the same name.
    public var headerFields: HTTPFields
    /// The body, or nil where there is none.
    public var body: EndpointBody?
    /// The media type that a response with a body must have, in lower case, without parameters; nil accepts any.
    public var acceptedMediaType: String?
    /// How long an answer may be served from a cache where the server's own word would not allow it; nil leaves it to the server.
    public var timeToLive: Duration?
    /// Whether sending it twice does no harm although its method says nothing of it: it may then be retried.
    public var isIdempotent: Bool
    /// What a stubbed client answers; nil makes such a call an error that says so.
    public var sample: HTTPResponse?
    /// Whether it is answered with its sample, whatever the client does; nil leaves it to the client.
    public var stubBehavior: StubBehavior?
    /// Makes the value of an answer whose status and media type count. What it throws becomes
    /// ``NetworkError/undecodable(_:_:)`` with the thrown error's description.
    public var decode: @Sendable (HTTPResponse) throws -> Value

    /// Makes an endpoint. A response counts when its status is in 200...299 and its body, if there is one, has the accepted media
    /// type.
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
        self.decode = decode
    }
}

/// Where an endpoint is.
public enum EndpointLocation: Sendable, Hashable {
    /// Below the client's base URL.
    case path(EndpointPath, QueryParameters = [:])
    /// At an absolute URL that a server gave, such as the next page's. It must be of the client's own origin.
    case url(URL)
}
