#if canImport(XCTest)
public import SeekNetworking
public import SeekTestHelpers
public import XCTest

extension XCTestCase {
    /// Creates a stub transport for a test. When the test ends, requests without a stub and unused stubs are failures.
    ///
    /// A request without a stub is reported at the line that calls this method. A problem of a stub or a verification
    /// is reported at its own line if that is in the same file, otherwise at the line that calls this method.
    ///
    /// - Parameters:
    ///   - stubs: The stubs. If several match a request, the last one is used.
    ///   - strictness: What counts as a failure of the test.
    public func stubbed(
        _ stubs: Stub...,
        strictness: StubStrictness = .strict,
        file: StaticString = #filePath,
        line: UInt = #line
    ) -> StubTransport {
        reportStubFailures()
        // Without a call site, requests without a stub are not reported at once, but by the teardown block.
        let transport = StubTransport(stubs, strictness: strictness, callSite: nil)
        addTeardownBlock {
            Self.fail(for: transport.problems, file: file, line: line)
            transport.end()
        }
        return transport
    }

    /// Creates a transport that replays `Fixtures/recordings/<name>.har`, or records it, depending on `SEEK_RECORDING`.
    /// When the test ends, problems fail the test, as with the trait `.recorded`.
    ///
    /// - Throws: ``/SeekTestHelpers/FixtureError`` if there is no folder of fixtures, or the name or the variable is
    ///   invalid.
    public func recorded(
        _ name: String,
        mode: RecordingMode = .replay,
        live: (any HTTPTransport)? = nil,
        secrets: SecretRules = SecretRules(),
        fixtures: Fixtures? = nil,
        file: StaticString = #filePath,
        line: UInt = #line
    ) throws(FixtureError) -> RecordingTransport {
        let transport = try RecordingTransport(
            name,
            mode: mode,
            live: live,
            secrets: secrets,
            filter: String(describing: Self.self),
            fixtures: fixtures,
            filePath: "\(file)",
            line: Int(line)
        )
        addTeardownBlock {
            transport.finish()
            Self.fail(for: transport.problems, file: file, line: line)
        }
        return transport
    }

    static func fail(for problems: [StubFailure], file: StaticString, line: UInt) {
        for problem in messages(for: problems, file: "\(file)", line: line) {
            XCTFail(problem.message, file: file, line: problem.line)
        }
    }

    /// Returns the message and the line of each problem. A problem without a location in `file` is reported at `line`.
    package static func messages(
        for problems: [StubFailure],
        file: String,
        line: UInt
    ) -> [(message: String, line: UInt)] {
        problems.map { problem in
            let lineInFile = problem.callSite.flatMap { $0.filePath == file ? UInt($0.line) : nil }
            return (problem.description, lineInFile ?? line)
        }
    }
}
#endif
