import BenchKit
import Foundation
import SeekCache
import SeekTestHelpers

/// Flips a bit at every 512th byte of each file of a closed store, and of the WAL of an open store. In a second copy of
/// the store, truncates the file at the same position. At scales below 1, fewer positions are used.
enum Corruption {
    private static let keyCount = 30

    static func run(_ settings: StressTest.Settings) async throws -> CacheStressResult {
        var result = CacheStressResult()
        var count = 0
        for withWAL in [false, true] {
            let original = try TemporaryFolder()
            defer { original.remove() }
            try await fill(original, withWAL: withWAL)
            let names = try FileManager.default.subpathsOfDirectory(atPath: original.url.path).sorted()
            for name in names where withWAL ? name.hasSuffix("-wal") : name.hasSuffix(".sqlite") || name.contains("/") {
                let size = try Data(contentsOf: original.url.appending(path: name)).count
                let step = 512 * max(1, Int(1 / settings.scale.factor))
                for offset in stride(from: 0, to: size, by: step) {
                    for isTruncated in [false, true] {
                        count += 1
                        try await corrupt(original, name, at: offset, isTruncated: isTruncated, settings.seed, &result)
                    }
                }
            }
        }
        result.note = "\(count) corruptions"
        return result
    }

    private static func fill(_ folder: TemporaryFolder, withWAL: Bool) async throws {
        let source = try TemporaryFolder()
        defer { source.remove() }
        let store = try DiskStore(folder: source.url)
        for number in 0..<keyCount {
            let size = number % 10 == 9 ? 40_000 : number * number * 6
            try await store.put(Payload.make(number, 1, size: size), for: "\(number)")
        }
        if !withWAL { await store.close() }
        try copy(source.url, to: folder.url)
        await store.close()
    }

    private static func copy(_ source: URL, to target: URL) throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: source.path) where !name.hasSuffix("-shm") {
            try FileManager.default.copyItem(at: source.appending(path: name), to: target.appending(path: name))
        }
    }

    private static func corrupt(
        _ original: TemporaryFolder,
        _ name: String,
        at offset: Int,
        isTruncated: Bool,
        _ seed: UInt64,
        _ result: inout CacheStressResult
    ) async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try copy(original.url, to: folder.url)
        let file = folder.url.appending(path: name)
        var data = try Data(contentsOf: file)
        if isTruncated {
            data.removeSubrange(offset...)
        } else {
            data[offset] ^= 1 << UInt8((seed &+ UInt64(offset / 512)) % 8)
        }
        try data.write(to: file)
        let corruption = "\(name) \(isTruncated ? "truncated" : "flipped") at \(offset)"
        do throws(CacheError) {
            let store = try DiskStore(folder: folder.url)
            for number in 0..<keyCount { result.verify(try await store.value(for: "\(number)"), number, corruption) }
            _ = try await store.items()
            try await store.removeAll(prefix: "1")
            try await store.put(Payload.make(7, 2), for: "7")
            if result.verify(try await store.value(for: "7"), 7, corruption) != 2 {
                result.addViolation("\(corruption): a stored value is missing")
            }
            await store.close()
        } catch {
            result.failedStores += 1
            result.addViolation("\(corruption): \(error)")
        }
    }
}
