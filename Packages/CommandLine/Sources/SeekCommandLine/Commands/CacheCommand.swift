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
        try await withCache { cache throws(CacheError) in
            let items = try await cache.items()
            let expired = ExpiredCleanupPolicy().itemsToRemove(from: items).count
            let bytes = try await cache.statistics().bytes
            let diskBytes = await cache.diskSize()
            let folder = cache.folder.path
            if invocation.has(.json) {
                return write([
                    "folder": .text(folder), "entries": .optional(items.count), "bytes": .optional(bytes),
                    "diskBytes": .optional(diskBytes), "expired": .optional(expired),
                ])
            }
            let rows = [
                ("folder", folder), ("entries", "\(items.count)"), ("size", ByteSize.text(bytes)),
                ("on disk", ByteSize.text(diskBytes)), ("expired", "\(expired)"),
            ]
            let isTable = console.context.terminal != nil
            return console.write(
                rows.map { name, value in
                    let gap = isTable ? String(repeating: " ", count: 9 - name.count) : "\t"
                    return "\(name)\(gap)\(SafeText.line(value))\n"
                }.joined()
            )
        }
    }

    /// Removes what has expired; with `--max-size` the least recently used too, with `--all` everything.
    func clean() async throws(UsageError) -> CommandStatus {
        var limits: CacheLimits?
        if let size = invocation.values[.maxSize] { limits = CacheLimits(maxSize: try ByteSize.parse(size)) }
        return try await withCache { [limits] cache throws(CacheError) in
            var report = try await cache.clean(policy: ExpiredCleanupPolicy())
            if let limits {
                let trimmed = try await cache.trim(to: limits)
                report = CleanupResult(
                    removed: report.removed + trimmed.removed,
                    remainingCount: trimmed.remainingCount,
                    remainingBytes: trimmed.remainingBytes
                )
            }
            if invocation.has(.all) {
                let rest = try await cache.items()
                try await cache.removeAll()
                report = CleanupResult(removed: report.removed + rest, remainingCount: 0, remainingBytes: 0)
            }
            let (removed, bytes) = (report.removed.count, report.removedBytes)
            if invocation.has(.json) {
                return write([
                    "removed": .optional(removed), "removedBytes": .optional(bytes),
                    "kept": .optional(report.remainingCount),
                ])
            }
            console.say("removed \(removed) of \(removed + report.remainingCount) entries, \(ByteSize.text(bytes))")
            return .success
        }
    }

    private func write(_ members: [String: FieldValue]) -> CommandStatus {
        console.write(FieldValue.object(members).json(isPretty: console.context.terminal != nil))
    }

    private func withCache(
        _ work: (DiskStore) async throws(CacheError) -> CommandStatus
    ) async throws(UsageError) -> CommandStatus {
        let configuration = try console.configuration()
        do throws(CacheError) {
            guard let cache = try configuration.diskStore() else {
                console.say("there is no cache: no home folder is known; set SEEK_CACHE_DIR")
                return .failure
            }
            let status = try await work(cache)
            await cache.close()
            return status
        } catch {
            console.say(error.description)
            return .failure
        }
    }
}
