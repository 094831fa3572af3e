import BenchKit
import SearchBench
import Testing

@Suite("The bench of Search")
struct SearchBenchTests {
    @Test("each row is there, with a figure of our own beside Foundation's")
    func rows() async throws {
        var rows: [Row] = []
        try await SearchBench(rounds: 1).run { rows.append($0) }
        #expect(rows.map(\.name) == ["decode-page", "decode-vs-jsondecoder"])
        #expect(rows.allSatisfy { $0.value > 0 })
        #expect(rows.map(\.baseline) == [nil, "JSONDecoder"])
        #expect((rows.last?.ratio ?? 0) > 0)
    }
}
