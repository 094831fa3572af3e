import Seek

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// `seek cache`: what the disk holds, and cleaning it.
struct CacheCommand {
    private let invocation: Invocation
    private let console: Console

    init(_ invocation: Invocation, _ console: Console) {
        self.invocation = invocation
        self.console = console
    }

    /// Shows where the cache is and what it holds.
    func stats() async throws(UsageError) -> CommandStatus {
        try await withCache { cache, folder throws(CacheError) in
            let items = try await cache.items()
            let expired = ExpiredCleanupPolicy().itemsToRemove(from: items)
            let bytes = items.reduce(0) { $0 + $1.size }
            if invocation.has(.json) {
                return write([
                    "folder": .text(folder), "entries": .optional(items.count), "bytes": .optional(bytes),
                    "expired": .optional(expired.count),
                ])
            }
            let rows = [
                ("folder", folder), ("entries", "\(items.count)"), ("size", ByteSize.text(bytes)),
                ("expired", "\(expired.count)"),
            ]
            let isTable = console.world.terminal != nil
            return console.write(
                rows.map { name, value in
                    let gap = isTable ? String(repeating: " ", count: 9 - name.count) : "\t"
                    return "\(name)\(gap)\(SafeText.line(value))\n"
                }.joined()
            )
        }
    }

    /// Removes what has expired; with `--max-size` the oldest too, with `--all` everything.
    func clean() async throws(UsageError) -> CommandStatus {
        var policies: [any CleanupPolicy] = [ExpiredCleanupPolicy()]
        if let size = invocation.values[.maxSize] {
            policies.append(MaxSizeCleanupPolicy(maxSize: try ByteSize.parse(size)))
        }
        if invocation.has(.all) { policies.append(EverythingCleanupPolicy()) }
        return try await withCache { [policies] cache, _ throws(CacheError) in
            var removed: [CacheItem] = []
            var kept = 0
            for policy in policies {
                let report = try await cache.clean(policy: policy)
                removed += report.removed
                kept = report.keptCount
            }
            let bytes = removed.reduce(0) { $0 + $1.size }
            if invocation.has(.json) {
                return write([
                    "removed": .optional(removed.count), "removedBytes": .optional(bytes), "kept": .optional(kept),
                ])
            }
            console.say("removed \(removed.count) of \(removed.count + kept) entries, \(ByteSize.text(bytes))")
            return .success
        }
    }

    private func write(_ members: [String: FieldValue]) -> CommandStatus {
        console.write(FieldValue.object(members).json(isPretty: console.world.terminal != nil))
    }

    private func withCache(
        _ work: (DiskStore, _ folder: String) async throws(CacheError) -> CommandStatus
    ) async throws(UsageError) -> CommandStatus {
        guard let folder = try console.configuration().cacheFolder else {
            console.say("there is no cache: no home folder is known; set SEEK_CACHE_DIR")
            return .failure
        }
        do throws(CacheError) {
            let cache = try DiskStore(folder: folder)
            let status = try await work(cache, folder.path)
            await cache.close()
            return status
        } catch {
            console.say(error.description)
            return .failure
        }
    }
}

/// Removes every item: so that `--all` is reported as any other cleaning.
private struct EverythingCleanupPolicy: CleanupPolicy {
    func itemsToRemove(from items: [CacheItem]) -> [CacheItem] { items }
}
