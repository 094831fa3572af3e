import SeekBasics

#if os(Linux)
import SeekCache
import SeekHTTPCache

/// The claims on fetches: a machine claims a fetch before it sends the request; the others wait for the end of the
/// claim.
struct FetchClaims: Sendable {
    private let connection: RedisConnection
    private let subscriber: RedisSubscriber
    private let keys: ResponseKeys
    private let lifetime: Duration
    private let metrics: RedisMetrics
    let renewal: ClaimRenewal

    /// The interval at which a waiting machine tries again to begin the fetch.
    private static let checkInterval = Duration.milliseconds(500)
    /// The delay before another attempt to release a claim.
    private static let retryDelay = Duration.milliseconds(100)

    /// - Parameter lifetime: The time after which a claim expires unless it is extended.
    init(
        _ connection: RedisConnection,
        subscriber: RedisSubscriber,
        keys: ResponseKeys,
        lifetime: Duration,
        metrics: RedisMetrics
    ) {
        self.connection = connection
        self.subscriber = subscriber
        self.keys = keys
        self.lifetime = lifetime
        self.metrics = metrics
        renewal = ClaimRenewal(connection, lifetime: lifetime)
    }

    /// Claims the fetch of a record, or waits for the machine that has claimed it; see
    /// ``/SeekHTTPCache/SharedRecordStore/beginFetch(of:at:waiting:)``.
    func begin(_ key: String, at version: CacheVersion?, waiting timeout: Duration) async throws -> FetchTurn {
        var turn = try await attempt(key, version)
        if timeout > .zero, turn == .takenElsewhere { turn = try await wait(for: key, version, until: .now + timeout) }
        guard case .granted(let token) = turn else { return turn }
        if Task.isCancelled {
            try await end(key, token: token)
            throw CancellationError()
        }
        renewal.begin(token, key: keys.claim(key))
        metrics.update { $0.claims += 1 }
        return turn
    }

    private func attempt(_ key: String, _ version: CacheVersion?) async throws -> FetchTurn {
        let token = UUID().uuidString
        let reply = try await connection.performingForStore { () throws(RedisError) in
            let isOutage = !connection.acceptsCommands
            do throws(RedisError) {
                return try await connection.run(
                    ResponseScript.begin,
                    keys: [keys.entry(key), keys.claim(key)],
                    [.text(version?.hexadecimal ?? ""), .text(token), .milliseconds(lifetime)],
                    isCancellable: true
                )
            } catch {
                // The server may have recorded the claim although its reply was not received.
                if !isOutage, !error.isRejection { release(key, token) }
                throw error
            }
        }
        guard let outcome = ClaimReply(reply) else { throw RedisError.unexpectedReply }
        return switch outcome {
        case .claimed: .granted(token: token)
        case .changed: .changed
        case .taken: .takenElsewhere
        case .none: .unavailable
        }
    }

    /// Waits until the machine that holds the claim ends its fetch, or until the deadline, and tries again.
    ///
    /// Returns after the first such end, even if another machine has claimed the next fetch. If responses cannot be
    /// stored, the machines would otherwise send their requests one after the other.
    private func wait(
        for key: String,
        _ version: CacheVersion?,
        until deadline: ContinuousClock.Instant
    ) async throws -> FetchTurn {
        metrics.update { $0.waits += 1 }
        let signal = WakeSignal()
        let channel = keys.claim(key)
        let subscription = subscriber.subscribe(to: channel) { signal.fire(isMessage: $0.isMessage) }
        defer { subscriber.unsubscribe(subscription, from: channel) }
        while true {
            let isWoken = await signal.wait(until: min(deadline, .now + Self.checkInterval))
            try Task.checkCancellation()
            if isWoken { metrics.update { $0.wakeups += 1 } }
            // Also when the subscription begins, so that no end of the claim is missed.
            let turn = try await attempt(key, version)
            guard turn == .takenElsewhere, !isWoken, .now < deadline else { return turn }
        }
    }

    /// Releases a claim. Not interrupted by cancellation.
    func end(_ key: String, token: String) async throws {
        renewal.end(token)
        do throws(RedisError) {
            _ = try await connection.markingRepeatedErrors { () throws(RedisError) in
                try await connection.run(ResponseScript.end, keys: [keys.claim(key)], [.text(token)])
            }
        } catch {
            release(key, token)
            throw error
        }
    }

    /// Releases a claim in the background as soon as the server permits it. Other machines wait for the release.
    private func release(_ key: String, _ token: String) {
        let expiry = ContinuousClock.now + lifetime
        Task { [connection, keys] in
            while .now < expiry {
                // During an outage this fails at once, without a command.
                if (try? await connection.run(ResponseScript.end, keys: [keys.claim(key)], [.text(token)])) != nil {
                    return
                }
                try await Task.sleep(for: Self.retryDelay)
            }
        }
    }
}

/// Extends the claims of this process until their fetches end, so that other machines do not repeat a slow fetch.
///
/// A claim is a key by which a machine reserves the fetch of a response. If the process ends, its claims expire.
final class ClaimRenewal: Sendable {
    private let connection: RedisConnection
    private let lifetime: Duration
    /// The tasks by the token of the claim.
    private let tasks = Mutex<[String: Task<Void, Never>]>([:])

    /// The maximum number of extensions of a claim, so that a fetch that never ends does not hold its claim forever.
    /// Three extensions take one lifetime, so a claim is held for about five minutes at most by default.
    private static let maximumExtensions = 90

    init(_ connection: RedisConnection, lifetime: Duration) {
        self.connection = connection
        self.lifetime = lifetime
    }

    deinit {
        for task in tasks.withLock({ Array($0.values) }) { task.cancel() }
    }

    /// The number of claims that are being extended. For tests.
    var count: Int { tasks.withLock { $0.count } }

    /// Extends a claim every third of its lifetime.
    func begin(_ token: String, key: String) {
        let task = Task { [weak self, lifetime] in
            for _ in 0..<Self.maximumExtensions {
                guard (try? await Task.sleep(for: lifetime / 3)) != nil else { return }
                self?.extend(token, key: key)
            }
            self?.end(token)
        }
        tasks.withLock { $0[token] = task }
    }

    private func extend(_ token: String, key: String) {
        tasks.withLock { tasks in
            guard tasks[token] != nil else { return }
            // Sent while the lock is held, so that no extension follows the command that ends the fetch.
            connection.post(
                ["EVAL", .text(ResponseScript.renew.source), 1, .text(key), .text(token), .milliseconds(lifetime)]
            ) { [weak self] result in
                // 0: another machine has taken over the claim. Without a reply, the next extension may succeed.
                if case .success([.integer(0)]) = result { self?.end(token) }
            }
        }
    }

    /// Stops extending a claim.
    func end(_ token: String) { tasks.withLock { $0.removeValue(forKey: token) }?.cancel() }
}
#endif

/// Wakes up one task, at the latest at a deadline or when the task is cancelled.
final class WakeSignal: Sendable {
    private enum State {
        case idle
        case waiting(CheckedContinuation<Bool, Never>)
        /// Fired before the wait; the value is whether a message fired it.
        case fired(Bool)
    }

    private let state = Mutex(State.idle)

    /// Ends the current wait, or the next one if no task waits. `isMessage` is the result of the wait.
    func fire(isMessage: Bool) {
        let continuation = state.withLock { state -> CheckedContinuation<Bool, Never>? in
            switch state {
            case .idle: state = .fired(isMessage)
            case .fired(let before): state = .fired(before || isMessage)
            case .waiting(let continuation):
                state = .idle
                return continuation
            }
            return nil
        }
        continuation?.resume(returning: isMessage)
    }

    /// Waits until the signal is fired, the deadline has passed or the task is cancelled. Returns whether a message
    /// fired the signal.
    func wait(until deadline: ContinuousClock.Instant) async -> Bool {
        let timer = Task {
            // Cancelled when the wait has ended.
            guard (try? await Task.sleep(until: deadline, clock: .continuous)) != nil else { return }
            fire(isMessage: false)
        }
        defer { timer.cancel() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let fired = state.withLock { state -> Bool? in
                    guard case .fired(let isMessage) = state else {
                        state = .waiting(continuation)
                        return nil
                    }
                    state = .idle
                    return isMessage
                }
                if let fired { continuation.resume(returning: fired) }
            }
        } onCancel: {
            fire(isMessage: false)
        }
    }
}
