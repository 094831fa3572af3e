#if canImport(Testing)
public import SeekTestHelpers
public import Testing

/// Runs a test against stubs and reports, as issues of the test, what did not go as it was set up: requests without a stub
/// at the call, unused stubs where they were written.
///
/// ```swift
/// try await withStubs(stub(.get, "https://example.com/api/some", answer: .json(file: "youtube/search"))) { transport in
///     let client = APIClient(baseURL: base, transport: transport)
///     …
/// }
/// ```
/// The problems are reported whether or not the body throws, since they often are the reason why it did.
///
/// - Parameters:
///   - stubs: what is answered; of several that match, the last one.
///   - fixtures: the folder of the answers' files; where it is nil, the one found from the file that made the answer.
///   - strictness: what counts as a failure of the test.
///   - body: the test. Inside, ``SeekTestHelpers/StubTransport/current`` is the transport, too.
public func withStubs<Result>(
    _ stubs: Stub...,
    fixtures: Fixtures? = nil,
    strictness: StubStrictness = .strict,
    sourceLocation: SourceLocation = #_sourceLocation,
    isolation: isolated (any Actor)? = #isolation,
    perform body: (StubTransport) async throws -> Result
) async rethrows -> Result {
    let transport = StubTransport(stubs, fixtures: fixtures, strictness: strictness)
    defer { transport.recordProblems(at: sourceLocation) }
    return try await transport.scope(isolation: isolation) { try await body(transport) }
}

extension StubTransport {
    /// Records an issue for each of the transport's problems: a stub's where it was written, a request's at a place.
    ///
    /// Call it on the test's own task, or Swift Testing does not know which test failed.
    ///
    /// - Parameter sourceLocation: the place for requests that no stub matched.
    public func recordProblems(at sourceLocation: SourceLocation = #_sourceLocation) {
        problems.record(at: sourceLocation)
    }
}

extension [StubFailure] {
    /// Records an issue for each, where it was written or else at a place.
    func record(at sourceLocation: SourceLocation) {
        for problem in self {
            let location = problem.callSite.map(SourceLocation.init) ?? sourceLocation
            Issue.record(Comment(rawValue: problem.description), sourceLocation: location)
        }
    }
}

extension SourceLocation {
    init(_ site: CallSite) {
        self.init(fileID: site.fileID, filePath: site.filePath, line: site.line, column: site.column)
    }
}
#endif
