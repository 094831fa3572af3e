#if canImport(Testing)
public import SeekNetworking
public import SeekTestHelpers
public import Testing

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
        RecordedTrait { filter throws(FixtureError) in
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
#endif
