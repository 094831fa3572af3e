import Seek
import SeekTestHelpers
import SeekTestingSupport
import Testing

@testable import FirstSearch

private let search = "https://www.googleapis.com/youtube/v3/search?q={text}"

@Suite struct StubTests {
    /// A client that receives the responses of the test's stubs.
    var youTube: YouTubeClient {
        YouTubeClient(
            apiKey: "test",
            configuration: ClientConfiguration(transport: StubTransport.current)
        )
    }

    @Test(
        "titles are those of the response, and the text is sent",
        .stubbed(stub(.get, search, returning: .json(file: "youtube/search")))
    )
    func titles() async throws {
        let list = VideoList(youTube: youTube)
        #expect(try await list.titles(for: "swift") == ["Tasks"])
        let texts = StubTransport.current.received(RequestMatcher(.get, search))
            .map { $0.values["text"] }
        #expect(texts == ["swift"])
    }

    @Test(
        "nothing found is an empty list",
        .stubbed(stub(.get, search, returning: .json(["items": []])))
    )
    func nothing() async throws {
        let list = VideoList(youTube: youTube)
        #expect(try await list.titles(for: "x").isEmpty)
    }

    @Test(
        "a key that is rejected is an error",
        .stubbed(stub(.get, search, returning: .status(401)))
    )
    func rejectedKey() async {
        let list = VideoList(youTube: youTube)
        let error = await #expect(throws: SearchError.self) {
            try await list.titles(for: "swift")
        }
        #expect(
            error?.errorDescription == "YouTube did not accept the credential."
        )
    }
}
