import SeekBasics
public import SeekNetworking

/// The response of a stub: an HTTP response, a failure, or a sequence of responses and failures.
public struct StubResponse: Sendable {
    indirect enum Step: Sendable {
        case response(HTTPResponse)
        case file(JSONFile)
        case failure(@Sendable (HTTPRequest) -> NetworkError)
        case closure(@Sendable (HTTPRequest, [String: String]) async throws(NetworkError) -> HTTPResponse)
        case fault(LoopbackServer.Fault)
        case held(Gate, Step)
        case delayed(Duration, Step)
    }

    /// A fixture as the body of a response.
    struct JSONFile: Sendable {
        var name: String
        var status: HTTPResponse.Status
        /// Header fields, which can replace the default `Content-Type`.
        var headerFields: HTTPFields = [:]
        var changes: [String: FixtureChange]
        var filePath: String
    }

    private(set) var steps: [Step]
    /// Whether each step is used once; otherwise the single step is used for every request.
    private(set) var isSequence = false

    /// Returns the step for the next request after `uses` earlier ones; nil once a sequence is complete.
    func step(after uses: Int) -> Step? {
        isSequence ? (steps.indices.contains(uses) ? steps[uses] : nil) : steps.first
    }
}

extension StubResponse {
    init(file: JSONFile) { self.init(steps: [.file(file)]) }

    /// Returns a fixture's bytes as `application/json`: `.json(file: "youtube/search")`.
    ///
    /// - Parameters:
    ///   - changes: The changes to the file by path: `["items[0].snippet.title": ""]`. See ``FixtureChange``.
    ///   - filePath: The source file from which the folder of fixtures is located.
    public static func json(
        file name: String,
        setting changes: [String: FixtureChange] = [:],
        status: HTTPResponse.Status = .ok,
        filePath: String = #filePath
    ) -> StubResponse {
        StubResponse(file: JSONFile(name: name, status: status, changes: changes, filePath: filePath))
    }

    /// Returns a value as `application/json`: `.json(["items": []])`.
    public static func json(_ value: JSONValue, status: HTTPResponse.Status = .ok) -> StubResponse {
        .response(HTTPResponse(json: value, status: status))
    }

    /// Returns unchanged text, which can be invalid JSON: `.text("{", contentType: "application/json")`.
    public static func text(
        _ text: String,
        contentType: String = "text/plain; charset=utf-8",
        status: HTTPResponse.Status = .ok
    ) -> StubResponse {
        .response(HTTPResponse(status: status, headerFields: [.contentType: contentType], body: Data(text.utf8)))
    }

    /// Returns a status with an empty JSON object as its body: `.status(404)`. The statuses 204, 205 and 304 have no
    /// body (RFC 9110).
    public static func status(_ status: HTTPResponse.Status) -> StubResponse {
        .response(HTTPResponse(onlyStatus: status))
    }

    /// Returns the given response.
    public static func response(_ response: HTTPResponse) -> StubResponse {
        StubResponse(steps: [.response(response)])
    }

    /// Fails with a transport failure: `.failure(.connectionLost)`.
    public static func failure(_ failure: TransportFailure) -> StubResponse {
        .failure { .transport(failure, NetworkError.Context(request: $0)) }
    }

    /// Fails with ``/SeekNetworking/NetworkError/timedOut(_:)`` without waiting for the deadline. A server does not respond at all.
    public static var timedOut: StubResponse { .failure { .timedOut(NetworkError.Context(request: $0)) } }

    /// Fails with an error that depends on the request: `.failure { .cancelled(NetworkError.Context(request: $0)) }`.
    public static func failure(_ makeError: @escaping @Sendable (HTTPRequest) -> NetworkError) -> StubResponse {
        StubResponse(steps: [.failure(makeError)])
    }

    /// Returns a faulty response: a loopback server causes the fault, and a stub transport returns or throws what a
    /// client usually receives from such a server.
    public static func fault(_ fault: LoopbackServer.Fault) -> StubResponse {
        StubResponse(steps: [.fault(fault)])
    }

    /// Returns the result of a closure. Cancellation and the deadline take effect once the closure returns.
    public static func closure(
        _ respond: @escaping @Sendable (HTTPRequest) async throws(NetworkError) -> HTTPResponse
    ) -> StubResponse {
        .closure { request, _ throws(NetworkError) in try await respond(request) }
    }

    /// Returns the result of a closure, which also receives the values of the placeholders in the stub's URL:
    /// `.closure { request, values in HTTPResponse(json: ["login": .string(values["user"] ?? "")]) }`
    public static func closure(
        _ respond: @escaping @Sendable (HTTPRequest, [String: String]) async throws(NetworkError) -> HTTPResponse
    ) -> StubResponse {
        StubResponse(steps: [.closure(respond)])
    }

    /// Returns responses in order, each once. A complete sequence matches no further request. An incomplete one is
    /// reported, unless the stub has `times:`, which then determines the expected number of uses.
    public static func sequence(_ responses: [StubResponse]) -> StubResponse {
        StubResponse(steps: responses.flatMap(\.steps), isSequence: true)
    }

    /// Returns a response that waits at a gate, for tests of cancellation and order without sleeping.
    public static func held(at gate: Gate, _ response: StubResponse) -> StubResponse {
        StubResponse(steps: response.steps.map { .held(gate, $0) }, isSequence: response.isSequence)
    }

    /// Returns a response after a delay, which the transport's clock measures. With a ``ManualClock``, the test
    /// determines when the delay ends.
    public static func delayed(by delay: Duration, _ response: StubResponse) -> StubResponse {
        StubResponse(steps: response.steps.map { .delayed(delay, $0) }, isSequence: response.isSequence)
    }
}

extension StubResponse.JSONFile {
    /// Returns the response: without changes, the exact bytes of the file, even if they are invalid.
    func response(from fixtures: Fixtures?) throws(FixtureError) -> HTTPResponse {
        let fixtures = try Fixtures(root: fixtures?.root, filePath: filePath)
        let body =
            changes.isEmpty
            ? try fixtures.bytes(of: name)
            : try FixtureLoader<JSONValue>.json(name, setting: changes).load(from: fixtures).data
        var response = HTTPResponse(status: status, headerFields: [.contentType: HTTPResponse.jsonType], body: body)
        for field in headerFields { response.headerFields[field.name] = field.value }
        return response
    }
}

extension HTTPResponse {
    static let jsonType = "application/json; charset=utf-8"

    /// Creates a response with a JSON value.
    public init(json: JSONValue, status: Status = .ok) {
        self.init(status: status, headerFields: [.contentType: Self.jsonType], body: json.data)
    }

    /// Creates the response of a stub with only a status. The body is an empty JSON object, except for the statuses
    /// that have no content.
    init(onlyStatus status: Status) {
        self = [204, 205, 304].contains(status.code) ? .init(status: status) : .init(json: [:], status: status)
    }
}
