/// The reason why no complete response was received.
public enum TransportFailure: Sendable, Hashable, CustomStringConvertible {
    /// The host name could not be resolved.
    case hostNotFound
    /// The connection failed: it was refused, the host is unreachable, or this machine is offline.
    case cannotConnect
    /// The connection ended before the response was complete.
    case connectionLost
    /// The TLS handshake failed, or the server's certificate is not trusted. The string describes the cause.
    case insecure(String)
    /// The response is not valid HTTP. The string describes the problem.
    case malformedResponse(String)
    /// Another failure, as the system describes it.
    case other(String)

    /// The failure in a single line, stable between releases except for descriptions by the system.
    public var description: String {
        switch self {
        case .hostNotFound: "the host was not found"
        case .cannotConnect: "could not connect"
        case .connectionLost: "the connection was lost before the response was complete"
        case .insecure(let reason): "no secure connection: \(reason)"
        case .malformedResponse(let reason): "the response is not valid HTTP: \(reason)"
        case .other(let reason): reason
        }
    }
}
