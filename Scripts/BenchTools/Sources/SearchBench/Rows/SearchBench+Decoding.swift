import BenchKit
import Foundation
import SeekModels

/// The measurements of decoding a page.
extension SearchBench {
    /// `decode-page`: the time `ModelDecoder` takes for a page of 50 videos.
    func decoding() async throws -> [BenchResult] {
        let decoder = Contestant("ModelDecoder") {
            try await timed(10) {
                for _ in 0..<10 {
                    let items = try ModelDecoder().decode(YouTubeSearchPage.self, from: page).items
                    guard items.count == SampleSearchPage.size else {
                        throw BenchFailure(description: "the decoder lost an item")
                    }
                }
            }
        }
        let figures = try await compare([decoder], rounds: load.rounds)
        return [BenchResult("decode-page", figures.median(of: "ModelDecoder"), "µs", goal: .none)]
    }
}
