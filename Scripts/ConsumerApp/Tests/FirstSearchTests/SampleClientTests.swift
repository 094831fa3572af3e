import Seek
import Testing

@testable import FirstSearch

@Suite struct SampleClientTests {
    @Test("titles are listed")
    func titles() async throws {
        let list = VideoList(youTube: .sample())
        #expect(try await !list.titles(for: "swift").isEmpty)
    }

    @Test("a failure of the service is an error with a message")
    func failure() async {
        let list = VideoList(youTube: .sample { _ in .status(503) })
        let error = await #expect(throws: SearchError.self) {
            try await list.titles(for: "swift")
        }
        #expect(error?.message == "YouTube is not available. Try again later.")
    }
}
