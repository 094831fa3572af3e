#if canImport(XCTest)
public import SeekTestHelpers
public import XCTest

extension XCTestCase {
    /// Makes a stub transport for a test and, when the test ends, fails it for requests without a stub and for unused stubs.
    ///
    /// A request's failure is shown at the call, a stub's where the stub was written if that is in the same file; its text
    /// names the place in any case.
    ///
    /// - Parameter stubs: what is answered; of several that match, the last one.
    public func stubbed(
        _ stubs: Stub...,
        file: StaticString = #filePath,
        line: UInt = #line
    ) -> StubTransport {
        let transport = StubTransport(stubs)
        addTeardownBlock {
            for failure in Self.failures(of: transport, file: "\(file)", line: line) {
                XCTFail(failure.message, file: file, line: failure.line)
            }
        }
        return transport
    }

    /// What the problems of a transport are to a test that set it up at a place.
    package static func failures(
        of transport: StubTransport,
        file: String,
        line: UInt
    ) -> [(message: String, line: UInt)] {
        transport.problems.map { problem in
            let site = problem.callSite.flatMap { $0.filePath == file ? UInt($0.line) : nil }
            return (problem.description, site ?? line)
        }
    }
}
#endif
