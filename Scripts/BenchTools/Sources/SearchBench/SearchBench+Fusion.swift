import BenchKit
import Foundation
@_spi(Seek) import Seek

/// The measurement of merging the results of several sources.
extension SearchBench {
    /// `fusion`: merges ten lists of 1,000 hits. A third of the hits are in two lists.
    func fusion() throws -> BenchResult {
        let lists = (0..<10).map { list in
            RankedList(
                source: "source \(list)",
                weight: 1 + Double(list % 3),
                hits: (0..<1_000).map { Self.hit(list, $0) }
            )
        }
        let milliseconds = try median(rounds: load.rounds) {
            let start = ContinuousClock.now
            let hits = RankFusion().fuse(lists)
            let time = start.duration(to: .now) / .milliseconds(1)
            guard hits.count > 1_000, hits.count < 10_000, hits.contains(where: { $0.reasons.count > 1 }) else {
                throw BenchFailure(description: "the fusion made \(hits.count) hits of 10,000")
            }
            return time
        }
        return BenchResult("fusion", milliseconds, "ms", goal: .valueAtMost(20))
    }

    private static func hit(_ list: Int, _ rank: Int) -> SearchHit {
        // The lists 0 and 1, 2 and 3, and so on have every third hit in common.
        let number = rank % 3 == 0 ? list / 2 * 1_000 + rank : list * 10_000 + rank
        return SearchHit(
            id: "youtube:video:\(number)",
            kind: .video,
            source: "youtube",
            title: "A title of some words, the \(number)th",
            subtitle: "Channel \(number % 50)",
            text: "A description of one or two lines, as the API shortens it...",
            url: URL(string: "https://www.youtube.com/watch?v=Sw1ft\(number)"),
            date: Date(timeIntervalSince1970: Double(number))
        )
    }
}
