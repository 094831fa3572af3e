#if os(Linux)
import SeekBasics
import SeekCache
import SeekHTTPCache

/// Stores responses for all machines.
struct RedisStore: SharedRecordStore {
    private let connection: RedisConnection
    private let keys: ResponseKeys
    private let invalidations: RedisInvalidations
    private let options: Redis.Options
    private let metrics: RedisMetrics
    let claims: FetchClaims

    /// The maximum number of steps of a scan, with about 10,000 keys each. A hostile server never ends it.
    private static let maximumScanCount = 2_000

    init(
        _ connection: RedisConnection,
        invalidations: RedisInvalidations,
        claims: FetchClaims,
        options: Redis.Options,
        metrics: RedisMetrics
    ) {
        self.connection = connection
        self.invalidations = invalidations
        self.claims = claims
        self.options = options
        self.metrics = metrics
        keys = ResponseKeys(prefix: options.prefix)
    }

    func value(for key: String) async throws -> CacheEntry? {
        let value = try await connection.performingForStore { () throws(RedisError) in
            do throws(RedisError) {
                return try await connection.send(readCommand(key), isCancellable: true)
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
            try await store(data, for: key, expiresAt, condition, announcement: invalidations.announcement(of: key))
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

    func beginFetch(of key: String, at version: CacheVersion?, waiting timeout: Duration) async throws -> FetchTurn {
        try await claims.begin(key, at: version, waiting: timeout)
    }

    func endFetch(of key: String, token: String) async throws { try await claims.end(key, token: token) }

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
            let announcement = invalidations.announcement(of: "")
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
