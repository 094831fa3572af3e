import BenchKit
import SeekModels

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The rows of decoding.
extension SearchBench {
    /// `decode-page`: a page of 50 videos. `decode-vs-jsondecoder`: the time of Foundation's decoder for the same model
    /// and page divided by that of `ModelDecoder`.
    func decoding() throws -> [BenchResult] {
        var comparison = Comparison()
        for round in -1..<load.rounds {
            for index in Comparison.order(of: 2, inRound: max(round, 0)) {
                let name = index == 0 ? "ours" : "JSONDecoder"
                let start = ContinuousClock.now
                for _ in 0..<10 { try decode(isOurs: index == 0) }
                let taken = start.duration(to: .now) / .microseconds(1) / 10
                if round >= 0 { comparison.add(taken, for: name) }
            }
        }
        let ours = comparison.median(of: "ours") ?? .nan
        let ratio = comparison.ratio(of: "JSONDecoder", to: "ours")
        return [
            BenchResult("decode-page", ours, "µs", baseline: nil, ratio: nil, goal: .valueAtMost(1000)),
            BenchResult(
                "decode-vs-jsondecoder",
                ours,
                "µs",
                baseline: "JSONDecoder",
                ratio: ratio,
                goal: .ratioAtLeast(2)
            ),
        ]
    }

    private func decode(isOurs: Bool) throws {
        let page =
            isOurs
            ? try ModelDecoder().decode(YouTubeSearchPage.self, from: page)
            : try JSONDecoder().decode(YouTubeSearchPage.self, from: page)
        guard page.items.count == SearchPage.size else { throw BenchFailure(description: "a decoder lost an item") }
    }
}
