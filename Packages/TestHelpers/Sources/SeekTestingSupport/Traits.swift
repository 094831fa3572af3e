public import SeekNetworking
public import SeekTestHelpers

#if canImport(XCTest)
import XCTest
#endif
#if canImport(Testing)
public import Testing

/// Runs a test with stubs. Requests without a stub are recorded as issues at the call of this function, and unused
/// stubs at their own source locations.
///
/// ```swift
/// try await withStubs(stub(.get, "https://example.com/some", returning: .json(file: "youtube/search"))) { transport in
///     let client = APIClient(baseURL: base, transport: transport)
///     …
/// }
/// ```
/// The problems are reported even if the body throws, because they often cause its error.
///
/// - Parameters:
///   - stubs: The stubs. If several match a request, the last one is used.
///   - fixtures: The folder of response files; nil to locate it as described in ``/SeekTestHelpers/Fixtures``, from
///     the source file of the response.
///   - strictness: What counts as a failure of the test.
///   - body: The test. Inside of it, the transport is also ``SeekTestHelpers/StubTransport/current``.
public func withStubs<Result>(
    _ stubs: Stub...,
    fixtures: Fixtures? = nil,
    strictness: StubStrictness = .strict,
    sourceLocation: SourceLocation = #_sourceLocation,
    isolation: isolated (any Actor)? = #isolation,
    perform body: (StubTransport) async throws -> Result
) async rethrows -> Result {
    reportStubFailures()
    // Without a call site, requests without a stub are not reported at once, but by `recordProblems`.
    let transport = StubTransport(stubs, fixtures: fixtures, strictness: strictness, callSite: nil)
    defer {
        transport.recordProblems(at: sourceLocation)
        transport.end()
    }
    return try await transport.scope(isolation: isolation) { try await body(transport) }
}

extension StubTransport {
    /// The transport of the innermost scope of the current task: of the trait `.stubbed`, of `withStubs`, or of
    /// ``/SeekTestHelpers/StubTransport/scope(isolation:_:)``.
    ///
    /// Outside of a scope, each use of the returned transport is an issue of the test, because its stubs would have no
    /// effect.
    public static var current: StubTransport {
        reportStubFailures()
        return scoped ?? StubTransport([], callSite: nil, reportMisuse: { Issue.record(Comment(rawValue: misuse)) })
    }

    /// Records an issue for each problem of the transport that was not reported at once. The issue is located at the
    /// stub or verification, or at `sourceLocation` for a request that matched no stub.
    ///
    /// Must be called on the test's task; otherwise Swift Testing cannot attribute the issue to the test.
    ///
    /// - Parameter sourceLocation: The location for requests that matched no stub.
    public func recordProblems(at sourceLocation: SourceLocation = #_sourceLocation) {
        unreportedProblems.record(at: sourceLocation)
    }
}

/// A trait that provides a separate stub transport to each test case: `@Test(.stubbed(stub(.get, …, returning: …)))`.
///
/// The transport is ``SeekTestHelpers/StubTransport/current``; the test can add stubs. After the test, an issue is
/// recorded for each request without a stub and each unused stub.
public struct StubbedTrait: TestTrait, TestScoping {
    let stubs: [Stub]
    let strictness: StubStrictness

    /// Runs a test with its transport.
    public func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        // As in `withStubs`, problems are reported at the end.
        let transport = StubTransport(stubs, strictness: strictness, callSite: nil)
        defer {
            transport.recordProblems(at: test.sourceLocation)
            transport.end()
        }
        try await transport.scope(function)
    }
}

extension Trait where Self == StubbedTrait {
    /// Provides a stub transport to a test: `StubTransport.current`.
    ///
    /// - Parameters:
    ///   - stubs: The stubs. If several match a request, the last one is used.
    ///   - strictness: What counts as a failure of the test.
    public static func stubbed(_ stubs: Stub..., strictness: StubStrictness = .strict) -> StubbedTrait {
        reportStubFailures()
        return StubbedTrait(stubs: stubs, strictness: strictness)
    }
}

extension [StubFailure] {
    /// Records an issue for each problem, at its source location or the given one.
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

/// A trait that provides a transport for a recording to a test: `@Test(.recorded("github/octocat"))`. See `.recorded`.
public struct RecordedTrait: TestTrait, TestScoping {
    let makeTransport: @Sendable (_ filter: String) throws(FixtureError) -> RecordingTransport

    /// Runs a test with its transport.
    public func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        // `Module.Suite/test()/File.swift:1:2`; without the location it is an argument of `--filter`.
        let id = String(describing: test.id).split(separator: "/").filter { !$0.contains(".swift:") }
        let transport = try makeTransport(id.joined(separator: "/"))
        defer {
            transport.finish()
            transport.problems.record(at: test.sourceLocation)
        }
        try await transport.scope(function)
    }
}

extension Trait where Self == RecordedTrait {
    /// Replays `Fixtures/recordings/<name>.har`, or records it, depending on `SEEK_RECORDING`.
    ///
    /// The transport is ``/SeekTestHelpers/RecordingTransport/current``. In the mode `replay`, requests that
    /// were not recorded and recorded exchanges that are not used are issues of the test.
    ///
    /// - Parameters:
    ///   - mode: The mode if the environment variable is not set.
    ///   - live: Creates the transport that sends requests. Not required for replay.
    ///   - secrets: Names and values to redact, in addition to the predefined names of secrets.
    public static func recorded(
        _ name: String,
        mode: RecordingMode = .replay,
        live: (@Sendable () -> any HTTPTransport)? = nil,
        secrets: SecretRules = SecretRules(),
        fixtures: Fixtures? = nil,
        fileID: String = #fileID,
        filePath: String = #filePath,
        line: Int = #line,
        column: Int = #column
    ) -> RecordedTrait {
        reportStubFailures()
        return RecordedTrait { filter throws(FixtureError) in
            try RecordingTransport(
                name,
                mode: mode,
                live: live?(),
                secrets: secrets,
                filter: filter,
                fixtures: fixtures,
                fileID: fileID,
                filePath: filePath,
                line: line,
                column: column
            )
        }
    }
}

/// A trait that provides a folder of fixtures to a test and checks that the named files exist:
/// `@Test(.fixtures("youtube/search"))`. See `.fixtures`.
public struct FixturesTrait: TestTrait, TestScoping {
    let names: [String]
    let folder: Fixtures?
    let filePath: String

    /// Runs a test with its fixtures, unless one is missing.
    public func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        do throws(FixtureError) {
            let fixtures = try Fixtures(root: folder?.root, filePath: filePath)
            for name in names { _ = try fixtures.url(of: name) }
        } catch {
            Issue.record(Comment(rawValue: error.description), sourceLocation: test.sourceLocation)
            return
        }
        try await Fixtures.$scoped.withValue(folder ?? Fixtures.scoped, operation: function)
    }
}

extension Trait where Self == FixturesTrait {
    /// Checks fixtures before a test: a missing one is an issue of the test, with the most similar name, and the test
    /// is not run.
    ///
    /// - Parameters:
    ///   - names: The required files, with or without `.json`.
    ///   - folder: The folder, which is also the default of `load` and of the test's stubs; nil to
    ///     locate it as described in ``/SeekTestHelpers/Fixtures``.
    public static func fixtures(
        _ names: String...,
        in folder: Fixtures? = nil,
        filePath: String = #filePath
    ) -> FixturesTrait {
        FixturesTrait(names: names, folder: folder, filePath: filePath)
    }
}
#endif

/// Lets an unmatched request to any `StubTransport` of this process fail the running test at once.
///
/// The traits `.stubbed` and `.recorded`, `withStubs`, `StubTransport.current` and the methods for `XCTestCase` call this
/// function. A test target that uses none of them can call it itself; further calls have no effect.
public func reportStubFailures() {
    StubFailureReporter.register { failure in
        #if canImport(Testing)
        if Test.current != nil {
            let location = failure.callSite.map(SourceLocation.init) ?? #_sourceLocation
            Issue.record(Comment(rawValue: failure.description), sourceLocation: location)
            return
        }
        #endif
        #if canImport(XCTest)
        XCTFail("\(failure.description)\(failure.callSite.map { " (\($0))" } ?? "")")
        #endif
    }
}
