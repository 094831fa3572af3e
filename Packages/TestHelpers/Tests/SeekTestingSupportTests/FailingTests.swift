import Foundation
import SeekNetworking
import SeekTestHelpers
import SeekTestingSupport
import Testing
import XCTest

/// Helpers of tests that fail on purpose. The tests run only in a child process whose output FailureReportTests checks.
enum Failing {
    static let variable = "SEEK_RUN_FAILING_TESTS"
    static let isEnabled = ProcessInfo.processInfo.environment[variable] != nil

    /// Fixtures with a recording of one exchange.
    static let recordings: Fixtures? = {
        let har = #"""
            {"log": {"entries": [{"request": {"method": "GET", "url": "https://example.com/b?page=1"}, "response": {"status": 200}}]}}
            """#
        guard let folder, (try? folder.write(har, to: "recordings/sample.har")) != nil else { return nil }
        return try? Fixtures(root: folder.url)
    }()
    private static let folder = try? TemporaryFolder()

    static func send(_ transport: any HTTPTransport, _ target: String = "/b") async throws {
        let url = try #require(URL(string: "https://example.com\(target)"))
        _ = try? await transport.send(HTTPRequest(url: url), deadline: .now + .seconds(60), maximumBodySize: 1 << 20)
    }
}

@Suite("Failing", .enabled(if: Failing.isEnabled))
struct FailingTests {
    @Test(.stubbed(stub(.get, "https://example.com/a", returning: .text(""))))
    func unmatchedAndUnused() async throws {
        try await Failing.send(StubTransport.current)
    }

    @Test
    func passedDirectly() async throws {
        let transport = StubTransport([stub(.get, "/direct", returning: .text(""))])
        try await Failing.send(transport, "/unmatched")
        transport.recordProblems()
    }

    @Test(.stubbed(stub(.get, "/a", times: 2, returning: .text(""))))
    func usedTooRarely() async throws {
        try await Failing.send(StubTransport.current, "/a")
    }

    @Test(.stubbed(stub(.get, "/a", returning: .text(""))))
    func verified() async throws {
        try await Failing.send(StubTransport.current, "/a")
        StubTransport.current.verify(RequestMatcher(.get, "/a"), times: 3)
        StubTransport.current.verify(RequestMatcher(.get, "/z"))
    }

    @Test(.stubbed(stub(.get, "/a", returning: .text(""))))
    func overTheWire() async throws {
        let server = try LoopbackServer(returning: .current)
        StubTransport.current.stub(.post, "/a", returning: .text(""))
        #expect(server.port > 0)
    }

    @Test(.recorded("no/such/recording"))
    func unrecorded() async throws {
        try await Failing.send(#require(RecordingTransport.current))
    }

    @Test(.fixtures("youtube/search", "youtube/serch"))
    func withoutItsFixture() {
        Issue.record("the test ran without its fixture")
    }

    @Test
    func fixtures() throws {
        let folder = try TemporaryFolder()
        try folder.write(#"{"a": 1"#, to: "half.json")
        try folder.write("", to: "empty.json")
        try folder.write(#"{"items": [{"id": 7}]}"#, to: "whole.json")
        let fixtures = try Fixtures(root: folder.url)
        struct Page: Decodable {
            struct Item: Decodable { var id: String }
            var items: [Item]
        }
        // Each statement reports a separate issue.
        func check(_ work: () throws -> Void) { #expect(throws: Never.self) { try work() } }
        check { _ = try load(.json("hal"), from: fixtures) }
        check { _ = try load(.json("half"), from: fixtures) }
        check { _ = try load(.json("empty"), from: fixtures) }
        check { _ = try load("whole", as: Page.self, from: fixtures) }
        check { _ = try load("whole", setting: ["items[3].id": ""], as: Page.self, from: fixtures) }
        check { _ = try load(.json("../whole"), from: fixtures) }
    }

    @Test(
        .stubbed(
            stub(.get, "no/scheme", returning: .text("")),
            stub(.get, "/{a", returning: .text("")),
            stub(.get, "/empty", returning: .sequence([])),
            stub(.get, "/file", returning: .json(file: "youtube/serch"))
        )
    )
    func invalidStubs() async throws {
        try await Failing.send(StubTransport.current, "/file")
    }

    @Test(.stubbed(stub(.get, "/turns", returning: .sequence([.text("1"), .text("2"), .text("3")]))))
    func incompleteSequence() async throws {
        try await Failing.send(StubTransport.current, "/turns")
    }

    @Test(.stubbed(stub(.get, "/once", times: 1, returning: .text(""))))
    func usedTooOften() async throws {
        for _ in 0..<2 { try await Failing.send(StubTransport.current, "/once") }
    }

    @Test
    func differentRequests() async throws {
        await withStubs(
            stub(.post, "/json", headers: [.accept: "text/html"], where: .json(["a": ["b": 1]]), returning: .text("")),
            strictness: .unmatchedRequests
        ) { transport in
            guard let url = URL(string: "https://example.com/json") else { return }
            let request = HTTPRequest(method: .post, url: url, body: Data(#"{"a": {"b": 2}}"#.utf8))
            _ = try? await transport.send(request, deadline: .now + .seconds(60), maximumBodySize: 1)
        }
        try await withStubs(
            stub(.get, "/items", query: .exactly, where: .query("page", matches: "1*"), returning: .text("")),
            strictness: .unmatchedRequests
        ) { transport in
            try await Failing.send(transport, "/items?page=x")
        }
    }

    @Test(.stubbed(stub(.get, "/never", returning: .text("")), strictness: .unmatchedRequests))
    func unusedStubAllowed() {
        #expect(Bool(false), "only this fails here")
    }

    @Test(.recorded("sample", fixtures: Failing.recordings))
    func staleAndDifferent() async throws {
        try await Failing.send(#require(RecordingTransport.current), "/b?page=2")
    }

    @Test
    func recordedTwice() throws {
        let fixtures = try #require(Failing.recordings)
        let transports = try (0..<2).map { _ in
            try RecordingTransport("same", mode: .recordAll, fixtures: fixtures, environment: [:])
        }
        for transport in transports { for problem in transport.problems { Issue.record("\(problem)") } }
    }

    @Test
    func deadlocked() async throws {
        let gate = Gate()
        try await ManualClock().run(deadlockAfter: .milliseconds(10)) { _ = await gate.pass() }
    }

    @Test
    func neverTrue() async {
        await eventually("the moon", within: .milliseconds(1)) { false }
    }
}

final class FailingXCTests: XCTestCase {
    func testUnmatchedAndUnused() async throws {
        try XCTSkipUnless(Failing.isEnabled)
        let transport = stubbed(stub(.get, "https://example.com/a", returning: .text("")))
        try await Failing.send(transport)
    }

    func testPassedDirectly() async throws {
        try XCTSkipUnless(Failing.isEnabled)
        reportStubFailures()
        try await Failing.send(StubTransport(), "/unmatched")
    }

    func testUnrecorded() async throws {
        try XCTSkipUnless(Failing.isEnabled)
        let transport = try recorded("no/such/recording")
        try await Failing.send(transport)
    }

    func testNeverTrue() async throws {
        try XCTSkipUnless(Failing.isEnabled)
        await eventually("the moon", within: .milliseconds(1)) { false }
    }

    func testCancelled() async throws {
        try XCTSkipUnless(Failing.isEnabled)
        withUnsafeCurrentTask { $0?.cancel() }
        await eventually("the sun") { false }
    }
}
