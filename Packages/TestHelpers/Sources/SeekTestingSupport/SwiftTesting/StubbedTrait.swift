#if canImport(Testing)
public import SeekTestHelpers
public import Testing

/// Gives each test, and each of its arguments, a stub transport of its own: `@Test(.stubbed(stub(.get, …, answer: …)))`.
///
/// The test takes it from ``SeekTestHelpers/StubTransport/current`` and may add stubs. At the end requests without a stub
/// and unused stubs are issues of the test.
public struct StubbedTrait: TestTrait, SuiteTrait, TestScoping {
    let stubs: [Stub]
    let strictness: StubStrictness

    /// A suite hands the trait to each of its tests.
    public var isRecursive: Bool { true }

    /// Runs a test with its transport.
    public func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        let transport = StubTransport(stubs, strictness: strictness)
        defer { transport.recordProblems(at: test.sourceLocation) }
        try await transport.scope(function)
    }
}

extension Trait where Self == StubbedTrait {
    /// Gives a test a stub transport: `StubTransport.current`.
    ///
    /// - Parameters:
    ///   - stubs: what it answers; of several that match, the last one.
    ///   - strictness: what counts as a failure of the test.
    public static func stubbed(_ stubs: Stub..., strictness: StubStrictness = .strict) -> StubbedTrait {
        StubbedTrait(stubs: stubs, strictness: strictness)
    }
}
#endif
