import Foundation
import Seek
import SeekBasics
import SeekNetworking
import SeekSampleAPI
import SeekTestHelpers

/// A server in place of the APIs of YouTube and GitHub, and a temporary folder. When the last reference is released,
/// the server is stopped and the folder removed.
final class WebContext: Sendable {
    let server: LoopbackServer
    let folder: TemporaryFolder
    /// A configuration with the server's URL, and with all files in the temporary folder.
    let configuration: SeekConfiguration

    /// Creates a context with a server that replies with sample data.
    ///
    /// - Parameters:
    ///   - sample: The keys and limits of the server.
    ///   - configure: Changes the configuration.
    ///   - reply: Returns another reply to a request; nil for sample data.
    convenience init(
        _ sample: SampleAPIConfiguration = SampleAPIConfiguration(),
        configure: (inout SeekConfiguration) -> Void = { _ in },
        reply: @escaping @Sendable (HTTPRequest) -> LoopbackServer.Reply? = { _ in nil }
    ) throws {
        let api = try SampleAPI(folder: SampleAPI.sampleFolder(), configuration: sample)
        try self.init(LoopbackServer { reply($0) ?? api.reply(to: $0) }, configure: configure)
    }

    /// Creates a context with a server.
    init(_ server: LoopbackServer, configure: (inout SeekConfiguration) -> Void = { _ in }) throws {
        let folder = try TemporaryFolder()
        let url = server.baseURL.absoluteString
        var configuration = try SeekConfiguration(environment: [
            "YOUTUBE_API_KEY": "demo-key", "GH_TOKEN": "demo-token", "SEEK_YOUTUBE_URL": url, "SEEK_GITHUB_URL": url,
        ])
        configuration.cacheFolder = folder.url.appending(path: "cache")
        configuration.stateFolder = folder.url.appending(path: "state")
        // Long enough for a heavily loaded machine.
        configuration.client.timeout = .seconds(300)
        configuration.client.clock = ImmediateClock()
        configure(&configuration)
        self.server = server
        self.folder = folder
        self.configuration = configuration
    }

    deinit { server.stop() }
}
