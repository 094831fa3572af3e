#if canImport(CMicrohttpd)
import Foundation
import Seek
import SeekNetworking
import SeekSampleAPI
import SeekTestHelpers
import Testing

@testable import SeekWeb

/// The web app over the sample of both APIs, with a server for each.
struct SampleApp {
    /// The URL of the web app.
    let url: URL
    /// The server of both APIs.
    let api: LoopbackServer
    /// The client that the app uses.
    let seek: SeekClient

    /// Returns the URL of a page.
    func page(_ target: String) throws -> URL { try #require(URL(string: target, relativeTo: url)) }
}

/// Runs the web app during an operation.
///
/// - Parameters:
///   - reply: Returns the reply of an API to a request; nil for that of the sample.
///   - configure: Changes the configuration of the client, which stores its files in a temporary folder.
func withSampleApp(
    reply: @escaping @Sendable (HTTPRequest) -> LoopbackServer.Reply? = { _ in nil },
    configure: (inout SeekConfiguration) -> Void = { _ in },
    perform operation: (SampleApp) async throws -> Void
) async throws {
    let folder = try TemporaryFolder()
    let sample = try SampleAPI(folder: SampleAPI.sampleFolder())
    let api = try LoopbackServer { reply($0) ?? sample.reply(to: $0) }
    defer { api.stop() }
    let address = api.baseURL.absoluteString
    var configuration = try SeekConfiguration(environment: [
        "YOUTUBE_API_KEY": "demo-key", "GH_TOKEN": "demo-token", "SEEK_YOUTUBE_URL": address,
        "SEEK_GITHUB_URL": address, "SEEK_CACHE_DIR": folder.path(of: "cache"),
        "SEEK_STATE_DIR": folder.path(of: "state"),
    ])
    // Long enough for a heavily loaded machine.
    configuration.client.timeout = .seconds(120)
    configure(&configuration)
    let service = WebSearchService(configuration)
    try await withServer(WebApplication(service)) { server in
        let url = try #require(URL(string: "http://127.0.0.1:\(server.port)/"))
        try await operation(SampleApp(url: url, api: api, seek: service.client))
    }
    await service.client.close()
}
#endif
