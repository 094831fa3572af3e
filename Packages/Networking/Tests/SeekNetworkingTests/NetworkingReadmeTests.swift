import Foundation
import SeekNetworking
import SeekTestHelpers
import Testing

/// The samples of the README and the articles, except those in `OwnAPITests` and in the tests of the transports.
@Suite("README samples")
struct NetworkingReadmeTests {
    struct Repository: Decodable {
        var name: String
    }

    struct UserAgentMiddleware: HTTPMiddleware {
        func intercept(
            _ request: HTTPRequest,
            options: RequestOptions,
            next: @escaping HTTPHandler
        ) async throws(NetworkError) -> HTTPResponse {
            var request = request
            request.headerFields[.userAgent] = "app/1.0"
            return try await next(request, options)
        }
    }

    @Test("send the request of an endpoint with live, sample and failing clients")
    func endpoints() async throws {
        let url = url("https://api.example.com")
        let transport = scripted(.json(#"[{"name": "live"}]"#))
        let user = "octocat"

        let repositories = Endpoint(
            of: [Repository].self,
            at: .path("users/\(user)/repos", ["per_page": 30]),
            sample: .json(#"[{"name": "Hello-World"}]"#)
        )
        let live = APIClient.live(baseURL: url, transport: transport)
        let sample = APIClient.sample(baseURL: url, .delayed(.milliseconds(1)))
        let missing = APIClient.status(404, baseURL: url)

        #expect(try await live.send(repositories).value.map(\.name) == ["live"])
        #expect(try await sample.send(repositories).value.map(\.name) == ["Hello-World"])
        await #expect(throws: NetworkError.self) { try await missing.send(repositories) }

        let changed = APIClient.sample(baseURL: url) {
            $0.overrideResponse = { $0.url.path.hasSuffix("/repos") ? .failure(.connectionLost) : nil }
        }

        await #expect(throws: NetworkError.self) { try await changed.send(repositories) }
    }

    struct VideoPage: Decodable {
        var nextPageToken: String?
    }

    @Test("request the pages of a listing")
    func listings() async throws {
        let transport = scripted(
            .json(#"[{"name": "a"}]"#),
            .json(#"{"nextPageToken": "t"}"#),
            .json("{}")
        )
        let client = APIClient(baseURL: url("https://api.example.com"), transport: transport)
        let repositories = Endpoint(of: [Repository].self, at: .path("users/octocat/repos"))
        let search = Endpoint(of: VideoPage.self, at: .path("search"))

        for try await repository in client.pages(of: repositories).items(\.value, limit: 250) { print(repository.name) }
        let videos = client.pages(of: search) { page in
            page.value.nextPageToken.map { .path("search", ["pageToken": $0]) }
        }

        for try await _ in videos {}
        #expect(transport.received.map { $0.url.query() } == [nil, nil, "pageToken=t"])
    }

    @Test("set the options of a call")
    func callOptions() async throws {
        let client = APIClient(baseURL: url("https://api.example.com"), transport: scripted(.json("[]"), .json("[]")))
        let repositories = Endpoint(of: [Repository].self, at: .path("users/octocat/repos"))

        let fresh = try await client.with { $0.cacheMode = .reload }.send(repositories)
        let strict = client.with {
            $0.timeout = .seconds(5)
            $0.allowsStale = false  // an error rather than a stale response
            $0.headerFields[.userAgent] = "app/1.0"
        }

        #expect(fresh.provenance.source == .network)
        #expect(try await strict.send(repositories).value.isEmpty)
    }

    @Test("use custom middleware")
    func middleware() async throws {
        let transport = scripted(.json("[]"))
        let repositories = Endpoint(of: [Repository].self, at: .path("users/octocat/repos"))
        let client = APIClient(baseURL: url("https://api.example.com"), transport: transport) {
            $0.middleware = [UserAgentMiddleware()]
        }
        _ = try await client.send(repositories)
        #expect(transport.received.first?.headerFields[.userAgent] == "app/1.0")
    }
}
