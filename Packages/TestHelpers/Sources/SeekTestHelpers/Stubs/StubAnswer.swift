public import SeekNetworking

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What a stub answers: a response, a failure, or several of them in turn.
public struct StubAnswer: Sendable {
    /// One answer.
    indirect enum Step: Sendable {
        case response(HTTPResponse)
        case file(String, HTTPResponse.Status, filePath: String)
        case failure(@Sendable (HTTPRequest) -> NetworkError)
        case closure(@Sendable (HTTPRequest) async throws(NetworkError) -> HTTPResponse)
        case held(Gate, Step)
    }

    /// What is answered in turn.
    let steps: [Step]
    /// Whether each step is answered once; else the only one is answered every time.
    let isSequence: Bool

    private init(_ step: Step) {
        steps = [step]
        isSequence = false
    }

    private init(steps: [Step], isSequence: Bool) {
        self.steps = steps
        self.isSequence = isSequence
    }

    /// The step that answers the request after `uses` others, or nil once a sequence is spent.
    func step(after uses: Int) -> Step? {
        isSequence ? (steps.indices.contains(uses) ? steps[uses] : nil) : steps.first
    }
}

extension StubAnswer {
    static let jsonType = "application/json; charset=utf-8"

    /// A fixture's bytes as `application/json`: `.json(file: "youtube/search")`.
    ///
    /// - Parameter filePath: the source file from which the folder of fixtures is found.
    public static func json(
        file name: String,
        status: HTTPResponse.Status = .ok,
        filePath: String = #filePath
    ) -> StubAnswer {
        StubAnswer(.file(name, status, filePath: filePath))
    }

    /// A value as `application/json`: `.json(["items": []])`.
    public static func json(_ value: JSONValue, status: HTTPResponse.Status = .ok) -> StubAnswer {
        .response(HTTPResponse(status: status, headerFields: [.contentType: jsonType], body: value.data))
    }

    /// A text, sent as it is: also the way to a broken body, `.text("{", contentType: "application/json")`.
    public static func text(
        _ text: String,
        contentType: String = "text/plain; charset=utf-8",
        status: HTTPResponse.Status = .ok
    ) -> StubAnswer {
        .response(HTTPResponse(status: status, headerFields: [.contentType: contentType], body: Data(text.utf8)))
    }

    /// A status with an empty JSON object as its body: `.status(404)`.
    public static func status(_ status: HTTPResponse.Status) -> StubAnswer {
        .json([:], status: status)
    }

    /// A response.
    public static func response(_ response: HTTPResponse) -> StubAnswer {
        StubAnswer(.response(response))
    }

    /// A transport that breaks off: `.failure(.connectionLost)`.
    public static func failure(_ failure: TransportFailure) -> StubAnswer {
        .failure { .transport(failure, NetworkError.Context(request: $0)) }
    }

    /// An error made of the request: `.failure { .timedOut(NetworkError.Context(request: $0)) }`.
    public static func failure(_ makeError: @escaping @Sendable (HTTPRequest) -> NetworkError) -> StubAnswer {
        StubAnswer(.failure(makeError))
    }

    /// What a closure makes of the request. A cancelled task and a passed deadline end the call once the closure returns.
    public static func closure(
        _ respond: @escaping @Sendable (HTTPRequest) async throws(NetworkError) -> HTTPResponse
    ) -> StubAnswer {
        StubAnswer(.closure(respond))
    }

    /// Answers in turn, each once. A spent sequence matches no further request; one not used to its end is reported.
    public static func sequence(_ answers: [StubAnswer]) -> StubAnswer {
        StubAnswer(steps: answers.flatMap(\.steps), isSequence: true)
    }

    /// An answer that waits at a gate: cancellation and overtaking can be tested without sleeping.
    public static func held(at gate: Gate, _ answer: StubAnswer) -> StubAnswer {
        StubAnswer(steps: answer.steps.map { .held(gate, $0) }, isSequence: answer.isSequence)
    }
}
