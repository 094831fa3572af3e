import BenchKit
import Foundation
import SeekBasics
import SeekCache
import SeekTestHelpers
import StressTool
import Synchronization
import Testing

@testable import CacheStress

extension CacheTools {
    @Suite("Small runs of the cache's stress tests")
    struct CacheStressTests {
        @Test("find no violations", arguments: StressTest.cache.filter { !$0.needsProcesses }.map(\.name))
        func small(_ name: String) async throws {
            let stressTest = try #require(StressTest.cache.first { $0.name == name })
            let settings = StressTest.Settings(scale: Scale(factor: 0.02), seed: 7, startsProcesses: false)
            let result = try #require(try await stressTest.run(settings) as? CacheStressResult)
            #expect(result.passed, "\(stressTest.name): \(result.summary)")
            #expect(result.correctValues > 0)
        }

        @Test("are run and counted by the program, except tests with child processes")
        func program() async {
            let output = Mutex<[String]>([])
            let status = await StressCommand.run(
                ["cache", "--seconds", "0.3", "--seed", "7"],
                output: { line in output.withLock { $0.append(line) } },
                problems: { Issue.record("\($0)") }
            )
            let lines = output.withLock { $0 }
            let count = StressTest.cache.filter { !$0.needsProcesses }.count
            #expect(status == 0, "\(lines)")
            #expect(lines.first == "cache, seed 7")
            #expect(lines.last == "\(count) passed, 0 failed")
        }

        @Test("a wrong value, a failed store and a violation each fail the test, but a miss does not")
        func failures() throws {
            var result = CacheStressResult()
            #expect(result.verify(nil, 1, "") == nil)
            #expect(result.misses == 1)
            #expect(result.passed)
            let store = MemoryStore(costLimit: 10_000)
            try store.put(Payload.make(1, 5), for: "key", expiresAt: nil)
            let entry = try #require(store.value(for: "key"))
            #expect(result.verify(entry, 1, "") == 5)
            #expect(result.passed)
            var wrong = result
            #expect(wrong.verify(entry, 2, "elsewhere") == nil)
            #expect(!wrong.passed)
            #expect(wrong.summary.contains("elsewhere: a wrong value for 2"))
            var failing = result
            failing.failedStores = 1
            #expect(!failing.passed)
            result.addViolation("lost")
            #expect(!result.passed)
        }

        @Test("every byte of a payload is checked", arguments: [0, 1, 17, 300])
        func payload(size: Int) {
            let data = Payload.make(3, 9, size: size)
            #expect(Payload.version(of: data, 3) == 9)
            #expect(Payload.version(of: data, 4) == nil)
            for index in data.indices {
                var changed = data
                changed[index] ^= 4
                let version = Payload.version(of: changed, 3)
                #expect(version != 9)
                // The first 16 bytes are the number and the version. Another version may be valid.
                if index >= 16 { #expect(version == nil) }
            }
        }

        @Test("the colliding keys differ and have the same hash")
        func collision() {
            let keys = UnusualValues.collidingKeys
            #expect(Set(keys).count == 2)
            let hashes = keys.map { key in Array(key.utf8).withUnsafeBytes { XXHash64.hash($0) } }
            #expect(hashes[0] == hashes[1])
        }
    }
}
