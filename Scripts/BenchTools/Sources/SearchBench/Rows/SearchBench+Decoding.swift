import BenchKit
import Foundation
import SeekModels

/// The measurements of decoding a page.
extension SearchBench {
    /// `decode-page`: the time `ModelDecoder` takes for a page of 50 videos. `decode-vs-jsondecoder`: the same
    /// time; its ratio is the time of Foundation's `JSONDecoder` for this page, divided by that of `ModelDecoder`.
    func decoding() async throws -> [BenchResult] {
        func contestant(
            _ name: String,
            _ decode: @escaping @Sendable () throws -> YouTubeSearchPage
        ) -> Contestant {
            Contestant(name) {
                try await timed(10) {
                    for _ in 0..<10 {
                        guard try decode().items.count == SampleSearchPage.size else {
                            throw BenchFailure(description: "a decoder lost an item")
                        }
                    }
                }
            }
        }
        let contestants = [
            contestant("ModelDecoder") { try ModelDecoder().decode(YouTubeSearchPage.self, from: page) },
            contestant("JSONDecoder") { try JSONDecoder().decode(YouTubeSearchPage.self, from: page) },
        ]
        let figures = try await compare(contestants, rounds: load.rounds)
        let time = figures.median(of: "ModelDecoder")
        let ratio = figures.ratio(of: "JSONDecoder", to: "ModelDecoder")
        return [
            BenchResult("decode-page", time, "µs", goal: .valueAtMost(1000)),
            BenchResult(
                "decode-vs-jsondecoder",
                time,
                "µs",
                baseline: "JSONDecoder",
                ratio: ratio,
                goal: .ratioAtLeast(2)
            ),
        ]
    }
}
