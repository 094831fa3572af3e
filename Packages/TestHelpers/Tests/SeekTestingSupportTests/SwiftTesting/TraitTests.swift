import Foundation
import SeekNetworking
import SeekTestHelpers
import SeekTestingSupport
import Testing
import XCTest

private let url = URL(string: "https://h.example/a")

private func send(_ transport: (any HTTPTransport)?) async throws -> String? {
    guard let url, let transport else { return nil }
    let response = try await transport.send(
        HTTPRequest(url: url),
        deadline: .now + .seconds(60),
        maximumBodySize: 1_000
    )
    return String(decoding: response.body, as: UTF8.self)
}

/// A folder of fixtures with a recording. The folder exists until the process ends.
private enum Sample {
    static let folder = try? TemporaryFolder()
    static let fixtures: Fixtures? = {
        let request = #"{"method": "GET", "url": "https://h.example/a"}"#
        let har =
            #"{"log": {"entries": [{"request": \#(request), "response": {"status": 200, "content": {"text": "recorded"}}}]}}"#
        guard let folder, (try? folder.write(har, to: "recordings/sample.har")) != nil,
            (try? folder.write("{}", to: "own.json")) != nil
        else { return nil }
        return try? Fixtures(root: folder.url)
    }()
}

@Suite("Traits of Swift Testing")
struct TraitTests {
    @Test("the .recorded trait replays a recording", .recorded("sample", fixtures: Sample.fixtures))
    func recorded() async throws {
        #expect(try await send(RecordingTransport.current) == "recorded")
    }

    @Test("the .recorded trait writes the recording when the test ends")
    func recording() async throws {
        let fixtures = try #require(Sample.fixtures)
        let trait: RecordedTrait = .recorded(
            "written",
            mode: .recordAll,
            live: { StubTransport([stub(.get, "/a", returning: .text("live"))]) },
            fixtures: fixtures
        )
        let file = fixtures.root.appendingPathComponent("recordings/written.har")
        try await trait.provideScope(for: #require(Test.current), testCase: nil) {
            let text = try await send(RecordingTransport.current)
            #expect(text == "live")
            #expect(!FileManager.default.fileExists(atPath: file.path))
        }
        #expect(try Recording(contentsOf: file).exchanges.map(\.response.body) == [Data("live".utf8)])
    }

    @Test("the .fixtures trait sets the folder that load reads from", .fixtures("own", in: Sample.fixtures))
    func fixtures() throws {
        #expect(try load(.json("own")).object == [:])
    }

    @Test("the .fixtures trait finds the fixtures of the repository", .fixtures("youtube/search", "github/user_repos"))
    func sharedFixtures() throws {
        #expect(try load(.json("youtube/search"))["items"].array?.isEmpty == false)
    }

    @Test(
        "a thousand concurrent test cases have separate transports",
        .stubbed(stub(.get, "/shared", times: .any, returning: .text("shared"))),
        arguments: 0..<1_000
    )
    func separateTransports(index: Int) async throws {
        let transport = StubTransport.current
        transport.stub(.get, "https://h.example/a", times: 3, returning: .text("\(index)"))
        for _ in 0..<3 { #expect(try await send(StubTransport.current) == "\(index)") }
        await Task { #expect(StubTransport.current === transport) }.value
        #expect(transport.received.count == 3)
        #expect(transport.stubs.count == 2)
    }

    @Test(
        "lenient stubs report neither unused stubs nor unmatched requests",
        .stubbed(stub(.get, "/unused", returning: .text("")), strictness: .lenient)
    )
    func lenient() async {
        await #expect(throws: NetworkError.self) { try await send(StubTransport.current) }
    }
}

final class XCTestCaseRecordingsTests: XCTestCase {
    func testReplaysARecording() async throws {
        let transport = try recorded("sample", fixtures: XCTUnwrap(Sample.fixtures))
        let text = try await send(transport)
        XCTAssertEqual(text, "recorded")
    }
}
