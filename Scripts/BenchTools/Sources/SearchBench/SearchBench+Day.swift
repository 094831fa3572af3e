import BenchKit
import Foundation
import Seek
import SeekTestHelpers

/// The measurement of a simulated day of searches.
extension SearchBench {
    /// `upstream-calls`: the calls sent, and their ratio to the searches, on a day of 1,000 searches by 8 clients with one
    /// key whose quota suffices, with responses stored for the day.
    func upstreamCalls() async throws -> BenchResult {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let day = SearchDay(folder: folder.url, start: Date(), duration: load.dayDuration)
        let calls = try await withThrowingTaskGroup(of: Int.self) { group in
            for client in 0..<SearchDay.clientCount { group.addTask { try await day.run(client: client) } }
            return try await group.reduce(0, +)
        }
        let used = await day.client(PageTransport(page: Data())).youTube.quota().first?.used
        guard used == calls else {
            throw BenchFailure(
                description: "\(calls) calls were sent, but the ledger has \(used.map(String.init) ?? "none")"
            )
        }
        let searches = SearchDay.clientCount * SearchDay.searchesPerClient
        return BenchResult(
            "upstream-calls",
            Double(calls),
            "calls",
            baseline: "searches",
            ratio: Double(calls) / Double(searches),
            goal: .ratioAtMost(0.3)
        )
    }
}

/// A simulated day of searches by several clients that share an API key, a cache on disk, and the ledger of the used
/// quota.
///
/// The frequencies of the search texts follow Zipf's law. The clients share an accelerated clock.
private struct SearchDay: Sendable {
    static let (clientCount, searchesPerClient) = (8, 125)
    static let textCount = 300

    var folder: URL
    /// The start in real time.
    var start: Date
    /// In real seconds.
    var duration: Double

    /// The current simulated time: from the start of 2026-11-21, Pacific time, until 400 seconds before its end.
    private var now: Date {
        let fraction = Date().timeIntervalSince(start) / duration
        return Date(timeIntervalSince1970: 1_795_248_000 + max(0, min(1, fraction)) * 86_000)
    }

    func client(_ transport: PageTransport) -> SeekClient {
        var configuration = SeekConfiguration()
        configuration.youTubeAPIKey = "bench"
        configuration.cacheFolder = folder.appending(path: "cache")
        configuration.stateFolder = folder.appending(path: "state")
        configuration.client = ClientConfiguration(transport: transport)
        configuration.client.now = { now }
        configuration.client.youTubeSearchBucket.limit = 1_000
        configuration.client.searchTimeToLive = .seconds(86_400)
        return SeekClient(configuration)
    }

    /// Performs the searches of a client and returns the number of calls that it sent.
    func run(client number: Int) async throws -> Int {
        let transport = PageTransport(page: Data(SampleSearchPage.json(items: 25).utf8))
        let seek = client(transport)
        let distribution = ZipfDistribution(count: Self.textCount)
        var random = SeededGenerator(seed: UInt64(number))
        for search in 0..<Self.searchesPerClient {
            // The searches of the clients alternate.
            let position = Double(search) + Double(number) / Double(Self.clientCount)
            let time = start + duration * position / Double(Self.searchesPerClient)
            let wait = time.timeIntervalSinceNow
            if wait > 0 { try await Task.sleep(for: .seconds(wait)) }
            let text = distribution.rank(at: .random(in: 0..<1, using: &random))
            _ = try await seek.youTube.search(YouTubeSearchQuery("text \(text)"))
        }
        await seek.cache?.close()
        return transport.requestCount
    }
}
