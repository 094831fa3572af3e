#if os(Linux)
import Dispatch
import SeekBasics

/// Receives the messages of channels, on a thread with a connection of its own. The thread starts with the first
/// subscription; a lost connection is opened again, and subscribed again.
final class RedisSubscriber: Sendable {
    enum Event: Sendable {
        /// The subscription has begun, or begun again after messages may have been missed.
        case subscribed
        case message(RedisValue)

        var isMessage: Bool { if case .message = self { true } else { false } }
    }

    /// Called on the thread of the subscriber.
    typealias Handler = @Sendable (Event) -> Void

    private struct Channel {
        var handlers: [Int: Handler] = [:]
        /// Whether the server has confirmed the subscription.
        var isSubscribed = false
    }

    private struct State {
        var channels: [String: Channel] = [:]
        var handlerCount = 0
        /// Nil while there is no connection.
        var socket: RedisSocket?
        var isThreadStarted = false
        var isStopping = false

        /// Sends a command. If the socket is full, the connection is lost.
        func send(_ arguments: [RedisArgument]) {
            guard let socket, !socket.writeWithoutBlocking(RedisCommand(arguments).bytes) else { return }
            socket.shutDown()
        }
    }

    /// What the thread uses. It does not retain the subscriber, whose deallocation ends the thread.
    private let receiver: Receiver

    /// - Parameter heartbeat: The time without a message after which the connection is tested with `PING`.
    init(_ configuration: RedisConnection.Configuration, metrics: RedisMetrics, heartbeat: Duration = .seconds(2)) {
        var configuration = configuration
        // Longer than for commands, because a lost connection can invalidate all local copies.
        configuration.timeout = max(configuration.timeout, .seconds(1))
        receiver = Receiver(configuration: configuration, metrics: metrics, heartbeat: heartbeat)
    }

    deinit {
        receiver.state.withLock { state in
            state.isStopping = true
            state.socket?.shutDown()
        }
        receiver.wakeUp.signal()
    }

    /// Calls a handler for each message of a channel, and each time the subscription begins. Returns an identifier for
    /// ``unsubscribe(_:from:)``.
    @discardableResult
    func subscribe(to channel: String, _ handler: @escaping Handler) -> Int {
        let (id, isSubscribed) = receiver.state.withLock { state in
            startThread(&state)
            state.handlerCount += 1
            state.channels[channel, default: Channel()].handlers[state.handlerCount] = handler
            let isSubscribed = state.channels[channel]?.isSubscribed == true
            // Sent while the lock is held, so that the commands are sent in the order of the changes to `channels`.
            if state.channels[channel]?.handlers.count == 1 { state.send(["SUBSCRIBE", .text(channel)]) }
            return (state.handlerCount, isSubscribed)
        }
        if isSubscribed { handler(.subscribed) }
        return id
    }

    func unsubscribe(_ id: Int, from channel: String) {
        receiver.state.withLock { state in
            state.channels[channel]?.handlers[id] = nil
            guard state.channels[channel]?.handlers.isEmpty == true else { return }
            state.channels[channel] = nil
            state.send(["UNSUBSCRIBE", .text(channel)])
        }
    }

    /// Starts the thread. If the system cannot create one, the next subscription tries again, and callers continue
    /// without messages.
    private func startThread(_ state: inout State) {
        guard !state.isThreadStarted else { return }
        let thread = SystemThread { [receiver] in receiver.run() }
        thread?.detach()
        state.isThreadStarted = thread != nil
    }

    // MARK: The thread

    private final class Receiver: Sendable {
        let state = Mutex(State())
        let wakeUp = DispatchSemaphore(value: 0)
        private let configuration: RedisConnection.Configuration
        private let metrics: RedisMetrics
        private let heartbeat: Duration

        init(configuration: RedisConnection.Configuration, metrics: RedisMetrics, heartbeat: Duration) {
            self.configuration = configuration
            self.metrics = metrics
            self.heartbeat = heartbeat
        }

        func run() {
            var circuit = RedisCircuit()
            var hasConnected = false
            while !state.withLock({ $0.isStopping }) {
                do throws(RedisError) {
                    let socket = try RedisSocket(configuration)
                    if hasConnected { metrics.update { $0.reconnections += 1 } }
                    hasConnected = true
                    begin(with: socket)
                    try receive(from: socket, &circuit)
                } catch {
                    end()
                    wakeUp.wait(until: .now + circuit.recordFailure(random: .random(in: 0...1)))
                }
            }
        }

        private func begin(with socket: RedisSocket) {
            state.withLock { state in
                if state.isStopping { socket.shutDown() }
                state.socket = socket
                for channel in state.channels.keys { state.send(["SUBSCRIBE", .text(channel)]) }
            }
        }

        private func end() {
            state.withLock { state in
                state.socket = nil
                for channel in state.channels.keys { state.channels[channel]?.isSubscribed = false }
            }
        }

        /// Receives messages until the connection is lost. A server that sends nothing is tested with a heartbeat.
        private func receive(from socket: RedisSocket, _ circuit: inout RedisCircuit) throws(RedisError) {
            var awaitsHeartbeat = false
            while true {
                do throws(RedisError) {
                    let limit = awaitsHeartbeat ? configuration.timeout : heartbeat
                    let (replies, byteCount) = try socket.read(until: .now + limit)
                    awaitsHeartbeat = false
                    circuit.recordReply()
                    metrics.update { $0.bytesReceived += byteCount }
                    for reply in replies { handle(reply) }
                } catch {
                    guard error == .timedOut else { throw error }
                    guard !awaitsHeartbeat else {
                        metrics.update { $0.timeouts += 1 }
                        throw error
                    }
                    awaitsHeartbeat = true
                    state.withLock { $0.send(["PING"]) }
                }
            }
        }

        /// Handles a message or the confirmation of a subscription. Other replies are those to heartbeats, and errors
        /// of a server that does not permit a subscription, which leaves the client without messages.
        private func handle(_ reply: RedisValue) {
            guard let elements = reply.array, elements.count == 3, let channel = elements[1].text else { return }
            let event: Event
            switch elements[0].text {
            case "subscribe": event = .subscribed
            case "message": event = .message(elements[2])
            default: return
            }
            let handlers = state.withLock { state in
                if !event.isMessage { state.channels[channel]?.isSubscribed = true }
                return state.channels[channel].map { Array($0.handlers.values) } ?? []
            }
            for handler in handlers { handler(event) }
        }
    }
}
#endif
