public import SeekSearch

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// An error of a Redis server or of its address. It never contains a password.
public indirect enum RedisError: SharedBackendError, Sendable, Hashable {
    /// The address is invalid. The value describes why.
    case invalidURL(String)
    /// The prefix of the keys is empty, or contains white space, control characters or braces.
    case invalidPrefix(String)
    /// The server cannot be used: it is unreachable, closed the connection, or failed a moment ago. The value describes
    /// why.
    case unavailable(String)
    /// The server did not reply in time.
    case timedOut
    /// The server rejected the command with an error, such as `OOM` or `READONLY`.
    case rejected(code: String, message: String)
    /// The server's reply has an unexpected form.
    case unexpectedReply
    /// The error, which was thrown before in the same outage.
    case repeated(RedisError)

    /// Whether an error of the same outage was thrown before.
    public var isRepeated: Bool { if case .repeated = self { true } else { false } }
}

extension RedisError {
    /// Whether the server rejected the command, which therefore had no effect.
    var isRejection: Bool { if case .rejected = self { true } else { false } }
}

extension RedisError: CustomStringConvertible {
    /// What happened, and what to do if the user can change it.
    public var description: String {
        switch self {
        case .invalidURL(let reason): "the Redis URL is invalid: \(reason)"
        case .invalidPrefix(let prefix):
            """
            the Redis key prefix “\(prefix)” is invalid: it must not be empty or contain spaces, control \
            characters or braces
            """
        case .unavailable(let reason): "Redis is unavailable: \(reason)"
        case .timedOut: "Redis did not reply in time"
        case .rejected("OOM", _): "Redis is full: raise its maxmemory or set a maxmemory-policy that evicts"
        case .rejected("READONLY", _): "Redis is a read-only replica: use the address of the primary"
        case .rejected("NOAUTH", _): "Redis requires a password: add it to the URL, redis://:PASSWORD@HOST"
        case .rejected("WRONGPASS", _): "Redis rejected the user name or the password"
        case .rejected(let code, let message): "Redis rejected a command: \(code) \(message)"
        case .unexpectedReply: "Redis sent an unexpected reply: another version of Seek may use the same prefix"
        case .repeated(let error): error.description
        }
    }
}

extension RedisError: LocalizedError {
    /// The description.
    public var errorDescription: String? { description }
}
