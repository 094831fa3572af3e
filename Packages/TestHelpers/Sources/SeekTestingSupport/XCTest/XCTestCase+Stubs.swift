#if canImport(XCTest)
public import SeekTestHelpers
public import XCTest

extension XCTestCase {
    /// Makes a stub transport for a test and, when the test ends, fails it for requests without a stub and for unused stubs.
    ///
    /// A request's failure is shown at the call, a stub's where the stub was written if that is in the same file; its text
    /// names the place in any case.
    ///
    /// - Parameters:
    ///   - stubs: what is answered; of several that match, the last one.
    ///   - strictness: what counts as a failure of the test.
    public func stubbed(
        _ stubs: Stub...,
        strictness: StubStrictness = .strict,
        file: StaticString = #filePath,
        line: UInt = #line
    ) -> StubTransport {
        let transport = StubTransport(stubs, strictness: strictness)
        addTeardownBlock {
            Self.fail(for: transport.problems, file: file, line: line)
        }
        return transport
    }

    /// Fails the test for problems that came up on the way.
    static func fail(for problems: [StubFailure], file: StaticString, line: UInt) {
        for failure in failures(of: problems, file: "\(file)", line: line) {
            XCTFail(failure.message, file: file, line: failure.line)
        }
    }

    /// What problems are to a test that was set up at a place.
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
