import Foundation
import Seek
import SeekTestHelpers
import Testing

@Suite("Options of calls")
struct CallOptionTests {
    @Test("a reload bypasses the cache that other calls use")
    func reload() async throws {
        let folder = try TemporaryFolder()
        let seek = try SeekClient.local { $0.cacheFolder = folder.url }
        _ = try await seek.gitHub.searchRepositories("swift")
        #expect(try await seek.gitHub.searchRepositories("swift").provenance.source == .memory)
        let fresh = try await seek.gitHub.with { $0.cacheMode = .reload }.searchRepositories("swift")
        #expect(fresh.provenance.source == .network)
        await seek.close()
    }

    @Test("a call that is limited to cached results fails unless the result is stored")
    func cachedOnly() async throws {
        let folder = try TemporaryFolder()
        let seek = try SeekClient.local { $0.cacheFolder = folder.url }
        let cached = seek.gitHub.with { $0.cacheMode = .onlyIfCached }
        let error = try await #require(throws: SearchError.self) { try await cached.searchRepositories("swift") }
        #expect(error.message.contains("There is no stored result."))
        _ = try await seek.gitHub.searchRepositories("swift")
        #expect(try await !cached.searchRepositories("swift").items.isEmpty)
        await seek.close()
    }
}
