public import SeekNetworking
import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A transport that answers from stubs and remembers what it was asked.
///
/// ```swift
/// let transport = StubTransport([
///     stub(.get, "https://example.com/api/some", answer: .json(file: "youtube/search"))
/// ])
/// ```
/// It is a scope of its own: tests that run in parallel, each with a transport, never meet. A request that no stub matches
/// fails with ``SeekNetworking/NetworkError/invalidRequest(reason:_:)``, whose text names the nearest stub and what
/// differs, and stands in ``problems``; so does a stub nobody used. `withStubs` and the trait `.stubbed` of
/// SeekTestingSupport report them as failures of the test.
public final class StubTransport: HTTPTransport {
    @TaskLocal private static var scoped: StubTransport?

    private let book: Mutex<StubBook>
    private let fixtures: Fixtures?
    private let arrivals = Tally()

    /// Makes a transport.
    ///
    /// - Parameters:
    ///   - stubs: what it answers. Of several that match, the last one does.
    ///   - fixtures: the folder of the answers' files; where it is nil, the one found from the file that made the answer.
    public init(_ stubs: [Stub] = [], fixtures: Fixtures? = nil) {
        var book = StubBook()
        for stub in stubs { book.add(stub) }
        self.book = Mutex(book)
        self.fixtures = fixtures
    }

    /// The transport of the innermost scope around the running task; outside of any, one without stubs.
    public static var current: StubTransport { scoped ?? StubTransport() }

    /// Runs an operation in whose task, and the tasks it starts, this transport is ``current``.
    public func scope<Result>(
        isolation: isolated (any Actor)? = #isolation,
        _ operation: () async throws -> Result
    ) async rethrows -> Result {
        try await Self.$scoped.withValue(self, operation: operation)
    }

    /// Adds a stub, which answers before those added earlier.
    public func add(_ stub: Stub) {
        book.withLock { $0.add(stub) }
    }

    /// Adds a stub, which answers before those added earlier. The parameters are those of the function `stub`.
    public func stub(
        _ method: HTTPRequest.Method,
        _ url: String,
        query: StubQueryRule = .containing,
        headers: HTTPFields = [:],
        answer: StubAnswer,
        fileID: String = #fileID,
        filePath: String = #filePath,
        line: Int = #line,
        column: Int = #column
    ) {
        let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        add(Stub(method: method, url: url, rule: query, headers: headers, answer: answer, callSite: site))
    }

    /// Every request it was asked to send, in order.
    public var received: [HTTPRequest] { book.withLock { $0.received } }
    /// The requests that no stub matched, in order.
    public var unmatched: [HTTPRequest] { book.withLock { $0.unmatched.map(\.request) } }
    /// The stubs that answered nothing and the sequences not used to their end. One that a later stub for exactly the same
    /// requests replaced is not among them.
    public var unused: [Stub] { book.withLock { $0.unused } }
    /// What a test should fail for; empty where all went as it was set up.
    public var problems: [StubProblem] { book.withLock { $0.problems } }

    /// Returns once `count` requests were received in all, or the calling task is cancelled.
    public func waitUntilReceived(_ count: Int) async {
        await arrivals.wait(for: count)
    }

    /// Answers a request from the stubs.
    public func send(
        _ request: HTTPRequest,
        deadline: ContinuousClock.Instant,
        bodyLimit: Int
    ) async throws(NetworkError) -> HTTPResponse {
        try request.validate()
        try Self.checkEnd(of: request, deadline)
        let match = book.withLock { $0.match(request) }
        arrivals.add(1)
        switch match {
        case .unmatched(let explanation):
            throw .invalidRequest(reason: explanation, NetworkError.Context(request: request))
        case .step(let step, let position):
            let response = try await perform(step, at: position, for: request, deadline)
            try Self.checkEnd(of: request, deadline)
            guard response.body.count <= bodyLimit else {
                throw .bodyTooLarge(limit: bodyLimit, NetworkError.Context(request: request, response: response))
            }
            return response
        }
    }

    private static func checkEnd(
        of request: HTTPRequest,
        _ deadline: ContinuousClock.Instant
    ) throws(NetworkError) {
        if Task.isCancelled { throw .cancelled(NetworkError.Context(request: request)) }
        if deadline <= .now { throw .timedOut(NetworkError.Context(request: request)) }
    }

    private func perform(
        _ step: StubAnswer.Step,
        at position: Int,
        for request: HTTPRequest,
        _ deadline: ContinuousClock.Instant
    ) async throws(NetworkError) -> HTTPResponse {
        switch step {
        case .response(let response):
            return response
        case .failure(let makeError):
            throw makeError(request)
        case .closure(let respond):
            return try await respond(request)
        case .file(let name, let status, let filePath):
            do throws(FixtureError) {
                let body = try load(JSONBytesLoader(name: name), from: fixtures, filePath: filePath)
                return HTTPResponse(status: status, headerFields: [.contentType: StubAnswer.jsonType], body: body)
            } catch {
                book.withLock { $0.note(error, at: position) }
                throw .invalidRequest(reason: error.description, NetworkError.Context(request: request))
            }
        case .held(let gate, let step):
            switch await gate.pass(by: deadline) {
            case .passed: return try await perform(step, at: position, for: request, deadline)
            case .cancelled: throw .cancelled(NetworkError.Context(request: request))
            case .timedOut: throw .timedOut(NetworkError.Context(request: request))
            }
        }
    }
}

/// Takes the bytes of a JSON file as they are, broken ones included: they are the server's answer.
private struct JSONBytesLoader: Loader {
    let name: String
    func convert(_ bytes: Data) -> Data { bytes }
}
