import SeekBasics
public import SeekNetworking

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
/// SeekTestingSupport report them as failures of the test. ``LoopbackServer/init(port:returning:)`` answers from the same
/// stubs over real HTTP.
public final class StubTransport: HTTPTransport {
    /// The transport of the innermost scope around the running task; nil outside of any.
    @TaskLocal package static var scoped: StubTransport?

    private let book: Mutex<StubBook>
    /// Is called at each use of a transport that stands in for one of a scope that there is not.
    private let reportMisuse: (@Sendable () -> Void)?
    let fixtures: Fixtures?
    let clock: any Clock<Duration>
    private let strictness: StubStrictness
    private let arrivals = Tally()

    /// Makes a transport.
    ///
    /// - Parameters:
    ///   - stubs: what it answers. Of several that match, the last one does.
    ///   - fixtures: the folder of the answers' files; where it is nil, the one found from the file that made the answer.
    ///   - strictness: what counts as a problem.
    ///   - clock: what delayed answers wait by.
    public init(
        _ stubs: [Stub] = [],
        fixtures: Fixtures? = nil,
        strictness: StubStrictness = .strict,
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        var book = StubBook()
        for stub in stubs { book.add(stub) }
        self.book = Mutex(book)
        reportMisuse = nil
        self.fixtures = fixtures
        self.strictness = strictness
        self.clock = clock
    }

    /// Creates what a test gets in place of the transport of a scope that there is not.
    ///
    /// - Parameter reportMisuse: is called at each use.
    package init(outsideScope reportMisuse: @escaping @Sendable () -> Void) {
        book = Mutex(StubBook())
        self.reportMisuse = reportMisuse
        fixtures = nil
        strictness = .strict
        clock = ContinuousClock()
    }

    /// What to do where a transport was used outside of a scope.
    package static let misuse =
        "StubTransport.current is used outside of a scope, where stubs answer nothing: give the test the trait .stubbed, or "
        + "run it in withStubs or in a transport's scope; a detached task leaves its scope"

    /// Reads or changes the stubs and what became of them.
    func withBook<Result, Failure: Error>(
        _ body: (inout sending StubBook) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        reportMisuse?()
        return try book.withLock(body)
    }

    /// Runs an operation in whose task, and the tasks it starts, this transport is `current`.
    public func scope<Result>(
        isolation: isolated (any Actor)? = #isolation,
        _ operation: () async throws -> Result
    ) async rethrows -> Result {
        try await Self.$scoped.withValue(self, operation: operation)
    }

    /// Adds a stub, which answers before those added earlier.
    public func add(_ stub: Stub) {
        withBook { $0.add(stub) }
    }

    /// Adds a stub, which answers before those added earlier. The parameters are those of the function `stub`.
    public func stub(
        _ method: HTTPRequest.Method,
        _ url: String,
        query: StubQueryRule = .containing,
        headers: HTTPFields = [:],
        where conditions: StubCondition...,
        times: CallCount = .atLeastOnce,
        answer: StubResponse,
        fileID: String = #fileID,
        filePath: String = #filePath,
        line: Int = #line,
        column: Int = #column
    ) {
        let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        let match = RequestMatcher(method, url, query, headers, conditions)
        add(Stub(match, times: times, answer: answer, callSite: site))
    }

    /// Forgets its stubs, its requests and its problems.
    public func reset() {
        withBook { $0.reset() }
    }

    /// Every request it was asked to send, in order.
    public var received: [HTTPRequest] { withBook { $0.received } }
    /// The requests that no stub matched, in order.
    public var unmatched: [HTTPRequest] { withBook { $0.unmatched.map(\.request) } }
    /// The stubs it has, in the order in which they were added.
    public var stubs: [Stub] { withBook { $0.entries.map(\.stub) } }
    /// The stubs that answered less than was said and the sequences not used to their end. One that a later stub for exactly the
    /// same requests replaced is not among them.
    public var unused: [Stub] { withBook { $0.unused } }
    /// What a test should fail for; empty where all went as it was set up.
    public var problems: [StubFailure] { withBook { $0.problems(strictness) } }

    /// Returns once `count` requests were received in all, or the calling task is cancelled.
    public func waitUntilReceived(_ count: Int) async {
        await arrivals.wait(for: count)
    }

    /// Finds the answer to a request that has arrived.
    func answer(to request: HTTPRequest, ignoresOrigin: Bool = false) -> StubBook.Match {
        var match = withBook { $0.match(request, ignoresOrigin: ignoresOrigin) }
        if case .unmatched(let explanation) = match, reportMisuse != nil {
            match = .unmatched("\(explanation); \(Self.misuse)")
        }
        arrivals.add(1)
        return match
    }
}
