import BenchKit
import Testing

@testable import CacheBench

@Suite("The bench of Cache", .timeLimit(.minutes(3)))
struct CacheBenchTests {
    static let names = [
        "memory-get", "hit-ratio-vs-lru", "put-vs-files", "put-vs-sqlite", "get-vs-sqlite", "get-2-readers",
        "prune-half-vs-sqlite", "prune-growth", "open-growth", "http-hit-memory", "http-hit-disk",
    ]

    @Test("each row is reported with a figure, and the hit ratio exceeds that of LRU")
    func rows() async throws {
        let load = CacheBench.Load(rounds: 1, entries: 100, manyEntries: 200, files: 10, requests: 50_000)
        var rows: [BenchResult] = []
        try await CacheBench(load: load).run { rows.append($0) }
        #expect(rows.map(\.name) == Self.names)
        #expect(rows.allSatisfy { $0.value.isFinite })
        #expect(rows.filter { $0.baseline != nil }.allSatisfy { $0.ratio != nil })
        let ratio = try #require(rows[1].ratio)
        #expect(ratio > 1, "this ratio does not depend on the machine")
    }
}
