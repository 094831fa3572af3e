import BenchKit
import Foundation
import Seek
import SeekTestHelpers

/// The measurements of cached searches by a complete Seek client.
extension SearchBench {
    /// `cached-search-memory`: a repeated search, from the text to the decoded page.
    func cachedInMemory() async throws -> BenchResult {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let seek = SeekClient(configuration(folder))
        _ = try await seek.youTube.search(Self.query(0))
        let contestant = Contestant("search") {
            try await timed(load.searches) {
                for _ in 0..<load.searches { try await search(seek, Self.query(0), from: .memory) }
            }
        }
        let time = try await compare([contestant], rounds: load.rounds).median(of: contestant.name)
        await seek.cache?.close()
        return BenchResult("cached-search-memory", time, "µs", goal: .valueAtMost(60))
    }

    /// `cached-search-disk`: searches with responses that are only on disk, as after the start of a program, compared
    /// with reading the same bytes from files and decoding them.
    func cachedOnDisk() async throws -> BenchResult {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        var configuration = configuration(folder)
        // Responses in memory would bypass reading and decoding.
        configuration.memoryLimit = 0
        configuration.client.decodedResponses = nil
        let seek = SeekClient(configuration)
        let count = min(load.searches, 50)
        let files = (0..<count).map { folder.url.appending(path: "\($0).json") }
        for number in 0..<count {
            _ = try await seek.youTube.search(Self.query(number))
            try page.write(to: files[number])
        }
        let contestants = [
            Contestant("search") {
                try await timed(count) {
                    for number in 0..<count { try await search(seek, Self.query(number), from: .disk) }
                }
            },
            Contestant("read + decode") {
                try await timed(count) {
                    for file in files {
                        let page = try ModelDecoder().decode(YouTubeSearchPage.self, from: Data(contentsOf: file))
                        guard page.items.count == SampleSearchPage.size else {
                            throw BenchFailure(description: "a file lost an item")
                        }
                    }
                }
            },
        ]
        let figures = try await compare(contestants, rounds: load.rounds)
        await seek.cache?.close()
        return figures.timeRow("cached-search-disk", of: "search", to: "read + decode", goal: .ratioAtMost(1.2))
    }

    private static func query(_ number: Int) -> YouTubeSearchQuery {
        YouTubeSearchQuery("swift \(number)", pageSize: SampleSearchPage.size)
    }

    private func configuration(_ folder: TemporaryFolder) -> SeekConfiguration {
        var configuration = SeekConfiguration()
        configuration.youTubeAPIKey = "bench"
        configuration.cacheFolder = folder.url.appending(path: "cache")
        configuration.stateFolder = nil
        configuration.client = ClientConfiguration(transport: PageTransport(page: page))
        return configuration
    }

    private func search(
        _ seek: SeekClient,
        _ query: YouTubeSearchQuery,
        from source: Provenance.Source
    ) async throws {
        let page = try await seek.youTube.search(query)
        guard page.items.count == SampleSearchPage.size, page.provenance.source == source else {
            throw BenchFailure(description: "a search returned \(page.items.count) items from \(page.provenance)")
        }
    }
}
