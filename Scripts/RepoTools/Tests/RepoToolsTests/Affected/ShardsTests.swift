import Testing

@testable import RepoTools

@Suite struct ShardsTests {
    @Test("packages are distributed evenly by weight, each once, to at most the given number of jobs")
    func distribution() {
        let weights = ["A": 9, "B": 5, "C": 4, "D": 1]
        #expect(Shards(weights, count: 2).jobs == [["A", "D"], ["B", "C"]])
        #expect(Shards(weights, count: 4).jobs == [["A"], ["B"], ["C"], ["D"]])
        #expect(Shards(weights, count: 9).jobs.count == 4)
        #expect(Shards([:], count: 3).matrix == #"{"include":[]}"#)
    }
}
