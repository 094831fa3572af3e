import BenchKit
import Foundation
import SeekBasics
import SeekCache
import SeekTestHelpers

/// Kills a writing process at random times. Each key that the process reported as stored must have the reported
/// version or a later one.
enum Kills {
    static func run(_ settings: StressTest.Settings) async throws -> CacheStressResult {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        var random = SeededGenerator(seed: settings.seed)
        var result = CacheStressResult()
        // The latest version that the process has reported, by key.
        var versions: [Int: Int] = [:]
        let rounds = settings.scale.count(300)
        for round in 1...rounds {
            // The child numbers versions from the seed, so that they are greater than those of earlier rounds.
            let child = try Child.start("write", folder.url, seed: UInt64(round) * 1_000_000)
            while child.output.isEmpty, child.isRunning { try await Task.sleep(for: .milliseconds(1)) }
            try await Task.sleep(for: .microseconds(Int.random(in: 0..<40_000, using: &random)))
            child.signal(SIGKILL)
            child.wait()
            for line in String(decoding: child.output, as: UTF8.self).split(separator: "\n") {
                let numbers = line.split(separator: " ").compactMap { Int($0) }
                if numbers.count == 2 { versions[numbers[0]] = max(versions[numbers[0], default: 0], numbers[1]) }
            }
            await check(folder.url, versions, round, &result)
        }
        result.note = "\(rounds) kills, \(versions.count) keys reported"
        return result
    }

    private static func check(_ folder: URL, _ versions: [Int: Int], _ round: Int, _ result: inout CacheStressResult)
        async
    {
        do throws(CacheError) {
            let store = try DiskStore(folder: folder)
            for (number, reported) in versions {
                let version = result.verify(try await store.value(for: "\(number)"), number, "kill \(round)")
                if (version ?? 0) < reported {
                    result.addViolation("kill \(round): key \(number) has lost version \(reported)")
                }
            }
            if try await store.statistics().corrupt > 0 {
                result.addViolation("kill \(round): the store reports corruption")
            }
            await store.close()
        } catch {
            result.failedStores += 1
            result.addViolation("kill \(round): \(error)")
        }
    }
}
