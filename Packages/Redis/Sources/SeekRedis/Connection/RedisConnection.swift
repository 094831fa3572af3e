#if os(Linux)
import SeekBasics

/// A connection that is opened when it is first used, and again after a failure. All callers share it: commands are
/// sent in the order of the calls without waiting for the replies to earlier commands.
///
/// A command takes at most the timeout, so it is not interrupted by cancellation. Callers do not block a thread.
final class RedisConnection: Sendable {
    struct Configuration: Sendable {
        var address: RedisAddress
        /// The maximum time for a command, including the first connection.
        var timeout: Duration
        /// The maximum size of a reply in bytes; a larger one closes the connection.
        var maximumReplySize = 16 << 20
        /// The interval at which the connection is tested with `PING`; nil to send none.
        var heartbeat: Duration?
        /// Called with the channel and the payload of each message of a subscription, on the thread of the loop.
        var onMessage: (@Sendable (String, RedisValue) -> Void)?
        /// Called each time a connection has been opened, on the thread of the loop.
        var onConnect: (@Sendable () -> Void)?
    }

    private let failures = Mutex(RedisFailures())
    private let loop: RedisLoop
    private let address: String

    init(_ configuration: Configuration, metrics: RedisMetrics = RedisMetrics()) {
        address = configuration.address.description
        loop = RedisLoop(configuration, metrics: metrics)
    }

    deinit { loop.stop() }

    /// The milliseconds since 1970 by the server's clock, estimated from a reading when the connection was last opened.
    var serverTime: Int64 { loop.serverTime }
    /// Whether commands are sent; during an outage they fail at once.
    var acceptsCommands: Bool { loop.acceptsCommands }

    /// Sends a command and returns its reply. An error reply is thrown.
    func send(_ arguments: [RedisArgument]) async throws(RedisError) -> RedisValue {
        let replies = try await send([RedisCommand(arguments)])
        if let error = RedisError(replies[0], key: arguments.dropFirst().first?.text) { throw error }
        return replies[0]
    }

    /// Sends commands together, in one round trip, and returns their replies in order. An error reply is not thrown.
    func send(_ commands: [RedisCommand]) async throws(RedisError) -> [RedisValue] {
        let result = await withCheckedContinuation { continuation in
            loop.submit(commands) { continuation.resume(returning: $0) }
        }
        let replies = try result.get()
        failures.withLock { $0.recordReply(at: .now) }
        return replies
    }

    /// Sends a command without waiting for its reply. Commands are sent in the order of the calls. The completion is
    /// called on any thread.
    func post(_ arguments: [RedisArgument], completion: @escaping RedisLoop.Completion = { _ in }) {
        loop.submit([RedisCommand(arguments)], completion: completion)
    }

    /// Runs a script and returns its result. If the server does not have the script, its source is sent. All keys must
    /// have the same hash tag.
    func run(
        _ script: RedisScript,
        keys: [String],
        _ arguments: [RedisArgument] = []
    ) async throws(RedisError) -> RedisValue {
        try await run(script, keys: keys, arguments, then: []).result
    }

    /// Runs a script and then another command, in one round trip if the server has the script. Otherwise both are sent
    /// again, so the command must be idempotent. Its reply may be an error, and is null without a command.
    func run(
        _ script: RedisScript,
        keys: [String],
        _ arguments: [RedisArgument],
        then command: [RedisArgument]
    ) async throws(RedisError) -> (result: RedisValue, reply: RedisValue) {
        let keysAndArguments = [.integer(Int64(keys.count))] + keys.map { RedisArgument.text($0) } + arguments
        let commands = command.isEmpty ? [] : [RedisCommand(command)]
        var replies = try await send([RedisCommand(["EVALSHA", .text(script.digest)] + keysAndArguments)] + commands)
        if case .error("NOSCRIPT", _) = replies[0] {
            replies = try await send([RedisCommand(["EVAL", .text(script.source)] + keysAndArguments)] + commands)
        }
        if let error = RedisError(replies[0], key: keys.first) { throw error }
        return (replies[0], replies.count > 1 ? replies[1] : .null)
    }

    /// Performs an operation whose errors the caller reports. Errors are thrown with the address of the server, and as
    /// ``RedisError/repeated(_:)`` if the same outage has already caused an error.
    func markingRepeatedErrors<Value>(
        _ operation: () async throws(RedisError) -> Value
    ) async throws(RedisError) -> Value {
        do throws(RedisError) {
            return try await operation()
        } catch {
            throw markIfRepeated(error)
        }
    }

    /// Records an error. Returns it with the address of the server, and as ``RedisError/repeated(_:)`` if the same
    /// outage has already caused an error.
    func markIfRepeated(_ error: RedisError) -> RedisError {
        .server(address, failures.withLock { $0.record(error, at: .now) })
    }

    /// Records that the server has accepted a write, which ends an outage of any kind; see ``RedisFailures``.
    func recordWrite() { failures.withLock { $0.recordWrite(at: .now) } }
}

extension RedisError {
    /// Creates the error of an error reply; nil for any other reply.
    init?(_ reply: RedisValue, key: String?) {
        guard case .error(let code, let message) = reply else { return nil }
        self = if code == "WRONGTYPE", let key { .wrongType(key: key) } else { .rejected(code: code, message: message) }
    }
}

extension RedisArgument {
    fileprivate var text: String? { if case .text(let text) = self { text } else { nil } }
}
#endif
