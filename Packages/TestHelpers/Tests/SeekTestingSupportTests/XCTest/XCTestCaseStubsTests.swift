import Foundation
import SeekNetworking
import SeekTestHelpers
import SeekTestingSupport
import XCTest

final class XCTestCaseStubsTests: XCTestCase {
    private func send(_ transport: StubTransport, _ path: String) async throws -> String {
        let url = try XCTUnwrap(URL(string: "https://example.com/\(path)"))
        let response = try await transport.send(
            HTTPRequest(url: url),
            deadline: .now + .seconds(60),
            maximumBodySize: 100
        )
        return String(decoding: response.body, as: UTF8.self)
    }

    func testStubsReturnResponses() async throws {
        let transport = stubbed(stub(.get, "https://example.com/a", returning: .text("yes")))
        let text = try await send(transport, "a")
        XCTAssertEqual(text, "yes")
    }

    func testProblemsAreReportedAtTheirCallSites() async throws {
        let transport = StubTransport([stub(.get, "https://example.com/a", returning: .text("yes"))], callSite: nil)
        _ = try? await send(transport, "b")
        let line = UInt(#line - 2)
        let messages = Self.messages(for: transport.problems, file: #filePath, line: 7)
        XCTAssertEqual(messages.map(\.line), [7, line])
        XCTAssertTrue(messages.first?.message.contains("path is /b, not /a") == true)
        XCTAssertTrue(messages.last?.message.contains("was not used") == true)
        XCTAssertEqual(Self.messages(for: transport.problems, file: "/else.swift", line: 7).map(\.line), [7, 7])
    }
}
