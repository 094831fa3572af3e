import Foundation
import Seek
import SeekNetworking
import SeekTestHelpers
import Testing

@Suite("The sample client of Seek")
struct SampleTests {
    @Test("searches both APIs without a server, a cache or files")
    func search() async throws {
        let seek = SeekClient.sample()
        let result = await seek.search("swift concurrency")
        #expect(result.failures.isEmpty)
        #expect(Set(result.hits.map(\.kind)) == [.video, .repository])
        #expect(try await seek.youTube.search("swift").provenance.source == .sample)
        #expect(try await seek.gitHub.userRepositories().page(for: "octocat", at: nil).provenance.source == .sample)
        #expect(seek.cache == nil)
        #expect(seek.saved == nil)
        #expect(seek.lastStoreFailure == nil)
    }

    @Test("a failing source does not affect the other source")
    func override() async throws {
        let seek = SeekClient.sample { $0.url.host() == "api.github.com" ? .status(503) : nil }
        let result = await seek.search("swift concurrency")
        #expect(Set(result.hits.map(\.kind)) == [.video])
        #expect(result.failures.count == 1)
    }

    @Test("a request without a sample fails with an explanation")
    func requestsWithoutSample() async throws {
        let seek = SeekClient.sample()
        let url = try #require(URL(string: "https://i.ytimg.com/vi/sample-vd01/default.jpg"))
        await #expect { try await seek.image(at: url) } throws: { "\($0)".contains("returns samples only") }
        await #expect { try await seek.send(HTTPRequest(url: url)) } throws: {
            "\($0)".contains("returns samples only")
        }
    }

    @Test("nothing is retried over a stubbed transport unless a retry policy is set")
    func retries() {
        var configuration = SeekConfiguration()
        #expect(configuration.client.retryPolicy.maximumAttempts == 3)
        configuration.client.transport = StubTransport()
        #expect(configuration.client.retryPolicy.maximumAttempts == 1)
        configuration.client.retryPolicy = RetryPolicy()
        #expect(configuration.client.retryPolicy.maximumAttempts == 3)
    }
}
