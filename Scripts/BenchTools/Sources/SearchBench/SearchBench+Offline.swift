import BenchKit
import Foundation
import Seek
import SeekIndex
import SeekTestHelpers

/// The measurements of the offline index.
extension SearchBench {
    /// Measures two rows:
    ///
    /// - `indexing`: adds entries, whose texts are as long as those of videos, to an empty index on disk. Each
    ///   transaction adds 20 pages of 50 entries.
    /// - `offline-query`: searches the index. Some queries are one word and some are several, common or rare; some are
    ///   the start of a word, and some are ideographs.
    func offline() async throws -> [BenchResult] {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let entries = OfflineText.entries(load.entries)
        var speeds: [Double] = []
        var index = TextIndex(folder: folder.url)
        for round in 0..<3 {
            await index.close()
            index = TextIndex(folder: folder.url.appending(path: "\(round)"))
            speeds.append(try await fill(index, with: entries))
        }
        guard try await index.count() == entries.count else {
            throw BenchFailure(description: "the index lost an entry")
        }
        let milliseconds = try await queries(index)
        await index.close()
        return [
            BenchResult("indexing", speeds.median, "entries/s", goal: .valueAtLeast(20_000)),
            BenchResult("offline-query", milliseconds, "ms", goal: .valueAtMost(10)),
        ]
    }

    /// Adds entries to an index and returns the number of entries added per second.
    private func fill(_ index: TextIndex, with entries: [IndexEntry]) async throws -> Double {
        let pages = stride(from: 0, to: entries.count, by: 50).map { start in
            IndexSource(
                name: "https://www.googleapis.com/youtube/v3/search?page=\(start)",
                seenAt: Date(timeIntervalSince1970: 0),
                entries: Array(entries[start..<min(start + 50, entries.count)])
            )
        }
        let start = ContinuousClock.now
        for first in stride(from: 0, to: pages.count, by: 20) {
            try await index.put(Array(pages[first..<min(first + 20, pages.count)]))
        }
        return Double(entries.count) / (start.duration(to: .now) / .seconds(1))
    }

    /// Returns the median time of a query in milliseconds.
    private func queries(_ index: TextIndex) async throws -> Double? {
        var samples: [Double] = []
        var hitCount = 0
        // Round -1 is a warm-up.
        for round in -1..<load.rounds {
            for text in OfflineText.queries {
                let start = ContinuousClock.now
                let page = try await index.search(IndexQuery(text))
                if round >= 0 { samples.append(start.duration(to: .now) / .milliseconds(1)) }
                hitCount += page.totalCount
            }
        }
        guard hitCount > 0 else { throw BenchFailure(description: "the index found nothing") }
        return samples.median
    }
}

/// Generates entries whose texts are as long as those of videos. The frequencies of the words follow Zipf's law, and
/// every tenth title starts with ideographs.
private enum OfflineText {
    private static let syllables = [
        "ka", "ri", "mo", "ten", "sul", "ba", "no", "vi", "dra", "pel", "shi", "tor", "an", "es", "ul", "qui",
    ]
    private static let ideographs = Array("東京夜景散歩山川海空花鳥風月春夏秋冬朝昼雨雪光影道町駅電車料理音楽映画旅行")

    /// Returns the word with the given frequency rank: 0 for the most common word. The most common words are the
    /// shortest.
    static func word(_ rank: Int) -> String {
        var (rest, word) = (rank, syllables[rank % 16])
        while rest >= 16 {
            rest /= 16
            word += syllables[rest % 16]
        }
        return word
    }

    static let queries = [
        word(0), word(3), word(40), word(400), word(9_000), "\(word(2)) \(word(60))",
        "\(word(5)) \(word(20)) \(word(90))",
        "\(word(70)) \(word(300))", String(word(500).prefix(4)), String(word(4_000).prefix(5)), "東京", "夜景散", "花",
        "none of these",
    ]

    static func entries(_ count: Int) -> [IndexEntry] {
        var generator = SeededGenerator(seed: 8)
        func words(_ count: Int) -> String {
            // About 20,000 distinct words, each with a frequency inversely proportional to its rank.
            (0..<count).map { _ in word(Int(exp(Double.random(in: 0..<9.9, using: &generator))) - 1) }.joined(
                separator: " "
            )
        }
        return (0..<count).map { number in
            let isJapanese = number % 10 == 0
            let prefixLength = isJapanese ? 8 : 0
            let prefix = String((0..<prefixLength).compactMap { _ in ideographs.randomElement(using: &generator) })
            return IndexEntry(
                id: "https://youtube.com/watch?v=\(number &* 7_919 % 1_000_003)",
                kind: number % 4 == 0 ? "repository" : "video",
                title: "\(prefix)\(words(isJapanese ? 2 : 7))",
                subtitle: words(2),
                text: words(22),
                date: Date(timeIntervalSince1970: Double(number)),
                payload: Data(count: 400)
            )
        }
    }
}
