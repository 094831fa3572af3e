package import SeekTestHelpers

#if canImport(Testing)
import Testing
#endif
#if canImport(XCTest)
import XCTest
#endif

/// Reports failures of stubs to Swift Testing or XCTest. `StubTransport` finds it by its name.
package enum TestFailureReporter: StubFailureReporter {
    /// Records an issue of the current test of Swift Testing, otherwise a failure of the running `XCTestCase`.
    package static func report(_ failure: StubFailure) {
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
