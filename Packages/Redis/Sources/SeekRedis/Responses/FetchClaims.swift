#if os(Linux)
import SeekBasics
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
        // Whether the claim has ended. Otherwise the subscription has begun, or the interval has passed.
        let (events, event) = AsyncStream.makeStream(of: Bool.self, bufferingPolicy: .bufferingNewest(16))
        let channel = keys.claim(key)
        let subscription = subscriber.subscribe(to: channel) { event.yield($0.isMessage) }
        let timer = Task {
            while .now < deadline {
                try await Task.sleep(until: min(deadline, .now + Self.checkInterval), clock: .continuous)
                event.yield(false)
            }
        }
        defer {
            timer.cancel()
            subscriber.unsubscribe(subscription, from: channel)
        }
        for await hasEnded in events {
            let turn = try await attempt(key, version)
            guard turn == .takenElsewhere, !hasEnded, .now < deadline else { return turn }
        }
        // The task was cancelled.
        throw CancellationError()
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
        let task = Task { [weak self, connection, lifetime] in
            for _ in 0..<Self.maximumExtensions {
                guard (try? await Task.sleep(for: lifetime / 3)) != nil else { return }
                let arguments: [RedisArgument] = [.text(token), .milliseconds(lifetime)]
                let reply = try? await connection.run(ResponseScript.renew, keys: [key], arguments)
                // 0: the claim has expired. Without a reply, the next extension may succeed.
                if reply == .integer(0) { break }
            }
            self?.end(token)
        }
        tasks.withLock { $0[token] = task }
    }

    /// Stops extending a claim.
    func end(_ token: String) { tasks.withLock { $0.removeValue(forKey: token) }?.cancel() }
}
#endif
