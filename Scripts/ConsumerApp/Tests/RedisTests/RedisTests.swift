import Foundation
import Seek
import SeekRedis
import SeekTestHelpers
import Testing

@Suite("Several machines")
struct RedisTests {
    /// A client without folders, as on another machine.
    private func machine(_ server: RedisServer) throws -> SeekClient {
        var configuration = try SeekConfiguration(environment: ProcessInfo.processInfo.environment)
        (configuration.cacheFolder, configuration.stateFolder) = (nil, nil)
        // Long enough for a heavily loaded machine; the default is 50 ms.
        configuration.redis = try Redis(url: server.url) { $0.timeout = .seconds(30) }
        return SeekClient(configuration)
    }

    @Test("share responses and the quota")
    func sharing() async throws {
        let server = try await RedisServer()
        let (first, second) = (try machine(server), try machine(server))
        #expect(try await first.youTube.search("redis").provenance.source == .network)
        #expect(try await second.youTube.search("redis").provenance.source == .shared)
        #expect(await second.youTube.quota().first?.used == 1)
    }
}
