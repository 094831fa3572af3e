import Foundation
import SeekNetworking
import SeekTestHelpers
import Testing

@Suite("Options of a call")
struct CallOptionsTests {
    /// Records the requests and options of a client's calls, and responds with 1.
    private struct RecordingMiddleware: HTTPMiddleware {
        let recorder: Recorder<(request: HTTPRequest, options: RequestOptions)>

        func intercept(
            _ request: HTTPRequest,
            options: RequestOptions,
            next: @escaping HTTPHandler
        ) async throws(NetworkError) -> HTTPResponse {
            recorder.record((request, options))
            return json("1")
        }
    }

    private let calls = Recorder<(request: HTTPRequest, options: RequestOptions)>()
    private let userAgent = HTTPField.Name.userAgent
    private let endpoint = Endpoint(at: .path("n"), headerFields: [.accept: "application/json"]) { $0.body }

    private var client: APIClient {
        APIClient(baseURL: url("https://api.example.com"), transport: scripted()) {
            $0.headerFields = [.userAgent: "app", .cacheControl: "a", .cacheControl: "b"]
            $0.timeout = .seconds(3_600)
            $0.middleware = [RecordingMiddleware(recorder: calls)]
        }
    }

    @Test("replace the client's options for this call only")
    func replacing() async throws {
        let client = client
        _ = try await client.with {
            $0.cacheMode = .noCache
            $0.allowsStale = false
            $0.timeout = .seconds(60)
        }.send(endpoint)
        _ = try await client.send(endpoint)
        #expect(calls.all.map(\.options.cacheMode) == [.noCache, .default])
        #expect(calls.all.map(\.options.allowsStale) == [false, true])
        #expect(calls.all.map { $0.options.deadline < .now + .seconds(1_800) } == [true, false])
    }

    @Test("add header fields, and replace those of the client and the endpoint with the same names")
    func headerFields() async throws {
        _ = try await client.with {
            $0.headerFields = [.accept: "application/vnd.github+json", .cacheControl: "c", .cacheControl: "d"]
        }.send(endpoint)
        let fields = try #require(calls.all.first?.request.headerFields)
        #expect(fields[values: .userAgent] == ["app"])
        #expect(fields[values: .accept] == ["application/vnd.github+json"])
        #expect(fields[values: .cacheControl] == ["c", "d"])
    }

    @Test("retain the options that an earlier `with` has set")
    func adding() async throws {
        let reloading = client.with { $0.cacheMode = .reload }
        _ = try await reloading.with { $0.headerFields[userAgent] = "test" }.send(endpoint)
        #expect(calls.all.map(\.options.cacheMode) == [.reload])
        #expect(calls.all.map(\.request.headerFields[userAgent]) == ["test"])
    }
}

@Suite("Deadline of several calls")
struct RequestDeadlineTests {
    /// Records the deadlines of requests.
    private struct DeadlineProbe: HTTPMiddleware {
        let deadlines = Recorder<ContinuousClock.Instant>()

        func intercept(
            _ request: HTTPRequest,
            options: RequestOptions,
            next: @escaping HTTPHandler
        ) async throws(NetworkError) -> HTTPResponse {
            deadlines.record(options.deadline)
            return try await next(request, options)
        }
    }

    @Test("applies within its scope if it is earlier than the deadline of the call")
    func within() async throws {
        let probe = DeadlineProbe()
        let transport = StubTransport([stub(.get, "/x", returning: .response(.json("1")))])
        let client = APIClient(baseURL: url("https://a.example"), transport: transport) {
            $0.timeout = .seconds(10_000)
            $0.middleware = [probe]
        }
        let endpoint = Endpoint(of: Int.self, at: .path("x"))
        let start = ContinuousClock.now
        try await RequestDeadline.within(.seconds(1_000)) {
            _ = try await client.send(endpoint)
            try await RequestDeadline.within(.seconds(100_000)) { _ = try await client.send(endpoint) }
            try await RequestDeadline.within(.seconds(500)) { _ = try await client.send(endpoint) }
        }
        try await RequestDeadline.within(.seconds(100_000)) { _ = try await client.send(endpoint) }
        _ = try await client.send(endpoint)
        // Rounded generously for busy machines.
        let seconds = probe.deadlines.all.map { (($0 - start).seconds / 500).rounded() * 500 }
        #expect(seconds == [1_000, 1_000, 500, 10_000, 10_000])
    }
}

@Suite("The User-Agent of a client")
struct UserAgentTests {
    private static let agent = HTTPField.Name.userAgent

    /// The client's `userAgent`; the header fields of the client, the endpoint and the call; the User-Agent that is
    /// sent.
    static let rows: [(String?, HTTPFields, HTTPFields, HTTPFields, String?)] = [
        ("Seek", [:], [:], [:], "Seek"),
        ("MyApp/1.0", [:], [:], [:], "MyApp/1.0"),
        (nil, [:], [:], [:], nil),
        ("MyApp/1.0", [agent: "client"], [:], [:], "client"),
        ("MyApp/1.0", [agent: "client"], [agent: "endpoint"], [:], "endpoint"),
        ("MyApp/1.0", [agent: "client"], [agent: "endpoint"], [agent: "call"], "call"),
    ]

    @Test("can be changed or omitted for a client, and changed for an endpoint and a call", arguments: rows)
    func precedence(
        userAgent: String?,
        clientFields: HTTPFields,
        endpointFields: HTTPFields,
        callFields: HTTPFields,
        sent: String?
    ) async throws {
        let transport = scripted(json("1"))
        let client = APIClient(baseURL: url("https://api.example.com"), transport: transport) {
            $0.userAgent = userAgent
            $0.headerFields = clientFields
        }
        let endpoint = Endpoint(of: Int.self, at: .path("n"), headerFields: endpointFields)
        _ = try await client.with { $0.headerFields = callFields }.send(endpoint)
        #expect(transport.received.map { $0.headerFields[.userAgent] } == [sent])
    }

    @Test("is sent by default, because GitHub responds with 403 to requests without a User-Agent")
    func standard() async throws {
        let transport = scripted(json("1"), json("1"))
        let client = APIClient(baseURL: url("https://api.github.com"), transport: transport)
        _ = try await client.send(Endpoint(of: Int.self, at: .path("n")))
        _ = try await client.send(request("https://api.github.com/n"))
        #expect(transport.received.map { $0.headerFields[.userAgent] } == ["Seek", "Seek"])
    }
}
