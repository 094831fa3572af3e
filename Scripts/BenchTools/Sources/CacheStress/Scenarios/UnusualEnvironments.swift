import BenchKit
import Foundation
import SeekBasics
import SeekCache
import SeekTestHelpers
import Synchronization

enum UnusualEnvironments {
    /// A read-only folder is rejected with an error that describes the problem. Once it is writable, all values are
    /// present.
    static func readOnly(_ settings: StressTest.Settings) async throws -> CacheStressResult {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        var result = CacheStressResult()
        let url = folder.url.appending(path: "cache")
        let store = try DiskStore(folder: url)
        try await store.put(Payload.make(1, 1), for: "1")
        await store.close()
        try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: url.path)
        // In another process, which gives up root privileges: root may write to a read-only folder.
        let status = try Child.start("forbidden", url, seed: settings.seed).wait()
        if status != 0 { result.addViolation("a read-only folder: status \(status)") }
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: url.path)
        result.verify(try await DiskStore(folder: url).value(for: "1"), 1, "a read-only folder")
        if result.misses > 0 { result.addViolation("a read-only folder: a value was lost") }
        return result
    }

    /// Each file of a store in turn is replaced by a non-empty folder.
    static func replaced(_ settings: StressTest.Settings) async throws -> CacheStressResult {
        var result = CacheStressResult()
        let manager = FileManager.default
        // Covers the database, its WAL and wal-index, the lock file, and the files of the two largest values.
        for index in 0..<7 {
            let folder = try TemporaryFolder()
            defer { folder.remove() }
            let store = try DiskStore(folder: folder.url)
            for number in 0..<6 {
                try await store.put(Payload.make(number, 1, size: number * 10_000), for: "\(number)")
            }
            await store.close()
            let names = try manager.subpathsOfDirectory(atPath: folder.url.path).filter { $0 != "values-1" }.sorted()
            let extra = ["entries-1.sqlite-wal", "entries-1.sqlite-shm"]
            let candidates = names + extra.filter { !names.contains($0) }
            let name = candidates[index % candidates.count]
            let file = folder.url.appending(path: name)
            // The WAL and its index may not exist while the store is closed.
            try? manager.removeItem(at: file)
            try manager.createDirectory(at: file, withIntermediateDirectories: true)
            try Data("inside".utf8).write(to: file.appending(path: "inside"))
            let reopened = try DiskStore(folder: folder.url)
            do throws(CacheError) {
                for number in 0..<6 {
                    result.verify(try await reopened.value(for: "\(number)"), number, name)
                }
                try await reopened.put(Payload.make(3, 2), for: "3")
                if result.verify(try await reopened.value(for: "3"), 3, "a folder") != 2 {
                    result.addViolation("a stored value is missing")
                }
            } catch {
                result.failedStores += 1
                result.addViolation("\(name): \(error)")
            }
            await reopened.close()
        }
        return result
    }

    /// The clock jumps back and forth. No age may be negative, limits must apply, and no expired value may be returned.
    static func clock(_ settings: StressTest.Settings) async throws -> CacheStressResult {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        var result = CacheStressResult()
        var random = SeededGenerator(seed: settings.seed)
        let date = Mutex(Date(timeIntervalSinceReferenceDate: 800_000_000))
        let store = try DiskStore(folder: folder.url, limits: CacheLimits(maxSize: 300_000)) { date.withLock { $0 } }
        for version in 1...settings.scale.count(1_000) {
            let number = version % 40
            let now = date.withLock { $0 }
            let lifetime = Double.random(in: -10...100_000, using: &random)
            try await store.put(Payload.make(number, version), for: "\(number)", expiresAt: now + lifetime)
            date.withLock { $0 += Double.random(in: -100_000...100_000, using: &random) }
            let dateOfRead = date.withLock { $0 }
            let entry = try await store.value(for: "\(number)")
            result.verify(entry, number, "clock")
            if let entry, entry.age < .zero || dateOfRead >= now + lifetime {
                result.addViolation("an entry of age \(entry.age) was returned")
            }
            if version % 100 == 0, try await store.statistics().bytes > 300_000 {
                result.addViolation("the limit was exceeded")
            }
        }
        return result
    }
}
