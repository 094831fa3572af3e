import Foundation
import Seek
import SeekSampleAPI
import SeekTestHelpers

/// The server of both APIs, and recorded answers for what it does not know.
enum TestServer {
    /// Reading the corpus takes a moment.
    private static let api = Result {
        try SampleAPI(folder: SampleAPI.sampleFolder(), configuration: SampleAPIConfiguration())
    }

    private static let recorded = [
        "/search/issues": "github/search_issues", "/search/users": "github/search_users",
        "/search/code": "github/search_code",
    ]

    static func start() throws -> LoopbackServer {
        let api = try Self.api.get()
        let answers = try Self.recorded.mapValues { name in
            HTTPResponse(
                headerFields: [.contentType: "application/json"],
                body: try Fixtures().bytes(of: name)
            )
        }
        return try LoopbackServer { request in
            answers[request.url.path()].map { .response($0) } ?? api.reply(to: request)
        }
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
