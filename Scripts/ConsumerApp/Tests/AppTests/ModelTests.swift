import Foundation
import Seek
import Testing

@Suite("Stored models")
struct ModelTests {
    @Test("a repository can be stored as JSON and read again, with its owner")
    func stored() async throws {
        let repositories = try await SeekClient.local().gitHub.searchRepositories("swift").items
        let stored = try JSONEncoder().encode(repositories)
        let restored = try JSONDecoder().decode([GitHubRepository].self, from: stored)
        #expect(restored == repositories)
        #expect(restored.allSatisfy { $0.owner?.login.isEmpty == false })
    }

    @Test("an issue's state that Seek does not know is retained")
    func unknown() async throws {
        let json = """
            {"id": 1, "number": 1, "title": "t", "html_url": "https://github.com/a/b/issues/1", "state": "merging"}
            """
        let issue = try ModelDecoder().decode(GitHubIssue.self, from: Data(json.utf8))
        #expect(issue.state?.rawValue == "merging")
        #expect(String(decoding: try JSONEncoder().encode(issue), as: UTF8.self).contains("merging"))
    }
}
