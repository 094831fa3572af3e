import BenchKit
import BenchTool
import CacheBench
import Foundation
import Synchronization
import Testing

/// Serialized, because the stress tests and the bench fill disks and use all processors.
@Suite("The tools of Cache", .serialized, .timeLimit(.minutes(3)))
struct CacheTools {}

extension CacheTools {
    @Suite("The bench of Cache")
    struct CacheBenchTests {
        static let names = [
            "memory-get", "hit-ratio-vs-lru", "put-vs-files", "put-vs-sqlite", "get-vs-sqlite", "get-2-readers",
            "sqlite-2-readers",
            "prune-half-vs-sqlite", "prune-growth", "open-growth", "http-hit-memory", "http-hit-disk",
        ]

        @Test("each row is reported with a figure, and the hit ratio exceeds that of LRU")
        func rows() async throws {
            let load = CacheBenchLoad(rounds: 1, entries: 100, manyEntries: 200, files: 10, requests: 50_000)
            let output = Mutex<[String]>([])
            let status = await BenchCommand.run(
                ["cache", "--json"],
                benches: [.cache(load: load)],
                output: { line in output.withLock { $0.append(line) } },
                problems: { Issue.record("\($0)") }
            )
            #expect(status == 0)
            let rows = try output.withLock { try $0.map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) } }
            #expect(rows.map(\.name) == Self.names)
            #expect(rows.allSatisfy { $0.value != nil })
            #expect(rows.filter { $0.baseline != nil }.allSatisfy { $0.ratio != nil })
            let ratio = try #require(rows[1].ratio)
            #expect(ratio > 1, "the only row that does not depend on the machine")
        }

        private struct Line: Decodable {
            var name: String
            var value: Double?
            var baseline: String?
            var ratio: Double?
        }
    }
}
