#if canImport(Testing)
public import SeekTestHelpers
public import Testing

/// A trait that provides a separate stub transport to each test case: `@Test(.stubbed(stub(.get, …, returning: …)))`.
///
/// The transport is ``SeekTestHelpers/StubTransport/current``; the test can add stubs. After the test, an issue is
/// recorded for each request without a stub and each unused stub.
public struct StubbedTrait: TestTrait, SuiteTrait, TestScoping {
    let stubs: [Stub]
    let strictness: StubStrictness

    /// The trait of a suite applies to each of its tests.
    public var isRecursive: Bool { true }

    /// Runs a test with its transport.
    public func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        let transport = StubTransport(stubs, strictness: strictness, callSite: nil)
        defer { transport.recordProblems(at: test.sourceLocation) }
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
        StubbedTrait(stubs: stubs, strictness: strictness)
    }
}
#endif
