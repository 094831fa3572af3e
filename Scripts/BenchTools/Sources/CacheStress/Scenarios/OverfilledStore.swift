import BenchKit
import Foundation
import SeekCache
import SeekTestHelpers

/// Stores many more bytes than a store may contain. The size in its statistics must never exceed the limit, and its
/// files must not exceed the limit by more than half.
enum OverfilledStore {
    static func run(_ settings: StressTest.Settings) async throws -> CacheStressResult {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        var result = CacheStressResult()
        let limit = 64 << 20
        let store = try DiskStore(folder: folder.url, limits: CacheLimits(maxSize: limit))
        var sent = 0
        var maximumDiskUsage = 0
        var number = 0
        // More than the limit, even at a small scale.
        let total = max(settings.scale.count(1 << 30), 80 << 20)
        while sent < total {
            number += 1
            let value = Payload.make(number, 1, size: number % 3 == 0 ? 700_000 : number % 3 == 1 ? 30_000 : 4_000)
            try await store.put(value, for: "\(number)")
            sent += value.count
            if number % 100 == 0 {
                let statistics = try await store.statistics()
                if statistics.bytes > limit { result.addViolation("\(statistics.bytes) bytes are stored") }
                maximumDiskUsage = max(maximumDiskUsage, try size(of: folder.url))
                result.verify(try await store.value(for: "\(number)"), number, "stream")
                result.verify(try await store.value(for: "\(number / 2)"), number / 2, "stream")
            }
        }
        // The WAL and free pages are not included in the limit.
        if maximumDiskUsage > limit + limit / 2 { result.addViolation("\(maximumDiskUsage) bytes of disk were taken") }
        result.note = "\(sent >> 20) MB sent, at most \(maximumDiskUsage >> 20) MB of disk"
        await store.close()
        return result
    }

    private static func size(of folder: URL) throws -> Int {
        try FileManager.default.subpathsOfDirectory(atPath: folder.path).reduce(0) { sum, name in
            // A listed file may have been removed since.
            let attributes = try? FileManager.default.attributesOfItem(atPath: folder.appending(path: name).path)
            return sum + ((attributes?[.size] as? NSNumber)?.intValue ?? 0)
        }
    }
}
