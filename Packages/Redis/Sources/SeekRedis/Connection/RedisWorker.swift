#if os(Linux)
import Dispatch
import SeekBasics

/// A thread that sends commands and receives their replies, and reconnects after an outage.
///
/// It sends all queued commands together. While it receives their replies, it sends those that are queued meanwhile. The
/// thread starts with the first command.
final class RedisWorker: Sendable {
    /// Called with one reply for each command, or with the failure of all of them.
    typealias Completion = @Sendable (Result<[RedisValue], RedisError>) -> Void

    /// Commands that were submitted together, with the replies so far. Redis replies in the order of the commands.
    private struct Request {
        let bytes: [UInt8]
        let commandCount: Int
        let deadline: ContinuousClock.Instant
        let completion: Completion
        var replies: [RedisValue] = []
    }

    private struct State {
        /// The requests that the thread has not taken yet.
        var queue: [Request] = []
        var circuit = RedisCircuit()
        /// When the thread connects again in an outage; nil if it waits for a request.
        var connectsAt: ContinuousClock.Instant?
        /// The reason why commands fail in an outage.
        var lastFailure = RedisError.unavailable("not connected")
        var isConnecting = false
        var connectionCount = 0
        /// The server's clock when the last connection was opened.
        var clock = ServerClock(milliseconds: 0, readAt: .now)
        var isThreadStarted = false
        /// Whether the thread waits for ``RedisWorker/wakeUp``.
        var isWaiting = false
        var isStopping = false
    }

    private let configuration: RedisConnection.Configuration
    private let metrics: RedisMetrics
    private let state = Mutex(State())
    private let wakeUp = DispatchSemaphore(value: 0)

    init(_ configuration: RedisConnection.Configuration, metrics: RedisMetrics) {
        self.configuration = configuration
        self.metrics = metrics
    }

    /// Sends commands together, in one round trip. The completion is called once, on any thread.
    func submit(_ commands: [RedisCommand], completion: @escaping Completion) {
        let request = Request(
            bytes: commands.count == 1 ? commands[0].bytes : commands.flatMap(\.bytes),
            commandCount: commands.count,
            deadline: .now + configuration.timeout,
            completion: completion
        )
        let (failure, isWaiting): (RedisError?, Bool) = state.withLock { state in
            guard !state.circuit.isOpen, !state.isStopping else { return (state.lastFailure, false) }
            guard startThread(&state) else { return (.outOfResources("no thread could be created"), false) }
            state.queue.append(request)
            defer { state.isWaiting = false }
            return (nil, state.isWaiting)
        }
        if let failure { return completion(.failure(failure)) }
        metrics.update { $0.commands += 1 }
        if isWaiting { wakeUp.signal() }
    }

    /// The milliseconds since 1970 by the server's clock, estimated from a reading when the connection was last
    /// opened.
    var serverTime: Int64 { state.withLock { $0.clock.time(at: .now) } }

    /// Whether commands are sent; during an outage they fail at once.
    var acceptsCommands: Bool { !state.withLock { $0.circuit.isOpen } }

    /// Lets the thread end and close the connection, as soon as it is not blocked. Commands without a reply fail.
    func stop() {
        state.withLock { state in
            state.isStopping = true
            state.lastFailure = .unavailable("it is no longer used")
        }
        wakeUp.signal()
    }

    private func startThread(_ state: inout State) -> Bool {
        if state.isThreadStarted { return true }
        guard let thread = SystemThread({ [self] in run() }) else { return false }
        thread.detach()
        state.isThreadStarted = true
        return true
    }

    // MARK: The thread

    private func run() {
        var socket: RedisSocket?
        while waitForWork() {
            var requests: [Request] = []
            do throws(RedisError) {
                // A connection that the server closed while it was idle, for example for a restart, is not an outage.
                if socket?.isIdle == false { socket = nil }
                let open = if let socket { socket } else { try connect() }
                socket = open
                try exchange(&requests, over: open)
            } catch {
                socket = nil
                fail(requests, error)
            }
        }
        let queue = state.withLock { state in
            defer { state.queue = [] }
            return state.queue
        }
        for request in queue { request.completion(.failure(.unavailable("it is no longer used"))) }
    }

    /// Waits until a request is queued, or until the next attempt to connect in an outage. Returns false after
    /// ``stop()``.
    private func waitForWork() -> Bool {
        while true {
            let (mayWork, isStopping, connectsAt) = state.withLock { state in
                let mayWork = !state.queue.isEmpty || state.connectsAt.map { $0 <= .now } ?? false
                state.isWaiting = !mayWork
                return (mayWork, state.isStopping, state.connectsAt)
            }
            if isStopping { return false }
            if mayWork { return true }
            wakeUp.wait(until: connectsAt)
        }
    }

    private func connect() throws(RedisError) -> RedisSocket {
        state.withLock { $0.isConnecting = true }
        // Resolving the host may block this thread for long, so a task enforces the timeout of the requests.
        let expiry = Task { [weak self, timeout = configuration.timeout] in
            try await Task.sleep(for: timeout)
            self?.expireWhileConnecting()
        }
        defer { expiry.cancel() }
        let socket = try RedisSocket(configuration)
        let isReplacement = state.withLock { state in
            state.isConnecting = false
            state.connectsAt = nil
            state.circuit.recordConnection()
            state.clock = socket.clock
            state.connectionCount += 1
            return state.connectionCount > 1
        }
        if isReplacement { metrics.update { $0.reconnections += 1 } }
        return socket
    }

    /// Fails the queued requests, and later ones at once, until the connection is open.
    private func expireWhileConnecting() {
        let expired = state.withLock { state -> [Request] in
            guard state.isConnecting, !state.queue.isEmpty else { return [] }
            state.circuit.recordExpiry()
            state.lastFailure = .timedOut
            defer { state.queue = [] }
            return state.queue
        }
        metrics.update { $0.timeouts += expired.count }
        for request in expired { request.completion(.failure(.timedOut)) }
    }

    /// Sends the queued requests and receives their replies, until no request is queued or without a reply.
    ///
    /// - Parameter requests: The requests that were taken from the queue and have no reply yet.
    private func exchange(_ requests: inout [Request], over socket: RedisSocket) throws(RedisError) {
        while true {
            let new = state.withLock { state in
                defer { state.queue = [] }
                return state.queue
            }
            requests += new
            guard let deadline = requests.first?.deadline else { return }
            if !new.isEmpty {
                let bytes = new.count == 1 ? new[0].bytes : new.flatMap(\.bytes)
                try socket.write(bytes, until: deadline)
                metrics.update { $0.bytesSent += bytes.count }
            }
            let (replies, byteCount) = try socket.read(until: deadline)
            metrics.update { $0.bytesReceived += byteCount }
            try deliver(replies, to: &requests)
        }
    }

    /// Assigns replies to the requests, and completes and removes those whose replies have all arrived.
    private func deliver(_ replies: [RedisValue], to requests: inout [Request]) throws(RedisError) {
        state.withLock { $0.circuit.recordReply() }
        var completed = 0
        defer { requests.removeFirst(completed) }
        for reply in replies {
            guard completed < requests.count else { throw .unexpectedReply }
            requests[completed].replies.append(reply)
            guard requests[completed].replies.count == requests[completed].commandCount else { continue }
            requests[completed].completion(.success(requests[completed].replies))
            completed += 1
        }
    }

    /// Fails the requests and all queued ones, and begins an outage: the server is slow or unreachable, and later
    /// commands must not wait for its earlier replies.
    private func fail(_ requests: [Request], _ error: RedisError) {
        let failed = state.withLock { state -> [Request] in
            state.isConnecting = false
            if !state.isStopping { state.lastFailure = error }
            state.connectsAt = .now + state.circuit.recordFailure(random: .random(in: 0...1))
            defer { state.queue = [] }
            return requests + state.queue
        }
        if error == .timedOut {
            let now = ContinuousClock.now
            let expired = failed.count { $0.deadline <= now }
            metrics.update { $0.timeouts += expired }
        }
        for request in failed { request.completion(.failure(error)) }
    }
}

extension DispatchSemaphore {
    /// Blocks the thread until the semaphore is signalled, at the latest until a deadline; nil for none.
    func wait(until deadline: ContinuousClock.Instant?) {
        guard let deadline else { return wait() }
        _ = wait(timeout: .now() + .nanoseconds(Int(max(.zero, deadline - .now) / .nanoseconds(1))))
    }
}
#endif
