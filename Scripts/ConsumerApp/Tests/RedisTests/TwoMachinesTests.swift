import Foundation
import Seek
import SeekRedis
import SeekTestHelpers
import Testing

@Suite("Two machines with a common Redis server")
struct TwoMachinesTests {
    /// A client without local folders, so that only the Redis server is shared.
    private func client(_ server: RedisServer) throws -> SeekClient {
        var configuration = try SeekConfiguration(environment: ProcessInfo.processInfo.environment)
        (configuration.cacheFolder, configuration.stateFolder) = (nil, nil)
        // Long enough for a heavily loaded computer; the default is 50 ms.
        configuration.sharedBackend = try Redis(url: server.url) { $0.timeout = .seconds(30) }
        return SeekClient(configuration)
    }

    @Test("share responses and the quota")
    func sharing() async throws {
        let server = try await RedisServer()
        let (first, second) = (try client(server), try client(server))
        #expect(try await first.youTube.search("redis").provenance.source == .network)
        #expect(try await second.youTube.search("redis").provenance.source == .shared)
        #expect(await second.youTube.quota().first?.used == 1)
    }
}
