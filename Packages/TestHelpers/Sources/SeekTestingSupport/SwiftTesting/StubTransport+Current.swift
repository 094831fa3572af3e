#if canImport(Testing)
public import SeekTestHelpers
import Testing

extension StubTransport {
    /// The transport of the innermost scope of the current task: of the trait `.stubbed`, of `withStubs`, or of
    /// ``SeekTestHelpers/StubTransport/scope(isolation:_:)``.
    ///
    /// Outside of a scope, each use of the returned transport is an issue of the test, because its stubs would have no
    /// effect.
    public static var current: StubTransport {
        scoped ?? StubTransport(outsideScope: { Issue.record(Comment(rawValue: misuse)) })
    }
}
#endif
