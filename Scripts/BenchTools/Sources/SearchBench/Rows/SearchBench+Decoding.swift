import BenchKit
import SeekModels

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The rows of decoding a page.
extension SearchBench {
    /// `decode-page`: the time `ModelDecoder` takes for a page of 50 videos. `decode-vs-jsondecoder`: the same; the
    /// ratio is the time of Foundation's decoder for the same model and page divided by that of `ModelDecoder`.
    func decoding() async throws -> [BenchResult] {
        let contestants = [
            Contestant("ModelDecoder") {
                try await timed(10) { _ in
                    try check(ModelDecoder().decode(YouTubeSearchPage.self, from: page))
                }
            },
            Contestant("JSONDecoder") {
                try await timed(10) { _ in
                    try check(JSONDecoder().decode(YouTubeSearchPage.self, from: page))
                }
            },
        ]
        let times = try await compare(contestants, rounds: load.rounds)["time"] ?? Comparison()
        let ours = times.median(of: "ModelDecoder") ?? .nan
        let ratio = times.ratio(of: "JSONDecoder", to: "ModelDecoder")
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

    private func check(_ page: YouTubeSearchPage) throws {
        guard page.items.count == SampleSearchPage.size else {
            throw BenchFailure(description: "a decoder lost an item")
        }
    }
}
