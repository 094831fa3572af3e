import Foundation
import Seek
import Testing

@Suite("Previews")
struct PreviewTests {
    @Test("a sample client needs no key and no server")
    func sample() async throws {
        let seek = SeekClient.sample()
        let videos = try await seek.youTube.search("anything")
        #expect(!videos.items.isEmpty)
        #expect(videos.provenance.source == .sample)
        #expect(try await !seek.gitHub.searchRepositories("anything").items.isEmpty)
    }

    @Test("one call can fail, for the preview of an error")
    func status() async throws {
        let gitHub = GitHubClient.sample { $0.url.path().hasSuffix("/repos") ? .status(404) : nil }
        let error = try await #require(throws: SearchError.self) {
            for try await _ in gitHub.repositories(of: "octocat") {}
        }
        guard case .notFound(.gitHub, _) = error else {
            Issue.record("\(error)")
            return
        }
    }
}
