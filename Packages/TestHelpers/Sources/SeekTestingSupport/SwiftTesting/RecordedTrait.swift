#if canImport(Testing)
public import SeekNetworking
public import SeekTestHelpers
public import Testing

/// Gives a test a transport over a recording: `@Test(.recorded("github/octocat"))`. See `.recorded`.
public struct RecordedTrait: TestTrait, TestScoping {
    let make: @Sendable (_ filter: String) throws(FixtureError) -> RecordingTransport

    /// Runs a test with its transport.
    public func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        // `Module.Suite/test()/File.swift:1:2`, as --filter takes it but for the place.
        let id = String(describing: test.id).split(separator: "/").filter { !$0.contains(".swift:") }
        let transport = try make(id.joined(separator: "/"))
        defer {
            transport.finish()
            transport.problems.record(at: test.sourceLocation)
        }
        try await transport.scope(function)
    }
}

extension Trait where Self == RecordedTrait {
    /// Answers a test's requests from `Fixtures/recordings/<name>.har`, or makes that file where `SEEK_RECORDING` says so.
    ///
    /// The test takes the transport from ``SeekTestHelpers/RecordingTransport/current``. What was not recorded, and what was and is
    /// not asked for any more, are issues of the test.
    ///
    /// - Parameters:
    ///   - mode: what to do where the environment does not tell.
    ///   - live: makes what sends the requests that are to be recorded.
    ///   - secrets: what must not be recorded, besides what is known by its name.
    ///   - maximumAge: the age from which the recording is an issue.
    public static func recorded(
        _ name: String,
        mode: RecordingMode = .replay,
        live: (@Sendable () -> any HTTPTransport)? = nil,
        secrets: SecretRules = SecretRules(),
        maximumAge: Duration? = nil,
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
                maximumAge: maximumAge,
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
