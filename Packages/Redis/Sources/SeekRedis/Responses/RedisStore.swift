#if os(Linux)
import SeekBasics
import SeekNetworking

/// Stores responses for all machines. A machine claims the fetch of a response that is missing or stale, and the others
/// wait for the end of the claim.
struct RedisStore: SharedResponseStore {
    private let connection: RedisConnection
    private let keys: ResponseKeys
    private let messages: RedisMessages
    private let options: Redis.Options
    private let metrics: RedisMetrics
    let renewal: ClaimRenewal

    /// The interval at which a waiting machine tries again to begin the fetch.
    private static let checkInterval = Duration.milliseconds(500)
    /// The maximum number of steps of a scan, with about 1,000 keys each. A hostile server never ends it.
    private static let maximumScanCount = 20_000
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

    func entry(for key: String) async throws -> SharedEntry? {
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
        return entry.map { SharedEntry($0, at: connection.serverTime) }
    }

    func beginFetch(of key: String, generationKey: String, timeout: Duration) async throws -> SharedFetch {
        var attempt = try await begin(key, generationKey)
        if timeout > .zero, attempt.fetch.isClaimedElsewhere {
            attempt = try await wait(for: key, generationKey, until: .now + timeout)
        }
        let fetch = attempt.fetch
        if fetch.claim != nil, Task.isCancelled {
            _ = try await endFetch(fetch, storing: nil)
            throw CancellationError()
        }
        if let claim = fetch.claim { renewal.begin(claim, key: keys.claim(key)) }
        metrics.update { counters in
            if fetch.claim != nil { counters.claims += 1 }
            if attempt.isFresh { counters.hits += 1 } else { counters.misses += 1 }
        }
        return fetch
    }

    private struct Attempt {
        var fetch: SharedFetch
        var isFresh = false
        /// The time for which another machine's claim is still valid.
        var claimLifetime = Duration.zero
    }

    private func begin(_ key: String, _ generationKey: String) async throws -> Attempt {
        if let attempt = try await beginOnce(key, generationKey) { return attempt }
        // The entry is corrupt, which the script does not detect, or was removed before it was read.
        _ = try await connection.markingRepeatedErrors { () throws(RedisError) in
            try await connection.send(["UNLINK", .text(keys.entry(key))])
        }
        return try await beginOnce(key, generationKey)
            ?? Attempt(fetch: SharedFetch(key: key, generationKey: generationKey))
    }

    /// Reads the entry, and claims the fetch unless the entry is fresh. Returns nil if the entry was fresh for the
    /// script but cannot be used.
    private func beginOnce(_ key: String, _ generationKey: String) async throws -> Attempt? {
        let claim = UUID().uuidString
        var fetch = SharedFetch(key: key, generationKey: generationKey)
        let (result, value) = try await connection.markingRepeatedErrors { () throws(RedisError) in
            let isOutage = !connection.acceptsCommands
            do throws(RedisError) {
                return try await connection.run(
                    ResponseScript.begin,
                    keys: [keys.entry(key), keys.entry(generationKey), keys.claim(key)],
                    [.text(claim), .milliseconds(options.claimLifetime)],
                    then: readCommand(key)
                )
            } catch {
                // The server may have recorded the claim although its reply was lost.
                fetch.claim = claim
                if !isOutage, !error.isRejection { release(fetch) }
                throw error
            }
        }
        guard let reply = FetchReply(result) else { throw RedisError.unexpectedReply }
        let entry = value.bytes.flatMap { RedisEntry($0, key: key) }
        fetch.entry = entry.map { SharedEntry($0, at: reply.now) }
        fetch.generation = reply.generation.flatMap { RedisEntry($0, key: generationKey)?.bytes }
        // Another machine may have stored the entry after the script ran.
        let isFresh = entry.map { $0.freshUntil > reply.now } ?? false
        switch reply.outcome {
        case .fresh where !isFresh: return nil
        case .claimed: fetch.claim = claim
        case .claimedElsewhere(let lifetime) where !isFresh:
            fetch.isClaimedElsewhere = true
            return Attempt(fetch: fetch, claimLifetime: lifetime)
        default: break
        }
        return Attempt(fetch: fetch, isFresh: isFresh)
    }

    /// Waits until the machine that holds the claim ends its fetch, or until the deadline, and begins again.
    ///
    /// Returns after the first such end, even if another machine has claimed the next fetch. If responses cannot be
    /// stored, the machines would otherwise send their requests one after the other.
    private func wait(
        for key: String,
        _ generationKey: String,
        until deadline: ContinuousClock.Instant
    ) async throws -> Attempt {
        metrics.update { $0.waits += 1 }
        let listener = await messages.listen(to: keys.claim(key))
        defer { listener.end() }
        var isWoken = false
        while true {
            // After the subscription and after each wait, so that no end of a claim is missed.
            let attempt = try await begin(key, generationKey)
            let now = ContinuousClock.now
            guard attempt.fetch.isClaimedElsewhere, !isWoken, now < deadline else { return attempt }
            isWoken = await listener.wait(until: min(deadline, now + min(attempt.claimLifetime, Self.checkInterval)))
            try Task.checkCancellation()
            if isWoken { metrics.update { $0.wakeups += 1 } }
        }
    }

    @discardableResult
    func endFetch(_ fetch: SharedFetch, storing write: SharedWrite?) async throws -> Bool {
        if let claim = fetch.claim { renewal.end(claim) }
        var write = write
        if let size = write?.bytes.count, size > options.maximumEntrySize { write = nil }
        if fetch.claim == nil, write == nil { return false }
        let generation = fetch.generation.map { Data("=".utf8) + $0 }
        let arguments = [.text(fetch.claim ?? ""), .bytes(generation ?? Data())] + arguments(write, for: fetch.key)
        do throws(RedisError) {
            let reply = try await connection.markingRepeatedErrors { () throws(RedisError) in
                try await connection.run(ResponseScript.end, keys: endKeys(of: fetch), arguments)
            }
            if reply == .integer(1) { connection.recordWrite() }
            return reply == .integer(1)
        } catch {
            if fetch.claim != nil { release(fetch) }
            throw error
        }
    }

    private func endKeys(of fetch: SharedFetch) -> [String] {
        [keys.entry(fetch.key), keys.entry(fetch.generationKey), keys.claim(fetch.key)]
    }

    /// Releases a claim in the background as soon as the server permits it. Other machines wait for the release.
    private func release(_ fetch: SharedFetch) {
        let (keys, arguments) = (endKeys(of: fetch), [.text(fetch.claim ?? ""), ""] + arguments(nil, for: fetch.key))
        let expiry = ContinuousClock.now + options.claimLifetime
        Task { [connection] in
            while .now < expiry {
                try await Task.sleep(for: Self.retryDelay)
                // During an outage this fails at once, without a command.
                if (try? await connection.run(ResponseScript.end, keys: keys, arguments)) != nil { return }
            }
        }
    }

    func invalidate(_ generationKey: String, generation: SharedWrite, removing keys: [String]) async throws {
        let names = ([generationKey] + keys).map { self.keys.entry($0) }
        let arguments = arguments(generation, for: generationKey)
        try await connection.markingRepeatedErrors { () throws(RedisError) in
            // Counted first: if this process ends before the announcement, the others notice the missing number.
            let announcement = try await messages.countInvalidation(of: generationKey)
            _ = try await connection.run(
                ResponseScript.invalidate,
                keys: names,
                arguments + [.text(self.keys.invalidations), .text(announcement)]
            )
        }
    }

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
        let reply = try await connection.send(["SCAN", .text(cursor), "MATCH", .text(keys.pattern), "COUNT", 1_000])
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

    /// Returns the body of an entry, and the times for which it is fresh and stored; an empty body and zeros if there
    /// is nothing to store.
    private func arguments(_ write: SharedWrite?, for key: String) -> [RedisArgument] {
        guard let write, write.expiresIn > .zero else { return ["", 0, 0] }
        // Ten years: longer times would exceed the 14 digits of a time in `RedisEntry`, or the limits of Redis.
        let longest = Duration.seconds(3_650 * 86_400)
        return [
            .bytes(RedisEntry.body(of: write.bytes, key: key)),
            .milliseconds(min(max(.zero, write.freshFor), longest)),
            .milliseconds(min(write.expiresIn, longest)),
        ]
    }
}

extension SharedEntry {
    /// - Parameter now: Milliseconds since 1970 by the server's clock.
    fileprivate init(_ entry: RedisEntry, at now: Int64) {
        self.init(bytes: entry.bytes, age: .milliseconds(max(0, now - entry.storedAt)))
    }
}
#endif
