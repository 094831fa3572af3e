import Foundation
import Seek
import SeekSampleAPI
import SeekTestHelpers

/// The server of both APIs.
enum TestServer {
    /// Reading the corpus takes a moment.
    private static let api = Result {
        try SampleAPI(folder: SampleAPI.sampleFolder(), configuration: SampleAPIConfiguration())
    }

    static func start() throws -> LoopbackServer {
        let api = try Self.api.get()
        return try LoopbackServer { api.reply(to: $0) }
    }

    /// The environment that leads a command line to it, with folders of its own.
    static func environment(_ server: LoopbackServer, _ folder: TemporaryFolder) -> [String: String] {
        let url = server.baseURL.absoluteString
        return [
            "YOUTUBE_API_KEY": "demo-key", "GH_TOKEN": "demo-token", "SEEK_YOUTUBE_URL": url, "SEEK_GITHUB_URL": url,
            "SEEK_CACHE_DIR": folder.url.appending(path: "cache").path,
            "SEEK_STATE_DIR": folder.url.appending(path: "state").path, "PATH": "/usr/bin:/bin",
        ]
    }
}
