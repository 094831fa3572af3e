#if canImport(Testing)
public import SeekTestHelpers
import Testing

extension StubTransport {
    /// The transport of the innermost scope around the running task: that of the trait `.stubbed`, of `withStubs`, or of
    /// ``SeekTestHelpers/StubTransport/scope(isolation:_:)``.
    ///
    /// Outside of any scope, each use of what it returns is an issue of the test: stubs that are added there would answer nothing.
    public static var current: StubTransport {
        scoped ?? StubTransport(outsideScope: { Issue.record(Comment(rawValue: misuse)) })
    }
}
#endif
