/// The ways in which an exchange breaks off.
public enum TransportFailure: Sendable, Hashable, CustomStringConvertible {
    /// The host's name could not be resolved.
    case hostNotFound
    /// No connection could be made: refused, unreachable, or this machine is offline.
    case cannotConnect
    /// The connection ended before the answer did.
    case connectionLost
    /// The secure connection could not be made or the server's certificate is not trusted. The text says which.
    case insecure(String)
    /// What arrived is not HTTP, or breaks its rules. The text says how.
    case malformedResponse(String)
    /// Something else, in the words of the system.
    case other(String)

    /// One line, stable between releases but for the system's own words.
    public var description: String {
        switch self {
        case .hostNotFound: "the host was not found"
        case .cannotConnect: "could not connect"
        case .connectionLost: "the connection was lost before the answer was complete"
        case .insecure(let reason): "no secure connection: \(reason)"
        case .malformedResponse(let reason): "the answer is not valid HTTP: \(reason)"
        case .other(let reason): reason
        }
    }
}
