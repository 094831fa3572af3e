import BenchKit
import Foundation
import Seek
import SeekTestHelpers

/// A simulated day of searches by several processes that share an API key, a cache, and the ledger of the used quota.
///
/// The frequencies of the search texts follow Zipf's law. The processes share an accelerated clock.
struct SearchDay: Sendable, Codable {
    /// The number of processes, and of searches per process.
    static let (processCount, searchesPerProcess) = (8, 125)
    static let textCount = 300

    var folder: String
    /// The start in real time, in seconds since 1970.
    var startTime: Double
    /// In real seconds.
    var duration: Double
    /// The daily quota of the key, as a number of calls.
    var limit: Int
    /// The time to live of a response in simulated seconds; nil for Seek's default.
    var timeToLive: Int?

    /// The counts of a process, or their sum over several processes.
    struct Outcome: Sendable, Codable {
        var searches = 0
        var sent = 0
        /// The number of searches rejected because the quota was used up.
        var rejected = 0
        /// The number of rejected searches for a text to which the process had received a response before.
        var rejectedAfterResponse = 0

        static func + (lhs: Outcome, rhs: Outcome) -> Outcome {
            Outcome(
                searches: lhs.searches + rhs.searches,
                sent: lhs.sent + rhs.sent,
                rejected: lhs.rejected + rhs.rejected,
                rejectedAfterResponse: lhs.rejectedAfterResponse + rhs.rejectedAfterResponse
            )
        }
    }

    /// The current simulated time: from the start of 2026-11-21, Pacific time, until 400 seconds before its end.
    var now: Date {
        let fraction = (Date().timeIntervalSince1970 - startTime) / duration
        return Date(timeIntervalSince1970: 1_795_248_000 + max(0, min(1, fraction)) * 86_000)
    }

    func client(_ transport: PageTransport) -> SeekClient {
        var configuration = SeekConfiguration()
        configuration.youTubeAPIKey = "bench"
        configuration.cacheFolder = URL(filePath: folder).appending(path: "cache")
        configuration.stateFolder = URL(filePath: folder).appending(path: "state")
        configuration.client = ClientConfiguration(transport: transport)
        configuration.client.now = { now }
        configuration.client.youTubeSearchBucket.limit = limit
        if let timeToLive { configuration.client.searchTimeToLive = .seconds(timeToLive) }
        return SeekClient(configuration)
    }

    func run(process: Int) async throws -> Outcome {
        let transport = PageTransport(page: Data(SampleSearchPage.json(items: 25).utf8))
        let seek = client(transport)
        let distribution = ZipfDistribution(count: Self.textCount)
        var (random, outcome, received) = (SeededGenerator(seed: UInt64(process)), Outcome(), Set<Int>())
        for number in 0..<Self.searchesPerProcess {
            // The searches of the processes alternate.
            let fraction =
                (Double(number) + Double(process) / Double(Self.processCount)) / Double(Self.searchesPerProcess)
            let wait = startTime + duration * fraction - Date().timeIntervalSince1970
            if wait > 0 { try await Task.sleep(for: .seconds(wait)) }
            let text = distribution.rank(at: .random(in: 0..<1, using: &random))
            outcome.searches += 1
            do throws(SearchError) {
                _ = try await seek.youTube.search(YouTubeSearchQuery("text \(text)"))
                received.insert(text)
            } catch {
                guard case .limitReached(_, let limit) = error, limit.kind == .daily else { throw error }
                outcome.rejected += 1
                if received.contains(text) { outcome.rejectedAfterResponse += 1 }
            }
        }
        outcome.sent = transport.requestCount
        await seek.cache?.close()
        return outcome
    }
}
