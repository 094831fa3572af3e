import Foundation
import SeekNetworking
import SeekTestHelpers
import SeekTestingSupport
import Testing
import XCTest

/// Tests that fail on purpose. They run in a child process only, whose words FailureReportTests reads.
enum Failing {
    static let variable = "SEEK_RUN_FAILING_TESTS"
    static let isWanted = ProcessInfo.processInfo.environment[variable] != nil

    static func ask(_ transport: any HTTPTransport, _ target: String = "/b") async throws {
        let url = try #require(URL(string: "https://example.com\(target)"))
        _ = try? await transport.send(HTTPRequest(url: url), deadline: .now + .seconds(60), bodyLimit: 1 << 20)
    }
}

@Suite("Failing", .enabled(if: Failing.isWanted))
struct FailingTests {
    @Test(.stubbed(stub(.get, "https://example.com/a", answer: .text(""))))
    func unmatchedAndUnused() async throws {
        try await Failing.ask(StubTransport.current)
    }

    @Test(.stubbed(stub(.get, "/a", times: 2, answer: .text(""))))
    func usedTooSeldom() async throws {
        try await Failing.ask(StubTransport.current, "/a")
    }

    @Test(.stubbed(stub(.get, "/a", answer: .text(""))))
    func verified() async throws {
        try await Failing.ask(StubTransport.current, "/a")
        StubTransport.current.verify(RequestMatch(.get, "/a"), times: 3)
        StubTransport.current.verify(inOrder: [RequestMatch(.get, "/z")])
    }

    @Test(.stubbed(stub(.get, "/a", answer: .text(""))))
    func overTheWire() async throws {
        let server = try LoopbackServer(answering: .current)
        StubTransport.current.stub(.post, "/a", answer: .text(""))
        #expect(server.port > 0)
    }

    @Test(.recorded("no/such/recording"))
    func unrecorded() async throws {
        try await Failing.ask(#require(RecordingTransport.current))
    }

    @Test(.fixtures("youtube/search", "youtube/serch"))
    func withoutItsFixture() {
        Issue.record("it runs all the same")
    }

    @Test
    func deadlocked() async throws {
        let gate = Gate()
        try await ManualClock().run(patience: .milliseconds(10)) { _ = await gate.pass() }
    }

    @Test
    func neverTrue() async {
        await eventually("the moon", within: .milliseconds(1)) { false }
    }
}

final class FailingXCTests: XCTestCase {
    func testUnmatchedAndUnused() async throws {
        try XCTSkipUnless(Failing.isWanted)
        let transport = stubbed(stub(.get, "https://example.com/a", answer: .text("")))
        try await Failing.ask(transport)
    }

    func testUnrecorded() async throws {
        try XCTSkipUnless(Failing.isWanted)
        let transport = try recorded("no/such/recording")
        try await Failing.ask(transport)
    }

    func testNeverTrue() async throws {
        try XCTSkipUnless(Failing.isWanted)
        await eventually("the moon", within: .milliseconds(1)) { false }
    }
}
