import Foundation
import SeekNetworking
import SeekTestHelpers
import SeekTestingSupport
import Testing

@Suite("Test traits")
struct TraitTests {
    @Test("the .recorded trait replays a recording", .recorded("sample", fixtures: Sample.fixtures))
    func recorded() async throws {
        let transport = try #require(RecordingTransport.current)
        #expect(try await fetchSample(from: transport) == "recorded")
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
            let text = try await fetchSample(from: #require(RecordingTransport.current))
            #expect(text == "live")
            #expect(!FileManager.default.fileExists(atPath: file.path))
        }
        #expect(try Recording(contentsOf: file).exchanges.map(\.response.body) == [Data("live".utf8)])
    }

    @Test("the .fixtures trait sets the folder from which `load` reads", .fixtures("own", in: Sample.fixtures))
    func fixtures() throws {
        #expect(try load(.json("own")).object?.isEmpty == true)
    }

    @Test("the .fixtures trait finds the fixtures of the repository", .fixtures("youtube/search", "github/user_repos"))
    func sharedFixtures() throws {
        #expect(try load(.json("youtube/search"))["items"].array?.isEmpty == false)
    }

    @Test(
        "a thousand test cases have separate transports",
        .stubbed(stub(.get, "/shared", times: .any, returning: .text("shared"))),
        arguments: 0..<1_000
    )
    func separateTransports(index: Int) async throws {
        let transport = StubTransport.current
        transport.stub(.get, "https://h.example/a", times: 3, returning: .text("\(index)"))
        for _ in 0..<3 { #expect(try await fetchSample(from: StubTransport.current) == "\(index)") }
        await Task { #expect(StubTransport.current === transport) }.value
        #expect(transport.received.count == 3)
        #expect(transport.stubs.count == 2)
    }

    @Test(
        "lenient stubs report neither unmatched requests nor unused stubs",
        .stubbed(stub(.get, "/unused", returning: .text("")), strictness: .lenient)
    )
    func lenient() async {
        await #expect(throws: NetworkError.self) { try await fetchSample(from: StubTransport.current) }
    }
}
