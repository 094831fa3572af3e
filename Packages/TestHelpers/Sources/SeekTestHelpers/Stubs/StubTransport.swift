import SeekBasics
public import SeekNetworking

/// A transport that returns stubbed responses and records the requests.
///
/// ```swift
/// let transport = StubTransport([
///     stub(.get, "https://example.com/api/some", returning: .json(file: "youtube/search"))
/// ])
/// ```
/// Each transport is independent, so tests with their own transports can run in parallel. A request that matches no
/// stub fails with ``/SeekNetworking/NetworkError/invalidRequest(reason:_:)``, whose description contains the most
/// similar stub and the differences. By default, unmatched requests and unused stubs are problems: they are listed in
/// ``problems``, and in a test target that uses `.stubbed`, `withStubs` or `reportStubFailures` of SeekTestingSupport, an
/// unmatched request also fails the test at once, at the line where the transport was created. With `withStubs` or the
/// trait `.stubbed`, it is instead reported at the end of the test, together with unused stubs.
/// ``LoopbackServer/init(port:returning:)`` serves the same stubs over real HTTP.
public final class StubTransport: HTTPTransport {
    /// The transport of the innermost scope of the current task; nil outside of a scope.
    @TaskLocal package static var scoped: StubTransport?

    private let book: Mutex<StubBook>
    /// Called at each use of the transport that `current` returns outside of a scope; nil for other transports.
    private let reportMisuse: (@Sendable () -> Void)?
    let fixtures: Fixtures?
    let clock: any Clock<Duration>
    private let strictness: StubStrictness
    /// The source location at which an unmatched request is reported at once; nil for the transport of a scope, whose
    /// problems are reported at its end.
    private let callSite: CallSite?
    private let requestCount = AsyncCounter()

    /// Creates a transport.
    ///
    /// - Parameters:
    ///   - stubs: The stubs. If several match a request, the last one is used.
    ///   - fixtures: The folder of response files; nil to locate it as described in ``Fixtures``, from the source
    ///     file of the response.
    ///   - strictness: What counts as a problem.
    ///   - clock: Measures the delays of responses.
    public convenience init(
        _ stubs: [Stub] = [],
        fixtures: Fixtures? = nil,
        strictness: StubStrictness = .strict,
        clock: any Clock<Duration> = ContinuousClock(),
        fileID: String = #fileID,
        filePath: String = #filePath,
        line: Int = #line,
        column: Int = #column
    ) {
        let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        self.init(stubs, fixtures: fixtures, strictness: strictness, clock: clock, callSite: site)
    }

    /// Creates a transport.
    ///
    /// - Parameters:
    ///   - callSite: The source location at which an unmatched request is reported at once; nil if the problems are
    ///     reported by other means.
    ///   - reportMisuse: Called at each use of the transport. Passed only for the transport that `current` returns
    ///     outside of a scope.
    package init(
        _ stubs: [Stub],
        fixtures: Fixtures? = nil,
        strictness: StubStrictness = .strict,
        clock: any Clock<Duration> = ContinuousClock(),
        callSite: CallSite?,
        reportMisuse: (@Sendable () -> Void)? = nil
    ) {
        var book = StubBook()
        for stub in stubs { book.add(stub) }
        self.book = Mutex(book)
        self.reportMisuse = reportMisuse
        self.fixtures = fixtures
        self.strictness = strictness
        self.clock = clock
        self.callSite = callSite
    }

    /// The advice for a transport that is used outside of a scope.
    package static let misuse =
        "StubTransport.current is used outside of a scope, where stubs have no effect: give the test the trait "
        + ".stubbed, or run it in withStubs or in a transport's scope; a detached task leaves its scope"

    /// Always true: the responses are stubs.
    public var isStub: Bool { true }

    func withBook<Result, Failure: Error>(
        _ body: (inout sending StubBook) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        reportMisuse?()
        return try book.withLock(body)
    }

    /// Runs an operation. In its task and child tasks, this transport is `current`.
    public func scope<Result>(
        isolation: isolated (any Actor)? = #isolation,
        _ operation: () async throws -> Result
    ) async rethrows -> Result {
        try await Self.$scoped.withValue(self, operation: operation)
    }

    /// Adds a stub, which takes precedence over earlier ones.
    public func add(_ stub: Stub) {
        withBook { $0.add(stub) }
    }

    /// Adds a stub, which takes precedence over earlier ones. The parameters are those of the function `stub`.
    public func stub(
        _ method: HTTPRequest.Method,
        _ url: String,
        query: StubQueryRule = .containing,
        headers: HTTPFields = [:],
        where conditions: StubCondition...,
        times: CallCount = .atLeastOnce,
        returning response: StubResponse,
        fileID: String = #fileID,
        filePath: String = #filePath,
        line: Int = #line,
        column: Int = #column
    ) {
        let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        let matcher = RequestMatcher(method, url, query, headers, conditions)
        add(Stub(matcher, times: times, returning: response, callSite: site))
    }

    /// Ends the test of the transport: a request that is sent afterwards fails, and is not recorded.
    package func end() { withBook { $0.isEnded = true } }

    /// Removes all stubs, requests and problems.
    public func reset() {
        withBook {
            $0 = StubBook()
            requestCount.set(0)
        }
    }

    /// The received requests in order.
    public var received: [HTTPRequest] { withBook { $0.received } }
    /// The stubs in the order in which they were added.
    public var stubs: [Stub] { withBook { $0.entries.map(\.stub) } }
    /// The problems for which a test should fail. A stub that was replaced by a later one for exactly the same requests
    /// is not reported as unused.
    public var problems: [StubFailure] { withBook { $0.problems(strictness) } }
    /// The ``problems``, except unmatched requests that were reported at once.
    package var unreportedProblems: [StubFailure] { withBook { $0.problems(strictness, includingReported: false) } }

    /// Returns once ``received`` contains at least `count` requests, or the calling task is cancelled.
    public func waitUntilReceived(_ count: Int) async {
        await requestCount.wait(for: count)
    }

    /// Records a request, and returns the response of the matching stub, or the reason why none matches.
    ///
    /// - Parameter ignoresOrigin: Whether scheme, host and port are ignored, as on a server. A server's thread does not
    ///   belong to a test, so an unmatched request is then not reported at once.
    func match(for request: HTTPRequest, ignoresOrigin: Bool = false) -> StubBook.Match {
        let reporter = ignoresOrigin ? nil : reporter
        var match = withBook { $0.match(request, ignoresOrigin: ignoresOrigin, isReported: reporter != nil) }
        if case .unmatched(let explanation) = match {
            reporter?(StubFailure(kind: .unmatchedRequest, description: explanation, callSite: callSite))
            if reportMisuse != nil { match = .unmatched("\(explanation); \(Self.misuse)") }
        }
        book.withLock { requestCount.set($0.received.count) }
        return match
    }

    /// Reports unmatched requests at once; nil if they are not failures or are reported by other means.
    private var reporter: (@Sendable (StubFailure) -> Void)? {
        callSite != nil && strictness.contains(.unmatchedRequests) ? StubFailureReporter.report : nil
    }
}

extension StubTransport {
    /// Returns the received requests that match, in order, with the values of the placeholders.
    ///
    /// An invalid matcher is recorded as a problem, and matches no request.
    public func received(
        _ matcher: RequestMatcher,
        fileID: String = #fileID,
        filePath: String = #filePath,
        line: Int = #line,
        column: Int = #column
    ) -> [ReceivedRequest] {
        let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        return find(matcher, site) ?? []
    }

    /// Returns whether the number of matching requests is as expected, and records a problem if it is not or if the
    /// matcher is invalid.
    @discardableResult
    public func verify(
        _ matcher: RequestMatcher,
        times: CallCount = .atLeastOnce,
        fileID: String = #fileID,
        filePath: String = #filePath,
        line: Int = #line,
        column: Int = #column
    ) -> Bool {
        let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        guard let count = find(matcher, site)?.count else { return false }
        guard !times.range.contains(count) else { return true }
        recordFailure(
            "\(matcher) was received \(count) \(count == 1 ? "time" : "times"), not \(times)\(receivedSummary)",
            site
        )
        return false
    }

    private func find(_ matcher: RequestMatcher, _ site: CallSite) -> [ReceivedRequest]? {
        do throws(InvalidTemplate) {
            return try withBook { book throws(InvalidTemplate) in try book.received(matcher) }
        } catch {
            recordFailure("\(matcher): \(error.reason)", site)
            return nil
        }
    }

    private func recordFailure(_ description: String, _ site: CallSite) {
        withBook { $0.record(StubFailure(kind: .verification, description: description, callSite: site)) }
    }

    /// The latest ten received requests, as the end of a description.
    private var receivedSummary: String {
        let requests = received.map(\.redactedDescription)
        guard !requests.isEmpty else { return "; nothing was received" }
        let last = requests.suffix(10)
        return "; received\(last.count < requests.count ? " most recently" : ""): \(last.joined(separator: ", "))"
    }
}
