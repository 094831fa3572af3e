#if os(Linux)
import SeekBasics

/// A connection that is opened when it is first used, and again after a failure. All callers share it: commands are
/// sent in the order of the calls without waiting for the replies to earlier commands.
///
/// A command takes at most the timeout. Callers do not block a thread.
final class RedisConnection: Sendable {
    struct Configuration: Sendable {
        var address: RedisAddress
        /// The maximum time for a command, including the first connection.
        var timeout: Duration
        /// The maximum time to open a connection, if it is longer than the timeout. Commands do not wait for it longer
        /// than the timeout.
        var connectionTimeout = Duration.seconds(1)
        /// The maximum size of a reply in bytes; a larger one closes the connection.
        var maximumReplySize = 16 << 20
    }

    private let failures = Mutex(RedisFailures())
    private let worker: RedisWorker
    private let address: String

    init(_ configuration: Configuration, metrics: RedisMetrics = RedisMetrics()) {
        address = configuration.address.description
        worker = RedisWorker(configuration, metrics: metrics)
    }

    deinit { worker.stop() }

    /// The milliseconds since 1970 by the server's clock, estimated from a reading when the connection was last opened.
    var serverTime: Int64 { worker.serverTime }
    /// Whether commands are sent; during an outage they fail at once.
    var acceptsCommands: Bool { worker.acceptsCommands }

    /// Sends a command and returns its reply. An error reply is thrown.
    func send(_ arguments: [RedisArgument], isCancellable: Bool = false) async throws(RedisError) -> RedisValue {
        let replies = try await send([RedisCommand(arguments)], isCancellable: isCancellable)
        if let error = RedisError(replies[0], key: arguments.dropFirst().first?.text) { throw error }
        return replies[0]
    }

    /// Sends commands together, in one round trip, and returns their replies in order. An error reply is not thrown.
    ///
    /// - Parameter isCancellable: Whether a cancelled caller stops waiting, with ``RedisError/cancelled``. The server may
    ///   run the commands nevertheless.
    func send(_ commands: [RedisCommand], isCancellable: Bool = false) async throws(RedisError) -> [RedisValue] {
        if isCancellable, Task.isCancelled { throw .cancelled }
        let pending = PendingReply()
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                pending.wait(continuation)
                worker.submit(commands) { pending.finish($0) }
            }
        } onCancel: {
            if isCancellable { pending.finish(.failure(.cancelled)) }
        }
        let replies = try result.get()
        failures.withLock { $0.recordReply(at: .now) }
        return replies
    }

    /// Sends a command without waiting for its reply. Commands are sent in the order of the calls. The completion is
    /// called on any thread.
    func post(_ arguments: [RedisArgument], completion: @escaping RedisWorker.Completion = { _ in }) {
        worker.submit([RedisCommand(arguments)], completion: completion)
    }

    /// Runs a script and returns its result. If the server does not have the script, its source is sent. All keys must
    /// have the same hash tag.
    func run(
        _ script: RedisScript,
        keys: [String],
        _ arguments: [RedisArgument] = [],
        isCancellable: Bool = false
    ) async throws(RedisError) -> RedisValue {
        let parameters = [.integer(Int64(keys.count))] + keys.map { RedisArgument.text($0) } + arguments
        var command = RedisCommand(["EVALSHA", .text(script.digest)] + parameters)
        var reply = try await send([command], isCancellable: isCancellable)[0]
        if case .error("NOSCRIPT", _) = reply {
            command = RedisCommand(["EVAL", .text(script.source)] + parameters)
            reply = try await send([command], isCancellable: isCancellable)[0]
        }
        if let error = RedisError(reply, key: keys.first) { throw error }
        return reply
    }

    // MARK: Errors

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

    /// Performs an operation of a store: as ``markingRepeatedErrors(_:)``, but throws a `CancellationError` if the
    /// caller was cancelled.
    func performingForStore<Value>(_ operation: () async throws(RedisError) -> Value) async throws -> Value {
        do throws(RedisError) {
            return try await markingRepeatedErrors(operation)
        } catch {
            if error == .cancelled { throw CancellationError() }
            throw error
        }
    }

    /// Records an error. Returns it with the address of the server, and as ``RedisError/repeated(_:)`` if the same
    /// outage has already caused an error. A cancellation is returned unchanged.
    func markIfRepeated(_ error: RedisError) -> RedisError {
        error == .cancelled ? error : .server(address, failures.withLock { $0.record(error, at: .now) })
    }

    /// Records that the server has accepted a write, which ends an outage of any kind; see ``RedisFailures``.
    func recordWrite() { failures.withLock { $0.recordWrite(at: .now) } }
}

/// Resumes a caller once, with the first result.
private final class PendingReply: Sendable {
    typealias Reply = Result<[RedisValue], RedisError>

    private enum State {
        case idle
        case waiting(CheckedContinuation<Reply, Never>)
        case finished(Reply)
    }

    private let state = Mutex(State.idle)

    func wait(_ continuation: CheckedContinuation<Reply, Never>) {
        let reply = state.withLock { state -> Reply? in
            if case .finished(let reply) = state { return reply }
            state = .waiting(continuation)
            return nil
        }
        if let reply { continuation.resume(returning: reply) }
    }

    func finish(_ reply: Reply) {
        let continuation = state.withLock { state -> CheckedContinuation<Reply, Never>? in
            switch state {
            case .idle: state = .finished(reply)
            case .finished: break
            case .waiting(let continuation):
                state = .finished(reply)
                return continuation
            }
            return nil
        }
        continuation?.resume(returning: reply)
    }
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
