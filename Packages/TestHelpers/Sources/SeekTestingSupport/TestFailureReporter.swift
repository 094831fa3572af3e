import SeekTestHelpers

#if canImport(Testing)
import Testing
#endif
#if canImport(XCTest)
import XCTest
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
