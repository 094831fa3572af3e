import Foundation
import SeekBasics
import SeekNetworking
import SeekTestHelpers
import Testing

@Suite("Stubbed client")
struct StubbingTests {
    private struct Repository: Decodable, Hashable {
        var fullName: String
        var stargazersCount: Int
        var pushedAt: Date?
    }

    private let base = url("https://api.example.com/v1")
    private let repositories = Endpoint(
        of: [Repository].self,
        at: .path("users/octocat/repos"),
        decoder: {
            let decoder = JSONDecoder()
            decoder.keyDecodingStrategy = .convertFromSnakeCase
            decoder.dateDecodingStrategy = .iso8601
            return decoder
        }(),
        sample: .json(#"[{"full_name":"octocat/a","stargazers_count":7,"pushed_at":"2026-01-02T03:04:05Z"}]"#)
    )

    private func stage<Value>(_ client: APIClient, _ endpoint: Endpoint<Value>) async -> NetworkError.Stage? {
        await client.outcome(of: endpoint).error?.stage
    }

    @Test("returns the decoded sample of an endpoint")
    func sample() async throws {
        let value = try await APIClient.sample(baseURL: base).send(repositories).value
        let date = Date(timeIntervalSince1970: 1_767_323_045)
        #expect(value == [Repository(fullName: "octocat/a", stargazersCount: 7, pushedAt: date)])
    }

    @Test("a client for an error status fails with this status", arguments: [401, 403, 404, 429, 500, 503])
    func status(code: Int) async {
        let client = APIClient.status(.init(code: code), baseURL: base)
        guard case .failure(.unacceptableStatus(code, let context)) = await client.outcome(of: repositories) else {
            Issue.record("the error is not an unacceptable status")
            return
        }
        #expect(context.url?.absoluteString == "https://api.example.com/v1/users/octocat/repos")
    }

    @Test("the stub behavior of an endpoint takes precedence over that of the client")
    func perEndpoint() async throws {
        let transport = scripted(HTTPResponse.json("[]"), HTTPResponse.json("[]"))
        let live = APIClient.live(baseURL: base, transport: transport)
        var stubbed = repositories
        stubbed.stubBehavior = .immediate
        #expect(try await live.send(stubbed).value.count == 1)
        #expect(try await live.send(repositories).value.isEmpty)
        let sampling = APIClient(baseURL: base, transport: transport) { $0.stubBehavior = .immediate }
        var unstubbed = repositories
        unstubbed.stubBehavior = .never
        #expect(try await sampling.send(unstubbed).value.isEmpty)
        #expect(transport.received.count == 2)
    }

    @Test("an override changes the responses to matching requests, live or stubbed, and no others")
    func changes() async {
        let transport = scripted(HTTPResponse.json("[]"), HTTPResponse.json("[]"))
        func client(_ change: ResponseOverride?, _ stubBehavior: StubBehavior) -> APIClient {
            APIClient(baseURL: base, transport: transport) {
                $0.stubBehavior = stubBehavior
                $0.overrideResponse = { $0.url.path().hasSuffix("/octocat/repos") ? change : nil }
            }
        }
        #expect(await stage(client(.status(404), .immediate), repositories) == .status)
        #expect(await stage(client(.status(500), .never), repositories) == .status)
        #expect(
            await stage(client(ResponseOverride(headerFields: [.contentType: "text/html"]), .immediate), repositories)
                == .mediaType
        )
        #expect(await stage(client(ResponseOverride(body: Data("{".utf8)), .immediate), repositories) == .decoding)
        #expect(await stage(client(.failure(.connectionLost), .never), repositories) == .transport)
        #expect(await stage(client(nil, .never), repositories) == nil)
        #expect(transport.received.count == 2)
        let otherEndpoint = Endpoint(of: [Repository].self, at: .path("users/other/repos"), sample: .json("[]"))
        #expect(await stage(client(.status(404), .immediate), otherEndpoint) == nil)
    }

    @Test("an override replaces the fields of a name with all of its own")
    func repeatedFields() async throws {
        let client = APIClient.sample(baseURL: base) {
            $0.overrideResponse = { _ in ResponseOverride(headerFields: ["Set-Cookie": "a=1", "Set-Cookie": "b=2"]) }
        }
        let sample = HTTPResponse(status: 204, headerFields: ["Set-Cookie": "c=3"])
        let response = try await client.send(Endpoint<Void>(at: .path("x"), sample: sample)).response
        #expect(response.headerFields[values: "Set-Cookie"] == ["a=1", "b=2"])
    }

    @Test("a sample client fails for an endpoint without a sample, and for one that is not stubbed")
    func misuse() async {
        let client = APIClient.sample(baseURL: base)
        var unsampled = repositories
        unsampled.sample = nil
        guard case .failure(.invalidRequest(let reason, _)) = await client.outcome(of: unsampled) else {
            Issue.record("the request succeeded")
            return
        }
        #expect(reason.contains("has no sample"))
        unsampled.stubBehavior = .never
        guard case .failure(.invalidRequest(let reason, _)) = await client.outcome(of: unsampled) else {
            Issue.record("the request succeeded without a transport")
            return
        }
        #expect(reason.contains("returns samples only"))
    }

    @Test("a delayed sample respects the deadline and cancellation")
    func delays() async {
        func client(timeout: Duration, _ clock: any Clock<Duration>) -> APIClient {
            .sample(baseURL: base, .delayed(.seconds(5))) {
                $0.timeout = timeout
                $0.clock = clock
            }
        }
        let immediate = ImmediateClock()
        #expect(await stage(client(timeout: .seconds(60), immediate), repositories) == nil)
        #expect(immediate.elapsed == .seconds(5))
        guard case .failure(.timedOut) = await client(timeout: .seconds(3), immediate).outcome(of: repositories) else {
            Issue.record("the request did not time out at its deadline")
            return
        }
        let manual = ManualClock()
        let cancelled = Task { await client(timeout: .seconds(60), manual).outcome(of: repositories) }
        await manual.waitForSleepers()
        cancelled.cancel()
        guard case .failure(.cancelled) = await cancelled.value else {
            Issue.record("the cancellation was ignored")
            return
        }
    }

    @Test("an override of the body can change the status, and a request can time out without waiting")
    func overriddenBodyAndTimeout() async {
        let client = APIClient.sample(baseURL: base) {
            $0.overrideResponse = { _ in .json(#"{"message": "Bad credentials"}"#, status: 401) }
        }
        guard case .failure(.unacceptableStatus(401, _)) = await client.outcome(of: repositories) else {
            Issue.record("the status was not overridden")
            return
        }
        let timedOut = APIClient.sample(baseURL: base) { $0.overrideResponse = { _ in .timedOut } }
        guard case .failure(.timedOut) = await timedOut.outcome(of: repositories) else {
            Issue.record("the request did not time out")
            return
        }
    }

    @Test("a simulated failure and an overridden status are delayed like a sample", arguments: [nil, 503])
    func delayedOverrides(status: Int?) async {
        let clock = ImmediateClock()
        let client = APIClient.sample(baseURL: base, .delayed(.seconds(5))) {
            $0.overrideResponse = { _ in status.map { .status(.init(code: $0)) } ?? .failure(.connectionLost) }
            $0.clock = clock
        }
        #expect(await stage(client, repositories) == (status == nil ? .transport : .status))
        #expect(clock.elapsed == .seconds(5))
    }

    @Test("samples pass through the middleware")
    func middleware() async {
        let lines = Recorder<String>()
        let client = APIClient.sample(baseURL: base) { $0.middleware = [LoggingMiddleware { lines.record($0) }] }
        #expect(await stage(client, repositories) == nil)
        #expect(lines.all.count == 1)
    }

    @Test("calls the completion closure once, with the value or with the error")
    func completion() async {
        let outcomes = Recorder<Bool>()
        await APIClient.sample(baseURL: base).send(repositories) { outcomes.record((try? $0.get()) != nil) }.value
        await APIClient.status(404, baseURL: base).send(repositories) { outcomes.record((try? $0.get()) != nil) }.value
        #expect(outcomes.all == [true, false])
    }
}
