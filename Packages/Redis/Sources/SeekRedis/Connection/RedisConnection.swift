#if os(Linux)
import SeekBasics

/// A connection that is opened when it is first used, and again after a failure. All callers share it: commands are
/// sent in the order of the calls without waiting for the replies of earlier ones.
///
/// A command takes at most the timeout, so it is not interrupted by cancellation. Callers do not block a thread.
final class RedisConnection: Sendable {
    /// What distinguishes a connection.
    struct Configuration: Sendable {
        var address: RedisAddress
        /// The maximum time for a command, including the first connection.
        var timeout: Duration
        /// The time without a command after which the connection is tested; nil if the next command tests it.
        var heartbeat: Duration?
        /// Called for each message of a subscription, on the thread of the loop: channel and payload.
        var onMessage: (@Sendable (String, RedisValue) -> Void)?
        /// Called after each connection, on the thread of the loop.
        var onConnect: (@Sendable () -> Void)?

        init(address: RedisAddress, timeout: Duration) {
            self.address = address
            self.timeout = timeout
        }
    }

    let failures = RedisFailures()
    private let loop: RedisLoop

    init(_ configuration: Configuration, metrics: RedisMetrics = RedisMetrics()) {
        loop = RedisLoop(configuration, metrics: metrics)
    }

    deinit { loop.stop() }

    /// Sends a command and returns its reply.
    ///
    /// - Throws: ``RedisError``; an error reply is thrown as ``RedisError/rejected(code:message:)``.
    func send(_ arguments: [RedisArgument]) async throws(RedisError) -> RedisValue {
        let command = RedisCommand(arguments)
        let result = await withCheckedContinuation { continuation in
            loop.submit(command) { continuation.resume(returning: $0) }
        }
        let reply = try result.get()
        failures.recordReply()
        if case .error(let code, let message) = reply { throw .rejected(code: code, message: message) }
        return reply
    }

    /// Sends a command without waiting for its reply. Commands are sent in the order of the calls.
    ///
    /// - Parameter completion: Called with the reply or the failure, on any thread.
    func post(_ arguments: [RedisArgument], completion: @escaping RedisLoop.Completion = { _ in }) {
        loop.submit(RedisCommand(arguments), completion: completion)
    }

    /// Runs a script and returns its result. If the server does not have it, sends its source.
    ///
    /// - Parameters:
    ///   - keys: The keys that the script uses, all with the same hash tag.
    ///   - arguments: The values of `ARGV`.
    func run(
        _ script: RedisScript,
        keys: [String],
        _ arguments: [RedisArgument] = []
    ) async throws(RedisError) -> RedisValue {
        let tail = [.integer(Int64(keys.count))] + keys.map { RedisArgument.text($0) } + arguments
        do {
            return try await send(["EVALSHA", .text(script.digest)] + tail)
        } catch .rejected("NOSCRIPT", _) {
            return try await send(["EVAL", .text(script.source)] + tail)
        }
    }

    /// Runs a script for a caller whose errors are reported: an error of an outage that was thrown before is thrown as
    /// ``RedisError/repeated(_:)``.
    func runReporting(
        _ script: RedisScript,
        keys: [String],
        _ arguments: [RedisArgument] = []
    ) async throws(RedisError) -> RedisValue {
        do {
            return try await run(script, keys: keys, arguments)
        } catch {
            throw failures.record(error)
        }
    }
}
#endif
