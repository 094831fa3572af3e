#if os(Linux)
import SeekBasics
import SeekCache
import SeekHTTPCache

/// Stores responses for all machines. A machine claims the fetch of a response that is missing or stale, and the others
/// wait for the end of the claim.
struct RedisStore: SharedRecordStore {
    private let connection: RedisConnection
    private let keys: ResponseKeys
    private let messages: RedisMessages
    private let options: Redis.Options
    private let metrics: RedisMetrics
    let renewal: ClaimRenewal

    /// The interval at which a waiting machine tries again to begin the fetch.
    private static let checkInterval = Duration.milliseconds(500)
    /// The maximum number of steps of a scan, with about 10,000 keys each. A hostile server never ends it.
    private static let maximumScanCount = 2_000
    /// The delay before another attempt to release a claim.
    private static let retryDelay = Duration.milliseconds(100)

    init(_ connection: RedisConnection, messages: RedisMessages, options: Redis.Options, metrics: RedisMetrics) {
        self.connection = connection
        self.messages = messages
        self.options = options
        self.metrics = metrics
        keys = ResponseKeys(prefix: options.prefix)
        renewal = ClaimRenewal(connection, lifetime: options.claimLifetime)
    }

    func value(for key: String) async throws -> CacheEntry? {
        let value = try await connection.markingRepeatedErrors { () throws(RedisError) in
            do throws(RedisError) {
                return try await connection.send(readCommand(key))
            } catch .wrongType {
                return .null
            }
        }
        let entry = value.bytes.flatMap { RedisEntry($0, key: key) }
        metrics.update { counters in
            if entry == nil { counters.misses += 1 } else { counters.hits += 1 }
        }
        guard let entry else {
            // The scripts do not detect that an entry is corrupt.
            if value.bytes?.isEmpty == false { _ = try? await connection.send(["UNLINK", .text(keys.entry(key))]) }
            return nil
        }
        // Only the age is used, because the clocks of the machines differ.
        let now = Date()
        let age = Duration.milliseconds(max(0, connection.serverTime - entry.storedAt))
        return CacheEntry(
            data: entry.bytes,
            storedAt: now.addingTimeInterval(-age.seconds),
            version: entry.version,
            now: now
        )
    }

    func put(
        _ data: Data,
        for key: String,
        expiresAt: Date?,
        if condition: PutCondition
    ) async throws -> CacheVersion? {
        try await connection.markingRepeatedErrors { () throws(RedisError) in
            try await store(data, for: key, expiresAt, condition, announcement: nil)
        }
    }

    func invalidate(
        _ key: String,
        with data: Data,
        expiresAt: Date,
        if condition: PutCondition
    ) async throws -> CacheVersion? {
        try await connection.markingRepeatedErrors { () throws(RedisError) in
            // Counted first: if this process ends before the announcement, the others notice the missing number.
            let announcement = try await messages.countInvalidation(of: key)
            return try await store(data, for: key, expiresAt, condition, announcement: announcement)
        }
    }

    func remove(_ key: String) async throws {
        _ = try await connection.markingRepeatedErrors { () throws(RedisError) in
            try await connection.send(["UNLINK", .text(keys.entry(key))])
        }
    }

    private func store(
        _ data: Data,
        for key: String,
        _ expiresAt: Date?,
        _ condition: PutCondition,
        announcement: String?
    ) async throws(RedisError) -> CacheVersion? {
        let version = CacheVersion()
        // Ten years: longer times would exceed the limits of Redis.
        let longest = Duration.seconds(3_650 * 86_400)
        let lifetime = expiresAt.map { Duration(clampingSeconds: $0.timeIntervalSinceNow) } ?? longest
        guard data.count <= options.maximumEntrySize, lifetime > .zero || announcement != nil else {
            _ = try await connection.send(["UNLINK", .text(keys.entry(key))])
            return version
        }
        let expected: String =
            switch condition {
            case .always: "*"
            case .version(let version): version?.hexadecimal ?? ""
            }
        let reply = try await connection.run(
            ResponseScript.put,
            keys: [keys.entry(key)],
            [
                .text(expected), .bytes(RedisEntry.body(of: data, key: key)), .text(version.hexadecimal),
                .milliseconds(min(max(lifetime, .milliseconds(1)), longest)),
                .text(announcement == nil ? "" : keys.invalidations), .text(announcement ?? ""),
            ]
        )
        guard reply == .integer(1) else { return nil }
        connection.recordWrite()
        return version
    }

    // MARK: Claims

    func beginFetch(of key: String, at version: CacheVersion?, waiting timeout: Duration) async throws -> FetchTurn {
        var attempt = try await begin(key, version)
        if timeout > .zero, attempt.turn == .takenElsewhere {
            attempt = try await wait(for: key, version, until: .now + timeout)
        }
        guard case .granted(let token) = attempt.turn else { return attempt.turn }
        if Task.isCancelled {
            try await endFetch(of: key, token: token)
            throw CancellationError()
        }
        renewal.begin(token, key: keys.claim(key))
        metrics.update { $0.claims += 1 }
        return attempt.turn
    }

    private struct Attempt {
        var turn: FetchTurn
        /// The time for which another machine's claim is still valid.
        var claimLifetime = Duration.zero
    }

    private func begin(_ key: String, _ version: CacheVersion?) async throws -> Attempt {
        let token = UUID().uuidString
        let reply = try await connection.markingRepeatedErrors { () throws(RedisError) in
            let isOutage = !connection.acceptsCommands
            do throws(RedisError) {
                return try await connection.run(
                    ResponseScript.begin,
                    keys: [keys.entry(key), keys.claim(key)],
                    [.text(version?.hexadecimal ?? ""), .text(token), .milliseconds(options.claimLifetime)]
                )
            } catch {
                // The server may have recorded the claim although its reply was lost.
                if !isOutage, !error.isRejection { release(key, token) }
                throw error
            }
        }
        guard let outcome = ClaimReply(reply) else { throw RedisError.unexpectedReply }
        return switch outcome {
        case .claimed: Attempt(turn: .granted(token: token))
        case .changed: Attempt(turn: .changed)
        case .none: Attempt(turn: .unavailable)
        case .claimedElsewhere(let lifetime): Attempt(turn: .takenElsewhere, claimLifetime: lifetime)
        }
    }

    /// Waits until the machine that holds the claim ends its fetch, or until the deadline, and begins again.
    ///
    /// Returns after the first such end, even if another machine has claimed the next fetch. If responses cannot be
    /// stored, the machines would otherwise send their requests one after the other.
    private func wait(
        for key: String,
        _ version: CacheVersion?,
        until deadline: ContinuousClock.Instant
    ) async throws -> Attempt {
        metrics.update { $0.waits += 1 }
        let listener = await messages.listen(to: keys.claim(key))
        defer { listener.end() }
        var isWoken = false
        while true {
            // After the subscription and after each wait, so that no end of a claim is missed.
            let attempt = try await begin(key, version)
            let now = ContinuousClock.now
            guard attempt.turn == .takenElsewhere, !isWoken, now < deadline else { return attempt }
            isWoken = await listener.wait(until: min(deadline, now + min(attempt.claimLifetime, Self.checkInterval)))
            try Task.checkCancellation()
            if isWoken { metrics.update { $0.wakeups += 1 } }
        }
    }

    func endFetch(of key: String, token: String) async throws {
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
        let expiry = ContinuousClock.now + options.claimLifetime
        Task { [connection, keys] in
            while .now < expiry {
                try await Task.sleep(for: Self.retryDelay)
                // During an outage this fails at once, without a command.
                if (try? await connection.run(ResponseScript.end, keys: [keys.claim(key)], [.text(token)])) != nil {
                    return
                }
            }
        }
    }

    // MARK: Removing

    /// Removes all responses, and the claims of fetches in flight.
    func removeAll() async throws(RedisError) {
        try await connection.markingRepeatedErrors { () throws(RedisError) in
            var cursor: String? = "0"
            for _ in 0..<Self.maximumScanCount {
                guard let current = cursor else { break }
                cursor = try await removeSome(from: current)
            }
            guard cursor == nil else { throw .unexpectedReply }
            let announcement = try await messages.countInvalidation(of: "")
            _ = try await connection.send(["PUBLISH", .text(keys.invalidations), .text(announcement)])
        }
    }

    /// Removes the responses of one step of `SCAN`. Returns the cursor of the next step; nil after the last step.
    private func removeSome(from cursor: String) async throws(RedisError) -> String? {
        let reply = try await connection.send(["SCAN", .text(cursor), "MATCH", .text(keys.pattern), "COUNT", 10_000])
        guard let step = ScanReply(reply) else { throw .unexpectedReply }
        if step.keys.isEmpty { return step.cursor }
        // One key for each command, because a cluster rejects a command whose keys belong to several slots.
        let replies = try await connection.send(step.keys.map { RedisCommand(["UNLINK", .bytes($0)]) })
        for reply in replies {
            if let error = RedisError(reply, key: nil) { throw error }
        }
        return step.cursor
    }

    /// The command that reads an entry. Of a value that is larger than any entry, it reads only the beginning, which is
    /// then treated as corrupt.
    private func readCommand(_ key: String) -> [RedisArgument] {
        ["GETRANGE", .text(keys.entry(key)), 0, .integer(Int64(options.maximumEntrySize + RedisEntry.overhead))]
    }
}
#endif
