import Foundation
import Seek
import SeekBasics
import SeekSampleAPI
import SeekTestHelpers

/// A sample server of both APIs and a temporary folder. When the context is deallocated, the server is stopped and the
/// folder is removed.
final class SampleContext {
    let server: LoopbackServer
    let folder: TemporaryFolder
    /// A configuration with the server's URL. Initially, it stores nothing on disk.
    var configuration: SeekConfiguration

    init() throws {
        let api = try SampleAPI(folder: SampleAPI.sampleFolder(), configuration: SampleAPIConfiguration())
        let server = try LoopbackServer { api.reply(to: $0) }
        self.server = server
        folder = try TemporaryFolder()
        let url = server.baseURL.absoluteString
        configuration = try SeekConfiguration(environment: [
            "YOUTUBE_API_KEY": "demo-key", "GH_TOKEN": "demo-token", "SEEK_YOUTUBE_URL": url, "SEEK_GITHUB_URL": url,
        ])
        // Long enough for a heavily loaded machine.
        configuration.client.timeout = .seconds(300)
        configuration.client.clock = ImmediateClock()
    }

    deinit { server.stop() }

    /// Adds a disk cache in ``folder`` to the configuration, and returns this context.
    func storingResponses() -> SampleContext {
        configuration.cacheFolder = folder.url
        return self
    }

    var client: SeekClient { SeekClient(configuration) }
}

extension SeekConfiguration {
    /// A configuration that stores nothing on disk.
    static var withoutFolders: SeekConfiguration {
        var configuration = SeekConfiguration()
        configuration.cacheFolder = nil
        configuration.stateFolder = nil
        return configuration
    }

    /// A configuration with an API key and a transport that returns stubs. It stores nothing on disk.
    static func stubbed(_ transport: StubTransport) -> SeekConfiguration {
        var configuration = withoutFolders
        configuration.youTubeAPIKey = "k"
        configuration.client.transport = transport
        return configuration
    }
}
