#if os(Linux)
import SeekBasics

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The state of a connection, and the thread that receives replies, enforces timeouts and reconnects.
///
/// Unless the socket is full or not connected, the calling thread writes its command itself, which saves waking up the
/// loop's thread.
final class RedisLoop: Sendable {
    /// Called with one reply for each command, or with the failure of all of them.
    typealias Completion = @Sendable (Result<[RedisValue], RedisError>) -> Void

    /// Commands that were submitted together, with the replies so far. Redis replies in the order of the commands.
    private struct Waiter {
        var deadline: ContinuousClock.Instant
        var commandCount = 1
        var completion: Completion
        var replies: [RedisValue] = []

        var isComplete: Bool { replies.count == commandCount }
    }

    private struct State {
        var health = RedisHealth()
        var socket: RedisSocket?
        var waiters: [Waiter] = []
        /// The bytes that the socket has not accepted yet.
        var output: ArraySlice<UInt8> = []
        /// The result of the thread that connects; nil while there is none to process.
        var connectionResult: Result<RedisSocket, RedisError>?
        /// The reason why commands fail during an outage.
        var lastFailure = RedisError.unavailable("not connected")
        var connectionCount = 0
        /// The server's clock when the last connection was opened.
        var clock = ServerClock(milliseconds: 0, readAt: .now)
        /// When the thread wakes up without an event; nil for never.
        var wakesAt: ContinuousClock.Instant?
        /// When the next heartbeat is due; nil without a connection or if heartbeats are not configured.
        var heartbeatAt: ContinuousClock.Instant?
        var isThreadStarted = false
        var isStopping = false
    }

    private let configuration: RedisConnection.Configuration
    private let metrics: RedisMetrics
    private let state = Mutex(State())
    private let waker = Waker()

    init(_ configuration: RedisConnection.Configuration, metrics: RedisMetrics) {
        self.configuration = configuration
        self.metrics = metrics
    }

    /// Sends commands together, in one round trip. The completion is called once, on any thread.
    func submit(_ commands: [RedisCommand], completion: @escaping Completion) {
        let deadline = ContinuousClock.now + configuration.timeout
        let (failure, mustWake): (RedisError?, Bool) = state.withLock { state in
            guard state.health.acceptsCommands, !state.isStopping else { return (state.lastFailure, false) }
            guard startThread(&state) else { return (.outOfResources("no thread could be created"), false) }
            state.waiters.append(Waiter(deadline: deadline, commandCount: commands.count, completion: completion))
            metrics.update { $0.commands += 1 }
            enqueue(commands.flatMap(\.bytes), &state)
            let isThreadLate = state.wakesAt.map { deadline < $0 } ?? true
            return (nil, isThreadLate || !state.output.isEmpty)
        }
        if let failure { completion(.failure(failure)) }
        if mustWake { waker.wake() }
    }

    /// The milliseconds since 1970 by the server's clock, estimated from a reading when the connection was last
    /// opened.
    var serverTime: Int64 { state.withLock { $0.clock.time(at: .now) } }

    /// Whether commands are sent; during an outage they fail at once.
    var acceptsCommands: Bool { state.withLock { $0.health.acceptsCommands } }

    /// Closes the connection. Outstanding commands fail.
    func stop() {
        state.withLock { $0.isStopping = true }
        waker.wake()
    }

    private func startThread(_ state: inout State) -> Bool {
        if state.isThreadStarted { return true }
        guard let thread = SystemThread({ [self] in run() }) else { return false }
        thread.detach()
        state.isThreadStarted = true
        return true
    }

    /// Writes the bytes of commands, and stores those that the socket does not accept.
    private func enqueue(_ bytes: [UInt8], _ state: inout State) {
        state.output += bytes
        if state.output.count == bytes.count { flush(&state) }
    }

    private func flush(_ state: inout State) {
        guard let socket = state.socket, !state.output.isEmpty else { return }
        let count = socket.write(state.output)
        state.output = count == state.output.count ? [] : state.output.dropFirst(count)
        metrics.update { $0.bytesSent += count }
    }

    // MARK: The thread

    private func run() {
        var hadReply = false
        while true {
            let turn = prepare(lingers: hadReply)
            for completion in turn.completions { completion() }
            if turn.isLast { return }
            let isReadable = waker.wait(for: turn.socket?.descriptor, writes: turn.writes, until: turn.wakesAt)
            hadReply = false
            if isReadable, let socket = turn.socket { hadReply = receive(from: socket) }
        }
    }

    /// What the thread does next, after it has released the lock.
    private struct Turn {
        var socket: RedisSocket?
        /// Whether the thread also waits until the socket accepts bytes.
        var writes = false
        /// When the thread wakes up without an event; nil for never.
        var wakesAt: ContinuousClock.Instant?
        /// Whether the connection was stopped.
        var isLast = false
        var completions: [() -> Void] = []
    }

    /// Connects if necessary, enforces timeouts and writes. Returns what the thread does next.
    ///
    /// - Parameter lingers: Whether the thread also wakes up after one timeout without an event. A caller that sends a
    ///   command before then need not wake the thread up, because the command cannot expire earlier.
    private func prepare(lingers: Bool) -> Turn {
        let now = ContinuousClock.now
        return state.withLock { state -> Turn in
            var turn = Turn()
            processConnectionResult(&state, &turn)
            if state.isStopping {
                fail(&state, .unavailable("it is no longer used"), &turn)
                turn.isLast = true
                return turn
            }
            expire(&state, now, &turn)
            if let connectsAt = state.health.nextAttempt(at: now) {
                if connectsAt <= now { connect(&state, now, &turn) } else { turn.wakesAt = connectsAt }
            }
            sendHeartbeatIfDue(&state, now)
            flush(&state)
            turn.socket = state.socket
            turn.writes = !state.output.isEmpty
            let linger = lingers ? now + configuration.timeout : nil
            turn.wakesAt =
                [turn.wakesAt, state.waiters.first?.deadline, state.heartbeatAt, linger].compactMap(\.self).min()
            state.wakesAt = turn.wakesAt
            return turn
        }
    }

    /// Connects on another thread, because resolving the host may block for long.
    private func connect(_ state: inout State, _ now: ContinuousClock.Instant, _ turn: inout Turn) {
        state.health.didBeginConnecting()
        let thread = SystemThread { [self, configuration] in
            let result = Result { () throws(RedisError) in
                try RedisSocket(
                    configuration.address,
                    timeout: configuration.timeout,
                    maximumReplySize: configuration.maximumReplySize
                )
            }
            self.state.withLock { $0.connectionResult = result }
            waker.wake()
        }
        if let thread {
            thread.detach()
        } else {
            disconnect(&state, .outOfResources("no thread could be created"), now, &turn)
        }
    }

    private func processConnectionResult(_ state: inout State, _ turn: inout Turn) {
        switch state.connectionResult.take() {
        case .success(let socket):
            state.socket = socket
            state.clock = socket.clock
            state.health.didConnect()
            state.connectionCount += 1
            if state.connectionCount > 1 { metrics.update { $0.reconnections += 1 } }
            state.heartbeatAt = configuration.heartbeat.map { .now + $0 }
            if let onConnect = configuration.onConnect { turn.completions.append(onConnect) }
        case .failure(let error): disconnect(&state, error, .now, &turn)
        case nil: break
        }
    }

    /// Fails all outstanding commands if the deadline of one has passed, and closes an open connection: the server is
    /// slow or unreachable, and later commands must not wait for its earlier replies.
    private func expire(_ state: inout State, _ now: ContinuousClock.Instant, _ turn: inout Turn) {
        let expired = state.waiters.count { $0.deadline <= now }
        guard expired > 0 else { return }
        metrics.update { $0.timeouts += expired }
        if state.socket == nil {
            state.health.didExpireWhileConnecting()
            state.lastFailure = .timedOut
            fail(&state, .timedOut, &turn)
        } else {
            disconnect(&state, .timedOut, now, &turn)
        }
    }

    private func disconnect(
        _ state: inout State,
        _ error: RedisError,
        _ now: ContinuousClock.Instant,
        _ turn: inout Turn
    ) {
        state.socket = nil
        state.heartbeatAt = nil
        state.lastFailure = error
        state.health.didFail(at: now, random: .random(in: 0...1))
        fail(&state, error, &turn)
    }

    private func fail(_ state: inout State, _ error: RedisError, _ turn: inout Turn) {
        for waiter in state.waiters { turn.completions.append { waiter.completion(.failure(error)) } }
        state.waiters = []
        state.output = []
    }

    private func sendHeartbeatIfDue(_ state: inout State, _ now: ContinuousClock.Instant) {
        guard let heartbeat = configuration.heartbeat, let heartbeatAt = state.heartbeatAt, heartbeatAt <= now else {
            return
        }
        state.heartbeatAt = now + heartbeat
        state.waiters.append(Waiter(deadline: now + configuration.timeout) { _ in })
        enqueue(RedisCommand(["PING"]).bytes, &state)
    }

    // MARK: Replies

    /// Reads from the socket and delivers replies and messages. Returns whether there was a reply.
    private func receive(from socket: RedisSocket) -> Bool {
        var replies: [RedisValue] = []
        var failure: RedisError?
        do {
            let byteCount: Int
            (replies, byteCount) = try socket.read()
            metrics.update { $0.bytesReceived += byteCount }
        } catch {
            failure = error
        }
        let messages = replies.compactMap { message(in: $0) }
        if !messages.isEmpty { replies.removeAll { message(in: $0) != nil } }
        var turn = Turn()
        let waiters = state.withLock { state in
            let waiters = deliver(replies, &state)
            if waiters == nil { failure = .unexpectedReply }
            if let failure { close(&state, failure, &turn) }
            return waiters ?? []
        }
        for (channel, payload) in messages { configuration.onMessage?(channel, payload) }
        for waiter in waiters { waiter.completion(.success(waiter.replies)) }
        for completion in turn.completions { completion() }
        return !replies.isEmpty
    }

    /// Assigns replies to the waiters. Removes and returns the waiters whose replies are complete; nil if there are
    /// more replies than commands.
    private func deliver(_ replies: [RedisValue], _ state: inout State) -> [Waiter]? {
        if !replies.isEmpty { state.health.didReceiveReply() }
        var index = 0
        for reply in replies {
            guard index < state.waiters.count else { return nil }
            state.waiters[index].replies.append(reply)
            if state.waiters[index].isComplete { index += 1 }
        }
        defer { state.waiters.removeFirst(index) }
        return Array(state.waiters.prefix(index))
    }

    /// Closes a failed connection. If there are neither outstanding commands nor earlier failures, this is not an
    /// outage: the server may have restarted.
    private func close(_ state: inout State, _ failure: RedisError, _ turn: inout Turn) {
        guard state.waiters.isEmpty, state.health.failureCount == 0 else {
            disconnect(&state, failure, .now, &turn)
            return
        }
        state.socket = nil
        state.heartbeatAt = nil
        state.health.didCloseIdle()
    }

    /// Returns the channel and the payload of a message of a subscription; nil for the reply of a command.
    private func message(in reply: RedisValue) -> (channel: String, payload: RedisValue)? {
        guard configuration.onMessage != nil, let elements = reply.array, elements.count == 3,
            elements[0].text == "message", let channel = elements[1].text
        else { return nil }
        return (channel, elements[2])
    }
}
#endif
