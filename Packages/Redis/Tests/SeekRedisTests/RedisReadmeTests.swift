#if os(Linux)
import Foundation
import Seek
import SeekRedis
import SeekTestHelpers
import Testing

@Suite("The README and the article")
struct RedisReadmeTests {
    @Test("have samples that compile, and a new client has sent nothing")
    func samples() throws {
        func client() throws -> SeekClient {
            var configuration = SeekConfiguration()
            configuration.sharedBackend = try Redis(url: "redis://cache.example") { $0.prefix = "team" }
            let seek = SeekClient(configuration)
            return seek
        }
        func article() async throws {
            let variables = ProcessInfo.processInfo.environment
            var configuration = try SeekConfiguration(environment: variables)
            let redis = try Redis(environment: variables)  // nil without SEEK_REDIS_URL
            configuration.sharedBackend = redis
            let seek = SeekClient(configuration)
            let page = try await seek.youTube.search("swift concurrency")
            print(page.provenance)  // network, or: shared, 12 s old
            print(redis?.counters.hits ?? 0)
        }
        func clear(_ redis: Redis?) async throws {
            try await redis?.removeAllResponses()  // or: seek cache clean --shared
        }
        func report(_ configuration: inout SeekConfiguration) {
            // Redis at cache.example:6379 is unavailable: …
            configuration.client.onStoreFailure = { print("warning: \($0)") }
        }
        _ = (client, article, clear, report)
        #expect(try Redis(url: "redis://cache.example").counters == RedisCounters())
    }

    @Test("the options have the defaults that the README lists")
    func options() throws {
        _ = try Redis(url: "redis://cache.example") { options in
            #expect(options.prefix == "seek")
            #expect(options.timeout == .milliseconds(50))
            #expect(options.maximumEntrySize == 1 << 20)
            #expect(options.claimLifetime == .seconds(10))
            #expect(options.outageQuotaShare == 0.1)
        }
    }
}
#endif
