import BenchKit
import Foundation
import SeekBasics
import SeekCache
import SeekTestHelpers

/// Eight processes store, read, clean and remove values in one store.
enum SharedStore {
    static func run(_ settings: StressTest.Settings) async throws -> CacheStressResult {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        var result = CacheStressResult()
        for round in 0..<settings.scale.count(5) {
            let children = try (0..<8).map { child in
                // Small, because the process multiplies its seed to number the values.
                let seed = (settings.seed &+ UInt64(round * 8 + child)) & 0xFFFF
                return try Child.start("share", folder.url, seed: seed)
            }
            for child in children {
                switch child.wait() {
                case 0: break
                // The process has read a wrong value.
                case 1: result.wrongValues += 1
                case let status: result.addViolation("a process exited with status \(status)")
                }
            }
            let store = try DiskStore(folder: folder.url)
            for number in 0..<Child.keyCount {
                result.verify(try await store.value(for: "\(number)"), number, "shared, round \(round)")
            }
            let items = try await store.items()
            let statistics = try await store.statistics()
            if statistics.count != items.count || statistics.bytes != items.reduce(0, { $0 + $1.size }) {
                result.addViolation("the statistics differ from the entries")
            }
            if FileManager.default.fileExists(atPath: folder.url.appending(path: "corrupt-1.sqlite").path) {
                result.addViolation("the database was moved aside as corrupt")
            }
            await store.close()
        }
        return result
    }
}
