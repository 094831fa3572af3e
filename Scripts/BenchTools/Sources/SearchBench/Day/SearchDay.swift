import BenchKit
import Seek
import SeekTestHelpers

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A day of searches by several processes that share a key, a cache and a ledger. A pure value; each process does its
/// part of it.
///
/// What is searched for follows Zipf's law: the text of rank n is asked for 1/n as often as the first. The clock runs
/// faster than the sun, and is the same for all.
struct SearchDay: Sendable, Codable {
    /// How many processes there are, and how many searches each of them asks.
    static let (processes, searches) = (8, 125)
    /// How many texts there are.
    static let texts = 300

    /// The folder of cache and ledger.
    var folder: String
    /// When it begins, in real time, as seconds since 1970.
    var begins: Double
    /// How long it takes, in real seconds.
    var lasts: Double
    /// How many calls the key is granted for it.
    var limit: Int
    /// For how many seconds of the day an answer serves; nil for what Seek does unless told otherwise.
    var timeToLive: Int?

    /// What came of a process's part.
    struct Outcome: Sendable, Codable {
        /// How many searches were asked.
        var asked = 0
        /// How many calls were sent for them.
        var sent = 0
        /// How many were refused here, since the day was spent.
        var refused = 0
        /// How many of those this process had had an answer to before.
        var lost = 0

        static func + (lhs: Outcome, rhs: Outcome) -> Outcome {
            Outcome(
                asked: lhs.asked + rhs.asked,
                sent: lhs.sent + rhs.sent,
                refused: lhs.refused + rhs.refused,
                lost: lhs.lost + rhs.lost
            )
        }
    }

    /// The time of the made-up day at this moment: 2026-11-21 from midnight to shortly before the next, Pacific time.
    var now: Date {
        let share = (Date().timeIntervalSince1970 - begins) / lasts
        return Date(timeIntervalSince1970: 1_795_248_000 + max(0, min(1, share)) * 86_000)
    }

    /// Seek as each process has it.
    func client(_ transport: PageTransport) -> SeekClient {
        var configuration = SeekConfiguration()
        configuration.youTubeAPIKey = "bench"
        configuration.cacheFolder = URL(filePath: folder).appending(path: "cache")
        configuration.stateFolder = URL(filePath: folder).appending(path: "state")
        configuration.environment = ClientConfiguration(transport: transport)
        configuration.environment.now = { now }
        configuration.environment.youTubeSearchBucket.limit = limit
        if let timeToLive { configuration.environment.searchTimeToLive = .seconds(timeToLive) }
        return SeekClient(configuration)
    }

    /// Does the part of one process.
    func run(process: Int) async throws -> Outcome {
        let transport = PageTransport(page: Data(SearchPage.json(items: 25).utf8))
        let seek = client(transport)
        var (random, outcome, answered) = (SeededGenerator(seed: UInt64(process)), Outcome(), Set<Int>())
        for number in 0..<Self.searches {
            let share = (Double(number) + Double(process) / Double(Self.processes)) / Double(Self.searches)
            let wait = begins + lasts * share - Date().timeIntervalSince1970
            if wait > 0 { try await Task.sleep(for: .seconds(wait)) }
            let text = Self.text(for: Double.random(in: 0..<1, using: &random))
            outcome.asked += 1
            do throws(SearchError) {
                _ = try await seek.youTube.search(YouTubeSearchQuery("text \(text)"))
                answered.insert(text)
            } catch {
                guard case .limitReached(_, let limit) = error, limit.kind == .daily else { throw error }
                outcome.refused += 1
                if answered.contains(text) { outcome.lost += 1 }
            }
        }
        outcome.sent = transport.calls
        await seek.cache?.close()
        return outcome
    }

    /// The text that a share of all searches ends with, by Zipf's law.
    static func text(for share: Double) -> Int {
        var left = share * (1...texts).reduce(0) { $0 + 1 / Double($1) }
        for rank in 1...texts {
            left -= 1 / Double(rank)
            if left < 0 { return rank }
        }
        return texts
    }
}
