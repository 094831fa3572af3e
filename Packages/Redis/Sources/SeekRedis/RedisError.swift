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
    /// The caller was cancelled while it waited for a reply.
    case cancelled
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

extension RedisError: CustomStringConvertible {
    /// What happened, where, and what to do if the user can change it.
    public var description: String { description() }

    /// Returns what happened, where, and what to do if the user can change it.
    ///
    /// - Parameters:
    ///   - url: The name of the setting that contains the URL.
    ///   - prefix: The name of the setting that contains the prefix of the keys.
    ///   - consequence: What happens as a result, which is inserted after the problem.
    public func description(url: String = "its URL", prefix: String = "prefix", consequence: String? = nil) -> String {
        let (problem, remedy) = explanation(of: "Redis", url: url, prefix: prefix)
        return [problem, consequence, remedy].compactMap(\.self).joined(separator: "; ")
    }

    private func explanation(of subject: String, url: String, prefix: String) -> (problem: String, remedy: String?) {
        switch self {
        case .invalidURL(let reason): ("the Redis URL is invalid: \(reason)", nil)
        case .invalidPrefix(let prefix):
            (
                """
                the Redis key prefix '\(prefix)' is invalid: it must not be empty or contain spaces, control \
                characters or braces
                """, nil
            )
        case .invalidTimeout(let timeout):
            ("the Redis timeout '\(timeout)' is invalid: it must be a number of milliseconds from 1 to 60000", nil)
        case .unavailable(let reason):
            ("\(subject) is unavailable: \(reason)", "check that it runs and can be reached, or correct \(url)")
        case .outOfResources(let reason):
            ("\(subject) cannot be used: \(reason)", "close other programs on this machine")
        case .countLost: ("\(subject) has lost the count of today's quota", "try again in a few seconds")
        case .notRedis: ("\(subject) does not use the Redis protocol", "correct the address in \(url)")
        case .timedOut: ("\(subject) did not reply in time", "check its load and the network")
        case .cancelled: ("the command for \(subject) was cancelled", nil)
        case .wrongType(let key):
            ("\(subject) has a value of another type at the key \(key)", "delete the key, or choose another \(prefix)")
        case .rejected(let code, let message):
            Self.explanation(of: subject, code: code, message, url: url)
                ?? ("\(subject) rejected a command: \(code) \(Self.withoutScript(message))", "check its configuration")
        case .unexpectedReply:
            ("\(subject) sent an unexpected reply", "choose another \(prefix) if another version of Seek uses the same")
        case .repeated(let error): error.explanation(of: subject, url: url, prefix: prefix)
        case .server(let address, let error):
            error.explanation(of: "\(subject) at \(address)", url: url, prefix: prefix)
        }
    }

    /// Explains an error of the server (https://redis.io/docs/latest/develop/reference/protocol-spec/#simple-errors);
    /// nil if its meaning is not known.
    private static func explanation(
        of subject: String,
        code: String,
        _ message: String,
        url: String
    ) -> (problem: String, remedy: String?)? {
        switch code {
        case "OOM": ("\(subject) is full", "raise its maxmemory, or set a maxmemory-policy that evicts")
        case "READONLY": ("\(subject) is a read-only replica", "set \(url) to the address of the primary")
        case "MASTERDOWN":
            ("\(subject) is a replica that has lost its primary", "set \(url) to the address of the primary")
        case "LOADING": ("\(subject) is loading its data", "wait until it has started")
        case "MISCONF": ("\(subject) cannot save its data and rejects changes", "check its disk and its log")
        case "NOAUTH": ("\(subject) requires a password", "add it to \(url), as :PASSWORD@ before the host or path")
        case "WRONGPASS": ("\(subject) rejected the user name or the password", "correct them in \(url)")
        case "NOPERM": ("\(subject) denies a permission: \(message)", "extend the rules (ACL) of the user")
        case "ERR" where message.hasPrefix("The user executing the script can't"):
            ("\(subject) denies a permission: \(withoutScript(message))", "extend the rules (ACL) of the user")
        case "ERR" where message.hasPrefix("AUTH") || message.hasPrefix("Client sent AUTH"):
            ("\(subject) has no password for this user", "remove the password from \(url)")
        case "ERR" where message.contains("DB index"):
            ("\(subject) has no database with this number", "use a smaller one in \(url), such as 0")
        case "ERR" where message.hasPrefix("max number of clients"):
            ("\(subject) has too many clients", "raise its maxclients")
        default: nil
        }
    }

    /// Removes the digest and the line of a script from an error's message.
    private static func withoutScript(_ message: String) -> String {
        message.firstRange(of: " script: ").map { String(message[..<$0.lowerBound]) } ?? message
    }
}
