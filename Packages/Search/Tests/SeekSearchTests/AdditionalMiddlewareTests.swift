import Foundation
import SeekBasics
import SeekCache
import SeekNetworking
import SeekSearch
import SeekTestHelpers
import SeekTestingSupport
import Testing

@Suite("Additional middleware")
struct AdditionalMiddlewareTests {
    private static let trace = HTTPField.Name("X-Trace")

    /// Records requests and the sources of their responses, and adds a header field.
    private final class Observer: HTTPMiddleware {
        let entries = Mutex<[(request: HTTPRequest, source: Provenance.Source)]>([])

        func intercept(
            _ request: HTTPRequest,
            options: RequestOptions,
            next: @escaping HTTPHandler
        ) async throws(NetworkError) -> HTTPResponse {
            var traced = request
            traced.headerFields[AdditionalMiddlewareTests.trace] = "1"
            let response = try await next(traced, options)
            entries.withLock { $0.append((request, response.provenance.source)) }
            return response
        }
    }

    @Test(
        "intercepts each call of both clients once and without the credential, even if the response is stored",
        .stubbed(
            stub(.get, youTubeSearch, times: 1, returning: .json(videos(["1"]))),
            stub(.get, repositorySearch, times: 1, returning: .json(file: "github/search_repositories_incomplete"))
        )
    )
    func clients() async throws {
        let observer = Observer()
        var configuration = ClientConfiguration(transport: StubTransport.current)
        configuration.store = MemoryStore(costLimit: 32 << 20)
        configuration.additionalMiddleware = [observer]
        let youTube = YouTubeClient(apiKey: "S3CRET", configuration: configuration)
        let gitHub = GitHubClient(token: "S3CRET", configuration: configuration)
        for _ in 0..<2 {
            _ = try await youTube.search("swift")
            _ = try await gitHub.searchRepositories("swift")
        }
        let entries = observer.entries.withLock { $0 }
        #expect(entries.map(\.source) == [.network, .network, .memory, .memory])
        #expect(entries.allSatisfy { !$0.request.headerFields.contains { $0.value.contains("S3CRET") } })
        #expect(StubTransport.current.received.map { $0.headerFields[Self.trace] } == ["1", "1"])
    }
}
