#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// An error of a Redis server or of its address. It never contains a password.
public enum RedisError: Error, Sendable, Hashable {
    /// The address is invalid, for the reason.
    case invalidURL(String)
    /// The server cannot be used at the moment, for the reason: it is unreachable, it closed the connection, or an
    /// earlier failure was a moment ago.
    case unavailable(String)
    /// The server did not reply in time.
    case timedOut
    /// The server rejected the command with an error, such as `OOM` or `READONLY`.
    case rejected(code: String, message: String)
    /// The server's reply has an unexpected form.
    case unexpectedReply
}

extension RedisError: CustomStringConvertible {
    /// What happened, and what to do if the user can change it.
    public var description: String {
        switch self {
        case .invalidURL(let reason): "the Redis URL is invalid: \(reason)"
        case .unavailable(let reason): "Redis is unavailable: \(reason)"
        case .timedOut: "Redis did not reply in time"
        case .rejected("OOM", _): "Redis is full: raise its maxmemory or set a maxmemory-policy that evicts"
        case .rejected("READONLY", _): "Redis is a read-only replica: use the address of the primary"
        case .rejected("NOAUTH", _): "Redis requires a password: add it to the URL, redis://:PASSWORD@HOST"
        case .rejected("WRONGPASS", _): "Redis rejected the user name or the password"
        case .rejected(let code, let message): "Redis rejected a command: \(code) \(message)"
        case .unexpectedReply: "Redis sent an unexpected reply: another version of Seek may use the same prefix"
        }
    }
}

extension RedisError: LocalizedError {
    /// The description.
    public var errorDescription: String? { description }
}
