public import SeekBasics
public import SeekSearch

/// An error of a Redis server or of its configuration. It never contains a password.
public indirect enum RedisError: SharedBackendError, Sendable, Hashable {
    /// The address is invalid. The value describes why.
    case invalidURL(String)
    /// The prefix of the keys is empty, or contains spaces, control characters or braces.
    case invalidPrefix(String)
    /// The timeout is not a number of milliseconds from 1 to 60,000.
    case invalidTimeout(String)
    /// The server is unreachable, closed the connection, or failed a moment ago. The value describes why.
    case unavailable(String)
    /// This machine lacks memory or threads for a connection. The value describes what it lacks.
    case outOfResources(String)
    /// The server has lost its data. The count of today's quota continues within a second.
    case countLost
    /// The server responds in another protocol.
    case notRedis
    /// The server did not reply in time.
    case timedOut
    /// A key with this prefix has a value of an unexpected type, which another program has stored.
    case wrongType(key: String)
    /// The server rejected the command with an error, such as `OOM` or `READONLY`.
    case rejected(code: String, message: String)
    /// The server's reply has an unexpected form.
    case unexpectedReply
    /// An error that was already thrown in the same outage.
    case repeated(RedisError)
    /// The error of the server at an address, which is a host and a port or the path of a socket.
    case server(String, RedisError)

    /// Whether an error of the same outage was thrown before.
    public var isRepeated: Bool {
        switch self {
        case .repeated: true
        case .server(_, let error): error.isRepeated
        default: false
        }
    }

    /// Whether the server rejected the command, which therefore had no effect.
    var isRejection: Bool {
        switch self {
        case .rejected, .wrongType: true
        default: false
        }
    }
}

extension RedisError: LocalizedError {
    /// The description.
    public var errorDescription: String? { description }
}
