import Foundation
import SeekBasics
import SeekTestHelpers
import SeekTestingSupport
import Testing

@_spi(Seek) @testable import SeekNetworking

/// A server that accepts the given tokens, and the session of an app that supplies tokens to the middleware.
private final class TokenFixture: Sendable {
    static let baseURL = url("https://api.example.com")

    /// Accepted tokens; all others are rejected with 401.
    let accepted: Mutex<Set<String>>
    /// The `Authorization` fields that the server has received.
    let sent = Recorder<String?>()
    let hosts = Recorder<String?>()
    let bodies = Recorder<String?>()
    /// For each call of the provider, the credential that the server has rejected, if any.
    let calls = Recorder<Credential?>()
    /// Where the provider waits, if set.
    let providerGate: Gate?
    /// Where the server waits before it rejects a token, if set.
    let rejectionGate: Gate?
    private let results: Mutex<[Result<Credential, any Error>]>

    /// - Parameter results: The results of the provider, in order; the last one is repeated.
    init(
        accepting accepted: Set<String>,
        providing results: [Result<Credential, any Error>],
        providerGate: Gate? = nil,
        rejectionGate: Gate? = nil
    ) {
        self.accepted = Mutex(accepted)
        self.results = Mutex(results)
        self.providerGate = providerGate
        self.rejectionGate = rejectionGate
    }

    convenience init(accepting accepted: Set<String>, providing tokens: String..., providerGate: Gate? = nil) {
        self.init(accepting: accepted, providing: tokens.map { .success(.bearer($0)) }, providerGate: providerGate)
    }

    func middleware() throws -> AuthenticationMiddleware {
        let source = CredentialSource(account: "user") { rejected in
            self.calls.record(rejected)
            let result = self.results.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] }
            // An unstructured task, because a provider may ignore cancellation.
            if let gate = self.providerGate { await Task { _ = await gate.pass() }.value }
            return try result.get()
        }
        return AuthenticationMiddleware(source, for: try #require(Origin(Self.baseURL)))
    }

    func client(
        timeout: Duration = .seconds(60),
        _ configure: (inout MiddlewareStack) -> Void = { _ in }
    ) throws -> APIClient {
        let middleware = try middleware()
        return APIClient(baseURL: Self.baseURL, transport: transport) {
            $0.timeout = timeout
            $0.middleware =
                MiddlewareStack {
                    $0.coalescing = nil
                    $0.retries = nil
                    $0.authentication = middleware
                    configure(&$0)
                }.middleware
        }
    }

    var transport: StubTransport {
        StubTransport([stub(.any, "/{+path}", returning: .closure { request in await self.response(to: request) })])
    }

    private func response(to request: HTTPRequest) async -> HTTPResponse {
        let field = request.headerFields[.authorization]
        sent.record(field)
        hosts.record(request.origin?.host)
        bodies.record(request.body.map { String(decoding: $0, as: UTF8.self) })
        let isAccepted = accepted.withLock { $0.contains { "Bearer \($0)" == field } }
        guard isAccepted else {
            if let rejectionGate { _ = await rejectionGate.pass() }
            return json(#"{"message": "Bad credentials"}"#, status: 401)
        }
        if request.url.path == "/away" {
            return HTTPResponse(status: 302, headerFields: [.location: "https://other.example/"])
        }
        return json("1", [.cacheControl: "max-age=60"])
    }
}

private struct SignedOut: Error, CustomStringConvertible {
    var description: String { "signed out, see https://login.example/?token=S3CRET" }
}

private func endpoint(_ path: EndpointPath = "n", _ method: HTTPRequest.Method = .get) -> Endpoint<Int> {
    Endpoint(
        method,
        at: .path(path),
        body: method == .post ? EndpointBody(Data("body".utf8), contentType: "text/plain") : nil
    ) { try JSONDecoder().decode(Int.self, from: $0.body) }
}

@Suite("A credential that changes", .timeLimit(.minutes(3)))
struct ChangingCredentialTests {
    @Test("is obtained once for concurrent requests and used for later ones")
    func shared() async throws {
        let gate = Gate()
        let fixture = TokenFixture(accepting: ["a"], providing: "a", providerGate: gate)
        let authentication = try fixture.middleware()
        let client = try fixture.client { $0.authentication = authentication }
        let requests = (0..<10).map { index in Task { try await client.send(endpoint("n/\(index)")).value } }
        await eventually { authentication.renewal.source.waiterCount == 10 }
        gate.open()
        for request in requests { #expect(try await request.value == 1) }
        #expect(try await client.send(endpoint()).value == 1)
        #expect(fixture.calls.all == [nil])
        #expect(fixture.sent.all == Array(repeating: "Bearer a", count: 11))
    }

    @Test("is replaced once for concurrent requests that the server rejects, and each request is resent once")
    func refresh() async throws {
        let rejectionGate = Gate()
        let fixture = TokenFixture(
            accepting: ["new"],
            providing: ["old", "new"].map { .success(.bearer($0)) },
            rejectionGate: rejectionGate
        )
        let client = try fixture.client()
        let requests = (0..<5).map { index in
            Task { try await client.send(endpoint("n/\(index)")).provenance.attempts }
        }
        await rejectionGate.waitForArrivals(5)
        // The first rejection is followed by a refresh; the others arrive when the refresh has ended.
        rejectionGate.letOnePass()
        await eventually { fixture.sent.all.contains("Bearer new") }
        rejectionGate.open()
        // The request that the server has rejected is not counted.
        for request in requests { #expect(try await request.value == 1) }
        #expect(fixture.calls.all == [nil, .bearer("old")])
        #expect(fixture.sent.all.count { $0 == "Bearer old" } == 5)
        #expect(fixture.sent.all.count { $0 == "Bearer new" } == 5)
    }

    @Test("requests that begin during a refresh wait for it")
    func duringRefresh() async throws {
        let gate = Gate()
        let fixture = TokenFixture(accepting: ["new"], providing: "old", "new", providerGate: gate)
        let authentication = try fixture.middleware()
        let client = try fixture.client { $0.authentication = authentication }
        let first = Task { try await client.send(endpoint()).value }
        await gate.waitForArrivals(1)
        gate.letOnePass()
        await gate.waitForArrivals(2)
        let second = Task { try await client.send(endpoint("other")).value }
        await eventually { authentication.renewal.source.waiterCount == 2 }
        gate.open()
        #expect(try await first.value == 1)
        #expect(try await second.value == 1)
        #expect(fixture.sent.all == ["Bearer old", "Bearer new", "Bearer new"])
    }

    @Test("a rejected POST is resent with its body")
    func post() async throws {
        let fixture = TokenFixture(accepting: ["new"], providing: "old", "new")
        #expect(try await fixture.client().send(endpoint("n", .post)).value == 1)
        #expect(fixture.bodies.all == ["body", "body"])
    }

    @Test(
        "the 401 is returned if the provider returns the same credential again, or the server rejects the new one",
        arguments: [(["old"], ["Bearer old"]), (["old", "other"], ["Bearer old", "Bearer other"])]
    )
    func rejected(tokens: [String], sent: [String]) async throws {
        let fixture = TokenFixture(accepting: [], providing: tokens.map { .success(.bearer($0)) })
        let client = try fixture.client()
        let error = await #expect(throws: NetworkError.self) { try await client.send(endpoint()) }
        guard case .unacceptableStatus(401, let context)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(context.attempts == sent.count)
        #expect(context.response?.excerpt.contains("Bad credentials") == true)
        #expect(fixture.sent.all == sent)
    }

    @Test("a request with a rejected constant credential is not resent")
    func constant() async throws {
        let fixture = TokenFixture(accepting: [], providing: "unused")
        let origin = try #require(Origin(TokenFixture.baseURL))
        let client = try fixture.client { $0.authentication = AuthenticationMiddleware(.bearer("fixed"), for: origin) }
        await #expect(throws: NetworkError.self) { try await client.send(endpoint()) }
        #expect(fixture.sent.all == ["Bearer fixed"])
    }

    /// A result of the provider and the error of the request.
    struct Failure: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var result: Result<Credential, any Error>
        var error: NetworkError
    }

    private static let context = NetworkError.Context(request: request("https://api.example.com/n"), attempts: 0)

    private static func tokenError(_ error: (NetworkError.Context) -> NetworkError, attempts: Int) -> NetworkError {
        error(NetworkError.Context(request: request("https://login.example/token"), attempts: attempts))
    }

    private static func unavailable(_ reason: String) -> NetworkError {
        .rejected(.credentialUnavailable(reason), context)
    }

    static let failures = [
        Failure(
            testDescription: "an error of the app that contains a secret",
            result: .failure(SignedOut()),
            error: unavailable("signed out, see https://login.example/?token=REDACTED")
        ),
        Failure(testDescription: "an empty token", result: .success(.bearer("")), error: unavailable("it is empty")),
        Failure(testDescription: "a blank token", result: .success(.bearer(" \n")), error: unavailable("it is empty")),
        Failure(
            testDescription: "an empty key",
            result: .success(Credential(name: "X-Api-Key", value: "")),
            error: unavailable("it is empty")
        ),
        Failure(
            testDescription: "an unreachable token server",
            result: .failure(tokenError({ .transport(.cannotConnect, $0) }, attempts: 3)),
            error: tokenError({ .transport(.cannotConnect, $0) }, attempts: 0)
        ),
        Failure(
            testDescription: "a token server that does not respond",
            result: .failure(tokenError({ .timedOut($0) }, attempts: 1)),
            error: tokenError({ .timedOut($0) }, attempts: 0)
        ),
        Failure(
            testDescription: "a token server that rejects the session",
            result: .failure(tokenError({ .unacceptableStatus(400, $0) }, attempts: 1)),
            error: unavailable("status 400 (GET https://login.example/token)")
        ),
        Failure(
            testDescription: "a cancellation by the provider itself",
            result: .failure(CancellationError()),
            error: unavailable("CancellationError()")
        ),
    ]

    @Test(
        "a failure of the provider or an empty credential results in the matching NetworkError, and nothing is sent",
        arguments: failures
    )
    func failure(failure: Failure) async throws {
        let fixture = TokenFixture(accepting: ["a"], providing: [failure.result, .success(.bearer("a"))])
        let client = try fixture.client()
        let error = await #expect(throws: NetworkError.self) { try await client.send(endpoint()) }
        #expect(error == failure.error)
        #expect(fixture.sent.all.isEmpty)
        // A failure is not cached.
        #expect(try await client.send(endpoint()).value == 1)
    }

    @Test("an empty constant credential is rejected as unavailable, and nothing is sent")
    func emptyConstant() async throws {
        let fixture = TokenFixture(accepting: [], providing: "unused")
        let origin = try #require(Origin(TokenFixture.baseURL))
        let client = try fixture.client { $0.authentication = AuthenticationMiddleware(.bearer(""), for: origin) }
        let error = await #expect(throws: NetworkError.self) { try await client.send(endpoint()) }
        #expect(error == Self.unavailable("it is empty"))
        #expect(fixture.sent.all.isEmpty)
    }

    @Test("a failure of the provider after a 401 reports the attempt that was sent")
    func failedRefresh() async throws {
        let fixture = TokenFixture(accepting: [], providing: [.success(.bearer("old")), .failure(SignedOut())])
        let client = try fixture.client()
        let error = await #expect(throws: NetworkError.self) { try await client.send(endpoint()) }
        #expect(error?.isCredentialUnavailable == true)
        #expect(error?.context.attempts == 1)
    }

    @Test("a request ends at its deadline if the provider hangs, and the next request calls the provider again")
    func hang() async throws {
        let gate = Gate()
        let fixture = TokenFixture(accepting: ["a"], providing: "a", providerGate: gate)
        let client = try fixture.client(timeout: .milliseconds(500))
        for call in 1...2 {
            let error = await #expect(throws: NetworkError.self) { try await client.send(endpoint()) }
            guard case .timedOut(let context)? = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(context.attempts == 0)
            #expect(fixture.calls.all.count == call)
        }
        #expect(fixture.sent.all.isEmpty)
        gate.open()
    }

    @Test(
        "the credential of a later call is used, whether an abandoned call of the provider ends before or after it",
        arguments: [[0, 1], [1, 0]]
    )
    func abandonedCall(order: [Int]) async throws {
        let (gates, started) = ([Gate(), Gate()], Recorder<Credential?>())
        let source = CredentialSource(account: "user") { rejected in
            started.record(rejected)
            let index = started.all.count - 1
            // An unstructured task, because a provider may ignore cancellation.
            await Task { _ = await gates[index].pass() }.value
            return .bearer(["abandoned", "later"][index])
        }
        var calls: [Task<Result<Credential, any Error>, Never>] = []
        for gate in gates {
            calls.append(Task { await source.call() })
            await gate.waitForArrivals(1)
        }
        calls[0].cancel()
        for index in order {
            gates[index].open()
            _ = await calls[index].value
        }
        let request = request("https://api.example.com/n")
        #expect(try await source.credential(for: request, until: .now + .seconds(60)) == .bearer("later"))
    }

    @Test("a cancelled request stops waiting, and the credential is stored for the next request")
    func cancelled() async throws {
        let gate = Gate()
        let fixture = TokenFixture(accepting: ["a"], providing: "a", providerGate: gate)
        let client = try fixture.client()
        let request = Task {
            await Outcome { () async throws(NetworkError) in try await client.send(endpoint()).response }
        }
        await gate.waitForArrivals(1)
        request.cancel()
        guard case .cancelled(let context)? = await request.value.error else {
            Issue.record("the request was not cancelled")
            return
        }
        #expect(context.attempts == 0)
        gate.open()
        #expect(try await client.send(endpoint()).value == 1)
        #expect(fixture.calls.all.count == 1)
    }

    @Test("is neither sent to another origin nor obtained for a request to that origin")
    func otherOrigin() async throws {
        let fixture = TokenFixture(accepting: ["a"], providing: "a")
        let client = try fixture.client()
        await #expect(throws: NetworkError.self) { try await client.send(endpoint("away")) }
        #expect(fixture.hosts.all == ["api.example.com", "other.example"])
        #expect(fixture.sent.all == ["Bearer a", nil])
        let otherFixture = TokenFixture(accepting: [], providing: "a")
        let handler = chain([try otherFixture.middleware()], to: otherFixture.transport)
        _ = await Outcome(of: "https://other.example/", through: handler)
        #expect(otherFixture.sent.all == [nil])
        #expect(otherFixture.calls.all.isEmpty)
    }

    @Test("is not obtained for an origin without encryption")
    func unencrypted() async throws {
        let fixture = TokenFixture(accepting: [], providing: "a")
        let calls = fixture.calls
        let origin = try #require(Origin(url("http://api.example.com")))
        let source = CredentialSource(account: "user") { rejected in
            calls.record(rejected)
            return .bearer("a")
        }
        let middleware = AuthenticationMiddleware(source, for: origin)
        let outcome = await Outcome(of: "http://api.example.com/", through: chain([middleware], to: fixture.transport))
        guard case .invalidRequest? = outcome.error else {
            Issue.record("\(outcome)")
            return
        }
        #expect(calls.all.isEmpty)
        #expect(fixture.sent.all.isEmpty)
    }

    @Test("budgets count the rejected and the resent request, and do not receive the credential")
    func budgets() async throws {
        let fixture = TokenFixture(accepting: ["new"], providing: "old", "new")
        let seen = Recorder<String?>()
        let client = try fixture.client { $0.budgets = [Spy(seen: seen)] }
        #expect(try await client.send(endpoint()).value == 1)
        #expect(seen.all == [nil, nil])
    }

    @Test("a client with sample responses needs no credential")
    func samples() async throws {
        let fixture = TokenFixture(accepting: [], providing: "a")
        let middleware = try fixture.middleware()
        let client = APIClient.sample(baseURL: TokenFixture.baseURL) {
            $0.middleware = MiddlewareStack { $0.authentication = middleware }.middleware
        }
        var endpoint = endpoint()
        endpoint.sample = .json("2")
        #expect(try await client.send(endpoint).value == 2)
        #expect(fixture.calls.all.isEmpty)
    }
}

/// Records the `Authorization` field that a middleware receives.
private struct Spy: HTTPMiddleware {
    let seen: Recorder<String?>

    func intercept(
        _ request: HTTPRequest,
        options: RequestOptions,
        next: @escaping HTTPHandler
    ) async throws(NetworkError) -> HTTPResponse {
        seen.record(request.headerFields[.authorization])
        return try await next(request, options)
    }
}

extension NetworkError {
    /// Whether the error is a missing credential.
    fileprivate var isCredentialUnavailable: Bool {
        if case .rejected(.credentialUnavailable, _) = self { true } else { false }
    }
}
