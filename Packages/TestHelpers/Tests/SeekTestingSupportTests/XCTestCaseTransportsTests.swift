import Foundation
import SeekNetworking
import SeekTestHelpers
import SeekTestingSupport
import XCTest

final class XCTestCaseTransportsTests: XCTestCase {
    func testStubsReturnResponses() async throws {
        let transport = stubbed(stub(.get, "https://h.example/a", returning: .text("yes")))
        let text = try await fetchSample(from: transport)
        XCTAssertEqual(text, "yes")
    }

    func testProblemsAreReportedAtTheirCallSites() async throws {
        // The unused stub has a call site, the unmatched request has none and is reported at the given line.
        let transport = StubTransport([stub(.get, "https://h.example/a", returning: .text("yes"))], callSite: nil)
        _ = try? await fetchSample("b", from: transport)
        let line = UInt(#line - 2)
        let messages = Self.messages(for: transport.problems, file: #filePath, line: 7)
        XCTAssertEqual(messages.map(\.line), [7, line])
        XCTAssertTrue(messages.first?.message.contains("path is /b, not /a") == true)
        XCTAssertTrue(messages.last?.message.contains("was not used") == true)
        XCTAssertEqual(Self.messages(for: transport.problems, file: "/else.swift", line: 7).map(\.line), [7, 7])
    }

    func testReplaysARecording() async throws {
        let transport = try recorded("sample", fixtures: XCTUnwrap(Sample.fixtures))
        let text = try await fetchSample(from: transport)
        XCTAssertEqual(text, "recorded")
    }
}
