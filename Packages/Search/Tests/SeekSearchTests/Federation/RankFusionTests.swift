import SeekSearch
@_spi(Seek) import SeekSearch
import SeekTestHelpers
import Testing

@Suite("Reciprocal rank fusion")
struct RankFusionTests {
    private func list(_ source: String, _ ids: String..., weight: Double = 1) -> RankedList {
        RankedList(source: source, weight: weight, hits: ids.map { hit($0) })
    }

    @Test("sums weight / (k + rank), and lists the reasons, greatest first")
    func scores() throws {
        let hits = RankFusion().fuse([list("a", "x", "y"), list("b", "y", "z", weight: 2)])
        #expect(hits.map(\.id) == ["y", "z", "x"])
        #expect(hits[0].score == 2.0 / 61 + 1.0 / 62)
        #expect(hits[0].reasons.map(\.source) == ["b", "a"])
        #expect(hits[0].reasons.map(\.rank) == [1, 2])
        #expect(hits[0].reasons[0].description == "b #1 × 2.0 = 0.0328")
        #expect(hits[2].reasons.map(\.description) == ["a #1 = 0.0164"])
    }

    @Test("orders hits of equal score and rank by identity")
    func ties() {
        let hits = RankFusion().fuse([list("a", "n", "q"), list("b", "m", "p")])
        #expect(hits.map(\.id) == ["m", "n", "p", "q"])
        #expect(Set(hits.map(\.score)).count == 2)
    }

    @Test("merges hits with the same URL into the one with the greatest contribution")
    func identities() {
        let first = RankedList(source: "a", hits: [hit("1"), hit("2", url: "http://WWW.Example.com/x/#part")])
        let second = RankedList(source: "b", hits: [hit("3", url: "https://example.com/x"), hit("4")])
        for lists in [[first, second], [second, first]] {
            let hits = RankFusion().fuse(lists)
            #expect(hits.map(\.id) == ["3", "1", "4"])
            #expect(hits[0].reasons.count == 2)
        }
    }

    @Test("counts only the best rank of a hit that one source returns more than once, with equal weights")
    func repeats() {
        let hits = RankFusion(k: 0).fuse([list("a", "x", "y", "x"), list("a", "y")])
        #expect(hits.map(\.id) == ["x", "y"])
        #expect(hits.map(\.score) == [1, 1])
        #expect(hits.map(\.reasons.count) == [1, 1])
    }

    @Test("treats a weight or k as 0 unless it is finite and above 0", arguments: [0, -1, Double.nan, Double.infinity])
    func invalidNumbers(number: Double) {
        let hits = RankFusion().fuse([list("a", "x", weight: number), list("b", "y")])
        #expect(hits.map(\.id) == ["y", "x"])
        #expect(hits.map(\.score) == [1.0 / 61, 0])
        #expect(RankFusion(k: number).fuse([list("a", "x")]).map(\.score) == [1])
    }

    @Test("returns nothing for empty lists")
    func empty() {
        #expect(RankFusion().fuse([]).isEmpty)
        #expect(RankFusion().fuse([list("a")]).isEmpty)
    }

    // MARK: Properties of random lists

    private static let seeds = Array(UInt64(0)..<40)

    private func lists(_ generator: inout SeededGenerator) -> [RankedList] {
        (0..<Int.random(in: 1...5, using: &generator)).map { number in
            let ids = (0..<Int.random(in: 0...12, using: &generator)).map { _ in
                Int.random(in: 0..<20, using: &generator)
            }
            let source = "p\(Int.random(in: 0...4, using: &generator))"
            let weight: Double = [0.5, 1, 1, 1, 3].randomElement(using: &generator) ?? 1
            // Several hits share a URL.
            let hits = ids.map { hit("\($0)", url: "https://e.com/\($0 % 15)", title: "\(number)") }
            return RankedList(source: source, weight: weight, hits: hits)
        }
    }

    @Test("does not depend on the order of the lists", arguments: seeds)
    func permutation(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let lists = lists(&generator)
        #expect(RankFusion().fuse(lists) == RankFusion().fuse(lists.shuffled(using: &generator)))
    }

    @Test("retains the order when a merged list is merged again, or when every list is repeated", arguments: seeds)
    func idempotence(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let lists = lists(&generator)
        let hits = RankFusion().fuse(lists)
        #expect(RankFusion().fuse([RankedList(source: "a", hits: hits)]).map(\.id) == hits.map(\.id))
        #expect(RankFusion().fuse(lists + lists) == hits)
    }

    @Test("never ranks a hit lower after it has moved up in one list", arguments: seeds)
    func monotonicity(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var lists = lists(&generator).enumerated().map { index, list in
            // One list for each source, without duplicates.
            var seen: Set<String> = []
            return RankedList(source: "\(index)", hits: list.hits.filter { seen.insert($0.identity).inserted })
        }
        guard let index = lists.indices.first(where: { lists[$0].hits.count > 1 }) else { return }
        let from = Int.random(in: 1..<lists[index].hits.count, using: &generator)
        let moving = lists[index].hits[from]
        func position() throws -> (index: Int, score: Double) {
            let hits = RankFusion().fuse(lists)
            let index = try #require(hits.firstIndex { $0.identity == moving.identity })
            return (index, hits[index].score)
        }
        let before = try position()
        lists[index].hits.swapAt(from, from - 1)
        let after = try position()
        #expect(after.score > before.score)
        #expect(after.index <= before.index)
    }
}
