#if os(Linux)
import Foundation
import Seek
import SeekBasics
import SeekNetworking
import SeekSampleAPI
import SeekTestHelpers
import Testing

/// A server of the web app, and a server with sample data in place of the APIs of YouTube and GitHub.
struct SampleApp {
    /// The URL of the web app.
    let url: URL
    /// The responses of both APIs. Stubs that are added later take precedence.
    let api: StubTransport
    private let sample: SampleAPI
    private let context: WebContext

    /// Returns the URL of a page.
    func page(_ target: String) throws -> URL { try #require(URL(string: target, relativeTo: url)) }

    /// Returns the number of requests sent to a path; by default, the searches of YouTube.
    func searchCount(_ path: String = SampleApp.videos) -> Int {
        api.received.count { $0.url.path() == path }
    }

    /// A stub response with the sample data.
    var sampleResponse: StubResponse {
        .closure { [sample] request throws(NetworkError) in sample.response(to: request) }
    }

    /// Replaces the responses to requests of a path, which may be a pattern.
    func replace(_ path: String, with response: StubResponse) {
        api.stub(.get, path, times: .any, returning: response)
    }

    /// Restores the responses of the sample to requests of a path.
    func restore(_ path: String) { replace(path, with: sampleResponse) }

    /// Holds the responses to searches until the gate is opened.
    ///
    /// - Parameter text: A regular expression for the text of these searches.
    func hold(_ path: String, text: String = "*", at gate: Gate) {
        let held: StubResponse = .held(at: gate, sampleResponse)
        api.stub(.get, path, where: .query("q", matches: text), times: .any, returning: held)
    }

    /// The path of YouTube's search.
    static let videos = "/youtube/v3/search"
    /// The path of GitHub's search for repositories.
    static let repositories = "/search/repositories"

    /// Runs the web app during an operation.
    ///
    /// - Parameters:
    ///   - limits: The keys, quotas and rate limits of the APIs with sample data.
    ///   - options: The requests that the app accepts, and when it sends a page.
    static func run(
        _ limits: SampleAPIConfiguration,
        _ options: TestAppOptions,
        perform operation: (SampleApp) async throws -> Void
    ) async throws {
        let sample = try SampleAPI(folder: SampleAPI.sampleFolder(), configuration: limits)
        let api = StubTransport(strictness: .lenient)
        let context = try WebContext(LoopbackServer(returning: api))
        let testApp = TestApp(context.configuration, options)
        try await withServer(testApp) { server in
            let url = try #require(URL(string: "http://127.0.0.1:\(server.port)/"))
            let app = SampleApp(url: url, api: api, sample: sample, context: context)
            app.api.stub(.get, "/{+rest}", times: .any, returning: app.sampleResponse)
            try await operation(app)
        }
        await testApp.close()
    }
}
#endif
