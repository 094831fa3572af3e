#if os(Linux)
import SeekBasics

/// Receives the messages of other machines over a second connection, which is opened when it is first needed.
final class RedisMessages: Sendable {
    /// Receives the key of an invalidated URL; nil if all local copies must be dropped.
    typealias Handler = @Sendable (String?) -> Void

    private struct State {
        /// Nil until it is needed.
        var connection: RedisConnection?
        /// The signals of the tasks that wait for messages, by channel.
        var signals: [String: [ObjectIdentifier: WakeSignal]] = [:]
        var handlers: [Handler] = []
        var count = InvalidationCount()
        var dropLimit = DropLimit()
        /// Whether the server's count is being read, and must be read again.
        var (isChecking, mustCheckAgain) = (false, false)
    }

    private let state = Mutex(State())
    private let configuration: RedisConnection.Configuration
    private let keys: ResponseKeys
    /// The connection for commands other than subscriptions.
    private let commandConnection: RedisConnection
    private let metrics: RedisMetrics
    /// Identifies the announcements of this client.
    private let client = UUID().uuidString

    /// - Parameter commandConnection: The connection for commands other than subscriptions.
    init(
        _ configuration: RedisConnection.Configuration,
        keys: ResponseKeys,
        commandConnection: RedisConnection,
        metrics: RedisMetrics
    ) {
        var configuration = configuration
        // Longer than for commands, because a lost connection can invalidate all local copies.
        configuration.timeout = max(configuration.timeout, .seconds(1))
        configuration.heartbeat = .seconds(2)
        self.configuration = configuration
        self.keys = keys
        self.commandConnection = commandConnection
        self.metrics = metrics
    }

    // MARK: Messages for waiting tasks

    /// The subscription of one task to a channel.
    struct Listener {
        fileprivate let channel: String
        fileprivate let signal: WakeSignal
        fileprivate let messages: RedisMessages

        /// Waits for a message, at the latest until a deadline. Returns whether a message has arrived.
        func wait(until deadline: ContinuousClock.Instant) async -> Bool { await signal.wait(until: deadline) }

        func end() { messages.remove(signal, from: channel) }
    }

    /// Subscribes to a channel. If the subscription fails, the listener receives messages only after the connection has
    /// been opened again.
    func listen(to channel: String) async -> Listener {
        let signal = WakeSignal()
        await withCheckedContinuation { continuation in
            state.withLock { state in
                state.signals[channel, default: [:]][ObjectIdentifier(signal)] = signal
                // Sent while the lock is held, so that `SUBSCRIBE` and `UNSUBSCRIBE` are sent in the order of the
                // changes to `signals`.
                connection(&state).post(["SUBSCRIBE", .text(channel)]) { _ in continuation.resume() }
            }
        }
        return Listener(channel: channel, signal: signal, messages: self)
    }

    private func remove(_ signal: WakeSignal, from channel: String) {
        state.withLock { state in
            state.signals[channel]?[ObjectIdentifier(signal)] = nil
            guard state.signals[channel]?.isEmpty == true else { return }
            state.signals[channel] = nil
            connection(&state).post(["UNSUBSCRIBE", .text(channel)])
        }
    }

    // MARK: Invalidations

    /// Calls a handler for each URL whose responses another machine invalidates, with the key that the other machine
    /// has passed to ``countInvalidation(of:)``. The key is nil if all local copies must be dropped.
    func onInvalidation(_ handler: @escaping Handler) {
        state.withLock { state in
            state.handlers.append(handler)
            connection(&state).post(["SUBSCRIBE", .text(keys.invalidations)])
        }
    }

    /// Increments the shared count of invalidations, and returns the text that announces the invalidation. The text has
    /// no number if the server rejects the increment, for example because it is full.
    func countInvalidation(of key: String) async throws(RedisError) -> String {
        var number: Int?
        do throws(RedisError) {
            number = try await commandConnection.run(ResponseScript.count, keys: [keys.invalidationCount]).count
            if number == nil { throw .unexpectedReply }
        } catch {
            guard error.isRejection else { throw error }
        }
        return Announcement(number: number, client: client, key: key).text
    }

    private func receive(_ channel: String, _ payload: RedisValue) {
        guard channel == keys.invalidations else {
            let signals = state.withLock { $0.signals[channel].map { Array($0.values) } ?? [] }
            for signal in signals { signal.fire(isMessage: true) }
            return
        }
        // Other messages are ignored: each client that may publish can send them.
        guard let announcement = payload.bytes.flatMap({ Announcement($0) }) else { return }
        let (isNext, handlers) = state.withLock { state in
            (announcement.number.map { state.count.receive($0) } ?? true, state.handlers)
        }
        if !isNext { checkCount() }
        if announcement.key.isEmpty {
            dropAllCopies()
        } else if announcement.client != client {
            for handler in handlers { handler(announcement.key) }
        }
    }

    private func dropAllCopies() {
        guard let delay = state.withLock({ $0.dropLimit.delay(at: .now) }) else { return }
        Task { [weak self] in
            if delay > .zero { try? await Task.sleep(for: delay) }
            for handler in self?.state.withLock({ $0.handlers }) ?? [] { handler(nil) }
        }
    }

    // MARK: The connection

    private func connection(_ state: inout State) -> RedisConnection {
        if let connection = state.connection { return connection }
        var configuration = configuration
        configuration.onMessage = { [weak self] in self?.receive($0, $1) }
        configuration.onConnect = { [weak self] in self?.resubscribe() }
        let connection = RedisConnection(configuration, metrics: metrics)
        state.connection = connection
        return connection
    }

    /// Subscribes a new connection to all channels, and wakes up the waiting tasks, which may have missed a message.
    private func resubscribe() {
        let signals = state.withLock { state in
            let connection = connection(&state)
            for channel in state.signals.keys { connection.post(["SUBSCRIBE", .text(channel)]) }
            if !state.handlers.isEmpty {
                connection.post(["SUBSCRIBE", .text(keys.invalidations)]) { [weak self] _ in self?.checkCount() }
            }
            return state.signals.values.flatMap(\.values)
        }
        for signal in signals { signal.fire(isMessage: false) }
    }

    /// Reads the server's count in the background, and drops all copies if an invalidation was missed. A single task
    /// reads it, however many announcements arrive.
    private func checkCount() {
        let isChecking = state.withLock { state in
            defer { state.isChecking = true }
            if state.isChecking { state.mustCheckAgain = true }
            return state.isChecking
        }
        if isChecking { return }
        Task { [weak self] in
            repeat {
                if await self?.missesInvalidation() == true { self?.dropAllCopies() }
            } while self?.continuesChecking() == true
        }
    }

    private func continuesChecking() -> Bool {
        state.withLock { state in
            state.isChecking = state.mustCheckAgain
            defer { state.mustCheckAgain = false }
            return state.mustCheckAgain
        }
    }

    /// Whether the server's count shows that an invalidation was missed; true if the count cannot be read.
    private func missesInvalidation() async -> Bool {
        let announcementCount = state.withLock { $0.count.announcementCount }
        guard let reply = try? await commandConnection.send(["GET", .text(keys.invalidationCount)]),
            let number = reply == .null ? 0 : reply.count
        else { return true }
        return state.withLock { state in
            state.count.recordServerCount(number, announcementCount: announcementCount) == false
        }
    }
}
#endif
