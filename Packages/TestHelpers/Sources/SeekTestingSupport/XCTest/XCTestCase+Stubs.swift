#if canImport(XCTest)
public import SeekTestHelpers
public import XCTest

extension XCTestCase {
    /// Creates a stub transport for a test. When the test ends, requests without a stub and unused stubs are failures.
    ///
    /// A failure of a request is reported at the call, that of a stub at its source location if it is in the same
    /// file. The message contains the location in any case.
    ///
    /// - Parameters:
    ///   - stubs: The stubs. Of several matching ones, the last one is used.
    ///   - strictness: What counts as a failure of the test.
    public func stubbed(
        _ stubs: Stub...,
        strictness: StubStrictness = .strict,
        file: StaticString = #filePath,
        line: UInt = #line
    ) -> StubTransport {
        let transport = StubTransport(stubs, strictness: strictness, callSite: nil)
        addTeardownBlock {
            Self.fail(for: transport.problems, file: file, line: line)
        }
        return transport
    }

    /// Fails the test for problems that occurred.
    static func fail(for problems: [StubFailure], file: StaticString, line: UInt) {
        for failure in failures(of: problems, file: "\(file)", line: line) {
            XCTFail(failure.message, file: file, line: failure.line)
        }
    }

    /// Returns the problems as failures of a test that was set up at a location.
    package static func failures(
        of problems: [StubFailure],
        file: String,
        line: UInt
    ) -> [(message: String, line: UInt)] {
        problems.map { problem in
            let site = problem.callSite.flatMap { $0.filePath == file ? UInt($0.line) : nil }
            return (problem.description, site ?? line)
        }
    }
}
#endif
