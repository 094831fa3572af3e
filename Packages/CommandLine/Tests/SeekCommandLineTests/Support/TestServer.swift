import Foundation
import Seek
import SeekBasics
import SeekNetworking
import SeekSampleAPI
import SeekTestHelpers

/// Starts local servers, most of which respond as the sample API.
enum TestServer {
    /// The API that the tests share, because reading the sample data is slow. Its limits are higher than those of
    /// YouTube and GitHub, so that they suffice for all tests together.
    private static let api = Result {
        var configuration = SampleAPIConfiguration()
        configuration.searchQuota = 100_000
        configuration.tokenLimits = .init(core: 100_000, search: 10_000, codeSearch: 10_000, semanticSearch: 10_000)
        return try SampleAPI(folder: SampleAPI.sampleFolder(), configuration: configuration)
    }

    /// Returns the API that the tests share.
    static func sampleAPI() throws -> SampleAPI { try api.get() }

    /// Starts a server.
    ///
    /// - Parameters:
    ///   - api: The API that responds; `nil` for the shared API.
    ///   - first: The response to the first request; `nil` for the response of the API.
    static func start(_ api: SampleAPI? = nil, first: HTTPResponse? = nil) throws -> LoopbackServer {
        let api = try api ?? sampleAPI()
        let first = Mutex(first)
        return try LoopbackServer { request in
            let response = first.withLock { first in
                defer { first = nil }
                return first
            }
            return response.map { .response($0) } ?? api.reply(to: request)
        }
    }

    /// Starts a server that returns a page of 50 videos, and does not respond to the request for the next page.
    static func startStallingAtSecondPage() throws -> LoopbackServer {
        let body = SearchCommandTests.videos((0..<50).map { "t\($0)" }, next: "CAUQAA").data
        return try LoopbackServer { request in
            if request.url.query()?.contains("pageToken") == true { return .fault(.stall) }
            return .response(HTTPResponse(headerFields: [.contentType: "application/json"], body: body))
        }
    }

    /// Returns an environment with the server's URL, credentials, and a cache and a state folder in the given folder.
    static func environment(_ server: LoopbackServer, _ folder: TemporaryFolder) -> [String: String] {
        let url = server.baseURL.absoluteString
        return [
            "YOUTUBE_API_KEY": "demo-key", "GH_TOKEN": "demo-token", "SEEK_YOUTUBE_URL": url, "SEEK_GITHUB_URL": url,
            "SEEK_CACHE_DIR": folder.path(of: "cache"),
            "SEEK_STATE_DIR": folder.path(of: "state"), "PATH": "/usr/bin:/bin",
        ]
    }
}
