import Seek
import SeekBasics
import SeekCache

extension Command {
    static let cacheStats = Command(
        path: ["cache", "stats"],
        summary: "Show statistics of the cache on disk",
        options: [.plainJSON],
        details: [
            "With SEEK_REDIS_URL, also shows the figures of the whole Redis server, including the keys of other "
                + "prefixes and programs."
        ],
        examples: ["cache stats"]
    ) { invocation, settings throws(UsageError) in
        try await CacheCommand(invocation: invocation, settings: settings).stats()
    }

    static let cacheClean = Command(
        path: ["cache", "clean"],
        summary: "Remove expired responses from the cache on disk",
        options: [
            OptionSpec(
                name: .all,
                meaning: "Remove everything on this machine, including the offline index and corrupt files"
            ),
            OptionSpec(name: .shared, meaning: "Also remove the responses in Redis, for all machines"),
            OptionSpec(
                name: .maxSize,
                value: .required("SIZE"),
                meaning: "Also remove the least recently used entries until SIZE remains: 500kB, 10MB, 1GB"
            ),
            .withoutConfirmation, .plainJSON,
        ],
        details: [
            "After --shared, programs that are running on other machines drop their copies at once; other copies "
                + "on disk are used until they expire; searches expire after at most 15 minutes."
        ],
        examples: ["cache clean", "cache clean --max-size 10MB", "cache clean --all", "cache clean --all --shared"]
    ) { invocation, settings throws(UsageError) in
        try await CacheCommand(invocation: invocation, settings: settings).clean()
    }
}

/// `seek cache`: shows and cleans the cache on disk.
struct CacheCommand {
    let invocation: Invocation
    let settings: CommandSettings

    func stats() async throws(UsageError) -> CommandStatus {
        try await withCache { cache, configuration throws(CacheError) in
            let redis = await settings.redisStatistics(of: configuration)
            guard !Task.isCancelled else { return .cancelled }
            let items = try await cache.items()
            let expired = ExpiredCleanupPolicy().itemsToRemove(from: items).count
            let bytes = try await cache.statistics().bytes
            let diskBytes = await cache.diskSize()
            let folder = cache.folder.path
            if invocation.has(.json) {
                return console.write(
                    .object([
                        "folder": .string(folder), "entries": .number(items.count), "bytes": .number(bytes),
                        "diskBytes": .number(diskBytes), "expired": .number(expired),
                        "redis": redis.map { .object($0.members) } ?? .null,
                    ])
                )
            }
            return console.write(
                KeyValueList(
                    [
                        ("folder", folder), ("entries", "\(items.count)"), ("size", ByteSize.formatted(bytes)),
                        ("on disk", ByteSize.formatted(diskBytes)), ("expired", "\(expired)"),
                    ] + (redis?.pairs ?? [])
                )
            )
        }
    }

    private var console: Console { settings.console }

    /// Removes expired entries from the cache on disk; with `--max-size` also the least recently used ones until the
    /// size is reached, with `--all` everything. With `--shared`, also removes the responses of all machines in Redis.
    func clean() async throws(UsageError) -> CommandStatus {
        let redis = try settings.configuration().sharedBackend
        let limits = CacheLimits(maxSize: try invocation.values[.maxSize].map(ByteSize.parse))
        if invocation.has(.all) || invocation.has(.shared) {
            let place = invocation.has(.shared) ? "for all machines" : "on this machine"
            let consequence = "all cached responses \(place) and the offline index will be removed"
            guard await console.isConfirmed(consequence, by: invocation) else { return .cancelled }
        }
        if invocation.has(.shared) {
            guard redis != nil else { throw UsageError("--shared requires a Redis; set SEEK_REDIS_URL") }
            guard await settings.removeAllResponses(from: redis) else {
                _ = try await cleanDisk(limits)
                return .failure
            }
        }
        let status = try await cleanDisk(limits)
        if invocation.has(.all), redis != nil, !invocation.has(.shared) {
            console.report("the responses in Redis remain; to remove them for all machines, add --shared")
        }
        return status
    }

    /// Removes what a credential has found from this machine: all cached responses, the index and the last tables.
    func purge() async throws(UsageError) -> CommandStatus {
        let configuration = try settings.configuration()
        if let folder = configuration.stateFolder { LastTable.removeAll(in: folder) }
        let status = try await cleanDisk(CacheLimits(), removesAll: true)
        if configuration.sharedBackend != nil {
            console.report(
                "the responses in Redis remain; to remove them for all machines, run: seek cache clean --all --shared"
            )
        }
        return status
    }

    private func cleanDisk(
        _ limits: CacheLimits,
        removesAll: Bool = false
    ) async throws(UsageError) -> CommandStatus {
        try await withCache { cache, _ throws(CacheError) in
            var result: CleanupResult?
            if removesAll || invocation.has(.all) {
                // On a full disk the entries cannot be listed, but they can be removed.
                result = (try? await cache.items()).map {
                    CleanupResult(removed: $0, remainingCount: 0, remainingBytes: 0)
                }
                try await cache.removeAll()
            } else {
                let expired = try await cache.clean(policy: ExpiredCleanupPolicy())
                result = try await cache.trim(to: limits)
                result?.removed += expired.removed
            }
            if invocation.has(.json) {
                return console.write(
                    .object([
                        "removed": .optional(result?.removed.count), "removedBytes": .optional(result?.removedBytes),
                        "kept": .number(result?.remainingCount ?? 0),
                    ])
                )
            }
            console.report(
                result.map {
                    let count = $0.removed.count
                    let size = ByteSize.formatted($0.removedBytes)
                    return "removed \(count) of \(count + $0.remainingCount) entries, \(size)"
                } ?? "removed all entries"
            )
            return .success
        }
    }

    /// Runs the work with the cache, and returns the exit status. Errors of the cache are reported.
    private func withCache(
        _ work: (DiskStore, SeekConfiguration) async throws(CacheError) -> CommandStatus
    ) async throws(UsageError) -> CommandStatus {
        let configuration = try settings.configuration()
        do throws(CacheError) {
            guard let cache = try configuration.diskStore() else {
                console.report("there is no cache, because HOME is not set; set SEEK_CACHE_DIR")
                return .failure
            }
            let status = try await work(cache, configuration)
            await cache.close()
            return status
        } catch {
            console.report(error.description)
            return .failure
        }
    }
}
