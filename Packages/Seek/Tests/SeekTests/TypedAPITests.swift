import Foundation
import Seek
import SeekBasics
import SeekNetworking
import SeekTestHelpers
import Testing

@Suite("A typed API layer with built-in stubs")
struct TypedAPITests {
    struct Repository: Decodable, Sendable, Equatable {
        var fullName: String
        var stargazersCount: Int
    }

    /// Returns an endpoint with a path, a query, a header field and a sample.
    static func repositories(of user: String) -> Endpoint<[Repository]> {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return Endpoint(
            at: .path("users/\(user)/repos", ["per_page": 2]),
            headerFields: [.accept: "application/vnd.github+json"],
            decoder: decoder,
            sample: .json(#"[{"full_name":"octocat/sample","stargazers_count":3}]"#)
        )
    }

    let baseURL = GitHubClient.defaultBaseURL
    let sample = [Repository(fullName: "octocat/sample", stargazersCount: 3)]

    @Test("a request has the path, method, parameters and header fields of its endpoint")
    func values() async throws {
        let transport = StubTransport([
            stub(.get, userRepositories, returning: .json([["full_name": "octocat/live", "stargazers_count": 1]]))
        ])
        let response = try await APIClient.live(baseURL: baseURL, transport: transport)
            .send(Self.repositories(of: "octocat"))
        #expect(response.value == [Repository(fullName: "octocat/live", stargazersCount: 1)])
        let request = transport.received.first
        #expect(request?.url.absoluteString == userRepositories + "?per_page=2")
        #expect(request?.method == .get)
        #expect(request?.headerFields[.accept] == "application/vnd.github+json")
    }

    private let userRepositories = "https://api.github.com/users/octocat/repos"

    @Test("a client returns samples at once or after a delay, and an endpoint of a live client can return its sample")
    func stubBehavior() async throws {
        #expect(try await APIClient.sample(baseURL: baseURL).send(Self.repositories(of: "a")).value == sample)
        let clock = ImmediateClock()
        let delayed = APIClient.sample(baseURL: baseURL, .delayed(.seconds(2))) { $0.clock = clock }
        #expect(try await delayed.send(Self.repositories(of: "a")).value == sample)
        #expect(clock.elapsed == .seconds(2))
        let transport = StubTransport()
        var endpoint = Self.repositories(of: "a")
        endpoint.stubBehavior = .immediate
        #expect(try await APIClient.live(baseURL: baseURL, transport: transport).send(endpoint).value == sample)
        #expect(transport.received.isEmpty)
    }

    @Test("an override changes status, header fields or body, or simulates a failure, without changing the endpoint")
    func overrides() async throws {
        let endpoint = Self.repositories(of: "octocat")
        func send(_ change: ResponseOverride) async throws -> Response<[Repository]> {
            try await APIClient.sample(baseURL: baseURL) { configuration in
                configuration.overrideResponse = { $0.url.path.hasSuffix("/repos") ? change : nil }
            }.send(endpoint)
        }
        #expect(try await send(ResponseOverride(body: Data("[]".utf8))).value.isEmpty)
        #expect(try await send(ResponseOverride(headerFields: [.eTag: "e"])).response.headerFields[.eTag] == "e")
        for change in [ResponseOverride.status(418), .failure(.connectionLost)] {
            await #expect(throws: NetworkError.self) { try await send(change) }
        }
        #expect(try await APIClient.sample(baseURL: baseURL).send(endpoint).value == sample)
    }

    @Test(
        "clients that send requests, return samples or return a status are interchangeable",
        arguments: [403, 404]
    )
    func interchangeableClients(status: Int) async throws {
        /// Simulates a screen that uses a client.
        func screen(_ client: APIClient) async -> String {
            do throws(NetworkError) {
                return try await client.send(Self.repositories(of: "a")).value.map(\.fullName).joined()
            } catch {
                return "failed: \(error.stage)"
            }
        }
        #expect(await screen(.sample(baseURL: baseURL)) == "octocat/sample")
        #expect(await screen(.status(.init(code: status), baseURL: baseURL)) == "failed: status")
        let body: JSONValue = [["full_name": "octocat/live", "stargazers_count": 1]]
        let transport = StubTransport([stub(.get, "https://api.github.com/users/a/repos", returning: .json(body))])
        #expect(await screen(.live(baseURL: baseURL, transport: transport)) == "octocat/live")
    }

    @Test("middleware receives the request before it is sent and the response before it is returned")
    func hooks() async throws {
        struct Hook: HTTPMiddleware {
            let report: @Sendable (String) -> Void
            func intercept(
                _ request: HTTPRequest,
                options: RequestOptions,
                next: @escaping HTTPHandler
            ) async throws(NetworkError) -> HTTPResponse {
                report("before \(request.url.path)")
                let response = try await next(request, options)
                report("after \(response.status.code)")
                return response
            }
        }
        let reports = Mutex<[String]>([])
        let client = APIClient.sample(baseURL: baseURL) {
            $0.middleware = [Hook { line in reports.withLock { $0.append(line) } }]
        }
        _ = try await client.send(Self.repositories(of: "a"))
        #expect(reports.withLock { $0 } == ["before /users/a/repos", "after 200"])
    }

    @Test("the logging middleware logs bodies but no secret")
    func logging() async throws {
        let lines = Mutex<[String]>([])
        let client = APIClient.sample(baseURL: baseURL) {
            $0.middleware = [LoggingMiddleware(.bodies) { line in lines.withLock { $0.append(line) } }]
        }
        var endpoint = Self.repositories(of: "a")
        endpoint.headerFields[.authorization] = "Bearer canary"
        _ = try await client.send(endpoint)
        let text = lines.withLock { $0.joined() }
        #expect(text.contains("/users/a/repos"))
        #expect(text.contains("200"))
        #expect(text.contains("octocat/sample"))
        #expect(!text.contains("canary"))
    }

    @Test("each kind of failure is thrown as a SearchError with its own message, the same each time")
    func errors() async {
        let responses: [StubResponse] = [
            .status(400), .status(401), .status(403), .status(404), .status(500), .failure(.cannotConnect),
            .text("[{", contentType: "application/json"), .text("<p>", contentType: "text/html"),
        ]
        var texts: [String] = []
        for response in responses + responses {
            var configuration = ClientConfiguration(
                transport: StubTransport([stub(.get, userRepositories, returning: response)])
            )
            configuration.clock = ImmediateClock()
            do throws(SearchError) {
                let listing = GitHubClient(configuration: configuration).userRepositories()
                _ = try await listing.page(for: "octocat", at: nil)
            } catch {
                texts.append("\(error)")
            }
        }
        #expect(texts.count == 2 * responses.count, "\(texts)")
        #expect(Set(texts).count == responses.count, "\(texts)")
        #expect(Array(texts.prefix(responses.count)) == Array(texts.suffix(responses.count)))
    }
}
