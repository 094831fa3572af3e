import Foundation
import Seek
import SeekSampleAPI
import SeekTestHelpers

/// Both APIs over a real socket, and folders of a test's own; all of it goes with the last reference.
final class SampleWorld {
    let server: LoopbackServer
    let folder: TemporaryFolder
    /// Leads to the server; nothing is cached or counted on disk.
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
        // Longer than any machine keeps a task from going on.
        configuration.client.timeout = .seconds(300)
        configuration.client.sleep = { _ in }
    }

    deinit { server.stop() }

    /// Keeps answers in a folder of the test's own from here on.
    func storingResponses() -> SampleWorld {
        configuration.cacheFolder = folder.url
        return self
    }

    var client: SeekClient { SeekClient(configuration) }
}
