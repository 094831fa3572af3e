public import SeekNetworking

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What a stub answers: a response, a failure, or several of them in turn.
public struct StubResponse: Sendable {
    /// One answer.
    indirect enum Step: Sendable {
        case response(HTTPResponse)
        case file(JSONFile)
        case failure(@Sendable (HTTPRequest) -> NetworkError)
        case closure(@Sendable (HTTPRequest, [String: String]) async throws(NetworkError) -> HTTPResponse)
        case fault(LoopbackServer.Fault)
        case held(Gate, Step)
        case delayed(Duration, Step)
    }

    /// A fixture that is answered.
    struct JSONFile: Sendable {
        var name: String
        var status: HTTPResponse.Status
        var changes: [String: FixtureChange]
        var filePath: String
    }

    /// What is answered in turn.
    let steps: [Step]
    /// Whether each step is answered once; else the only one is answered every time.
    let isSequence: Bool

    private init(_ step: Step) {
        steps = [step]
        isSequence = false
    }

    private init(_ answer: StubResponse, wrap: (Step) -> Step) {
        steps = answer.steps.map(wrap)
        isSequence = answer.isSequence
    }

    private init(sequence: [Step]) {
        steps = sequence
        isSequence = true
    }

    /// The step that answers the request after `uses` others, or nil once a sequence is spent.
    func step(after uses: Int) -> Step? {
        isSequence ? (steps.indices.contains(uses) ? steps[uses] : nil) : steps.first
    }
}

extension StubResponse {
    /// A fixture's bytes as `application/json`: `.json(file: "youtube/search")`.
    ///
    /// - Parameters:
    ///   - changes: what differs from the file, by place: `["items[0].snippet.title": ""]`. See ``FixtureChange``.
    ///   - filePath: the source file from which the folder of fixtures is found.
    public static func json(
        file name: String,
        setting changes: [String: FixtureChange] = [:],
        status: HTTPResponse.Status = .ok,
        filePath: String = #filePath
    ) -> StubResponse {
        StubResponse(.file(JSONFile(name: name, status: status, changes: changes, filePath: filePath)))
    }

    /// A value as `application/json`: `.json(["items": []])`.
    public static func json(_ value: JSONValue, status: HTTPResponse.Status = .ok) -> StubResponse {
        .response(HTTPResponse(json: value, status: status))
    }

    /// A text, sent as it is: also the way to a broken body, `.text("{", contentType: "application/json")`.
    public static func text(
        _ text: String,
        contentType: String = "text/plain; charset=utf-8",
        status: HTTPResponse.Status = .ok
    ) -> StubResponse {
        .response(HTTPResponse(status: status, headerFields: [.contentType: contentType], body: Data(text.utf8)))
    }

    /// A status with an empty JSON object as its body: `.status(404)`.
    public static func status(_ status: HTTPResponse.Status) -> StubResponse {
        .json([:], status: status)
    }

    /// A response.
    public static func response(_ response: HTTPResponse) -> StubResponse {
        StubResponse(.response(response))
    }

    /// A transport that breaks off: `.failure(.connectionLost)`.
    public static func failure(_ failure: TransportFailure) -> StubResponse {
        .failure { .transport(failure, NetworkError.Context(request: $0)) }
    }

    /// An error made of the request: `.failure { .timedOut(NetworkError.Context(request: $0)) }`.
    public static func failure(_ makeError: @escaping @Sendable (HTTPRequest) -> NetworkError) -> StubResponse {
        StubResponse(.failure(makeError))
    }

    /// An answer that breaks, as servers break: a loopback server breaks it for real, a stub transport fails as a client of that
    /// server would.
    public static func fault(_ fault: LoopbackServer.Fault) -> StubResponse {
        StubResponse(.fault(fault))
    }

    /// What a closure makes of the request. A cancelled task and a passed deadline end the call once the closure returns.
    public static func closure(
        _ respond: @escaping @Sendable (HTTPRequest) async throws(NetworkError) -> HTTPResponse
    ) -> StubResponse {
        StubResponse(.closure { request, _ throws(NetworkError) in try await respond(request) })
    }

    /// What a closure makes of the request and the texts that the places of the stub's URL took:
    /// `.closure { request, values in HTTPResponse(json: ["login": .string(values["user"] ?? "")]) }`
    public static func closure(
        _ respond: @escaping @Sendable (HTTPRequest, [String: String]) async throws(NetworkError) -> HTTPResponse
    ) -> StubResponse {
        StubResponse(.closure(respond))
    }

    /// Answers in turn, each once. A spent sequence matches no further request; one not used to its end is reported.
    public static func sequence(_ answers: [StubResponse]) -> StubResponse {
        StubResponse(sequence: answers.flatMap(\.steps))
    }

    /// An answer that waits at a gate: cancellation and overtaking can be tested without sleeping.
    public static func held(at gate: Gate, _ answer: StubResponse) -> StubResponse {
        StubResponse(answer) { .held(gate, $0) }
    }

    /// An answer that takes its time, by the clock of its scope: under a ``ManualClock`` it comes once the test says so.
    public static func delayed(by delay: Duration, _ answer: StubResponse) -> StubResponse {
        StubResponse(answer) { .delayed(delay, $0) }
    }
}

extension StubResponse.JSONFile {
    /// The response: the file's bytes as they are, broken ones included, where nothing is changed.
    func response(from fixtures: Fixtures?) throws(FixtureError) -> HTTPResponse {
        let body =
            changes.isEmpty
            ? try load(JSONBytesLoader(name: name), from: fixtures, filePath: filePath)
            : try load(JSONLoader(name: name, setting: changes), from: fixtures, filePath: filePath).data
        return HTTPResponse(status: status, headerFields: [.contentType: HTTPResponse.jsonType], body: body)
    }
}

/// Takes the bytes of a JSON file as they are: they are the server's answer.
private struct JSONBytesLoader: Loader {
    let name: String
    func convert(_ bytes: Data) -> Data { bytes }
}

extension HTTPResponse {
    static let jsonType = "application/json; charset=utf-8"

    /// Makes a response of a JSON value.
    public init(json: JSONValue, status: Status = .ok) {
        self.init(status: status, headerFields: [.contentType: Self.jsonType], body: json.data)
    }
}
