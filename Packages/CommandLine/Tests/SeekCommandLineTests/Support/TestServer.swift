import Foundation
import Seek
import SeekSampleAPI
import SeekTestHelpers

/// Starts servers that respond as the sample API.
enum TestServer {
    /// Shared, because reading the corpus is slow. All tests together send more requests than the providers permit.
    private static let api = Result {
        var configuration = SampleAPIConfiguration()
        configuration.searchQuota = 100_000
        configuration.tokenLimits = .init(core: 100_000, search: 10_000, codeSearch: 10_000, semanticSearch: 10_000)
        return try SampleAPI(folder: SampleAPI.sampleFolder(), configuration: configuration)
    }

    static func start(_ api: SampleAPI? = nil) throws -> LoopbackServer {
        let api = try api ?? Self.api.get()
        return try LoopbackServer { api.reply(to: $0) }
    }

    /// Returns an environment with the server's URL and separate folders.
    static func environment(_ server: LoopbackServer, _ folder: TemporaryFolder) -> [String: String] {
        let url = server.baseURL.absoluteString
        return [
            "YOUTUBE_API_KEY": "demo-key", "GH_TOKEN": "demo-token", "SEEK_YOUTUBE_URL": url, "SEEK_GITHUB_URL": url,
            "SEEK_CACHE_DIR": folder.url.appending(path: "cache").path,
            "SEEK_STATE_DIR": folder.url.appending(path: "state").path, "PATH": "/usr/bin:/bin",
        ]
    }
}
