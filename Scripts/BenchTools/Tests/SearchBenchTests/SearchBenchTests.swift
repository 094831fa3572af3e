import BenchKit
import Testing

@testable import SearchBench

@Suite("The bench of Search")
struct SearchBenchTests {
    @Test("each row is there, with a figure of our own beside Foundation's")
    func rows() async throws {
        var rows: [Row] = []
        let load = SearchBench.Load(rounds: 1, searches: 3, daySeconds: 0.5, startsProcesses: false, entries: 500)
        try await SearchBench(load: load).run { rows.append($0) }
        #expect(
            rows.map(\.name) == [
                "decode-page", "decode-vs-jsondecoder", "cached-search-memory", "cached-search-disk", "upstream-calls",
                "fusion", "indexing", "offline-query",
            ]
        )
        #expect(rows.allSatisfy { $0.value > 0 })
        #expect(rows.map(\.baseline) == [nil, "JSONDecoder", nil, "read + decode", "searches asked", nil, nil, nil])
        #expect(rows.allSatisfy { $0.baseline == nil || ($0.ratio ?? 0) > 0 })
    }

    @Test("texts are asked for by Zipf's law")
    func zipf() {
        let texts = (0..<10_000).map { SearchDay.text(for: Double($0) / 10_000) }
        let counts = Dictionary(texts.map { ($0, 1) }, uniquingKeysWith: +)
        #expect(texts.first == 1 && texts.last == SearchDay.texts)
        let first = Double(counts[1] ?? 0)
        #expect(abs(Double(counts[10] ?? 0) - first / 10) <= 2 && abs(Double(counts[100] ?? 0) - first / 100) <= 2)
    }

    @Test("a part of a day is refused where it is none")
    func wrongPart() async {
        for arguments in [[], ["{}", "1"], ["{", "x"]] {
            let status = await SearchDayProcess.run(
                [SearchDayProcess.word] + arguments,
                output: { _ in },
                problems: { _ in }
            )
            #expect(status == 2)
        }
    }
}
