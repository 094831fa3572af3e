import Foundation
import SeekModels
import SeekTestHelpers
import Testing

@Suite("GitHub repositories")
struct GitHubRepositoryTests {
    func list(_ name: String, _ mode: ModelDecoder.Mode = .strict) throws -> GitHubListPage<GitHubRepository> {
        try ModelDecoder(mode).decode(GitHubListPage<GitHubRepository>.self, from: load(.bytes("github/\(name).json")))
    }

    @Test("The repositories of a list are decoded, including ids beyond 32 bits")
    func normal() throws {
        let items = try list("user_repos").items
        #expect(items.map(\.id) == [1_296_269, 132_935_648, 5_000_000_001])
        #expect(items.map(\.fullName) == ["octocat/Hello-World", "octocat/boysenberry-repo-1", "octocat/linguist"])
        #expect(items.map(\.starCount) == [2841, 395, 612])
        #expect(items[0].url.absoluteString == "https://github.com/octocat/Hello-World")
        #expect(items[0].license == "MIT")
        #expect(items[0].topics == ["octocat", "api"])
        #expect(items[1].isFork)
        #expect(!items[1].isArchived)
        #expect(items[2].isArchived)
        #expect(items[2].description == "言語を見分ける 🔎")
        #expect(items[0].pushedAt == Date(timeIntervalSince1970: 1_770_091_506))
    }

    @Test("Missing, null and unknown fields are accepted")
    func minimal() throws {
        let items = try list("user_repos_minimal").items
        #expect(items.map(\.name) == ["Hello-World", "bare", "nulls"])
        #expect(items[1].starCount == nil)
        #expect(items[2].starCount == nil)
        #expect(items[2].topics.isEmpty)
        #expect(items[2].fullName == "nulls")
    }

    @Test("An invalid item is an error in strict mode, and skipped in lenient mode")
    func broken() throws {
        let page = try list("user_repos_broken_items", .lenient)
        #expect(page.items.map(\.name) == ["boysenberry-repo-1", "linguist"])
        #expect(
            page.skipped.map(\.description) == ["[0].id: is missing", "[3]: is null", "[4].html_url: is not a URL"]
        )
        #expect(throws: ModelError.self) { try list("user_repos_broken_items") }
    }

    @Test("An empty list is valid")
    func empty() throws {
        #expect(try list("user_repos_empty").items.isEmpty)
    }

    @Test(
        "A page of a search contains the total count, and whether results are missing",
        arguments: [
            ("search_repositories", 1677, false), ("search_repositories_incomplete", 3, true),
        ]
    )
    func search(name: String, count: Int64, isIncomplete: Bool) throws {
        let page = try ModelDecoder(.strict).decode(
            GitHubSearchPage<GitHubRepository>.self,
            from: load(.bytes("github/\(name).json"))
        )
        #expect(page.totalCount == count)
        #expect(page.isIncomplete == isIncomplete)
        #expect(!page.items.isEmpty)
    }

    @Test(
        "Error responses are decoded",
        arguments: [
            ("error_not_found", "Not Found", []), ("error_validation", "Validation Failed", ["Search q missing"]),
        ]
    )
    func errors(name: String, message: String, details: [String]) throws {
        let envelope = try ModelDecoder().decode(GitHubErrorEnvelope.self, from: load(.bytes("github/\(name).json")))
        #expect(envelope == GitHubErrorEnvelope(message: message, details: details))
    }

    @Test("The individual errors of an error response may be strings or objects; other elements are ignored")
    func errorForms() throws {
        let text = #"{"message": "m", "errors": ["a", 7, {"message": "b"}]}"#
        #expect(try ModelDecoder().decode(GitHubErrorEnvelope.self, from: Data(text.utf8)).details == ["a", "b"])
    }

    @Test("the full name is GitHub's, which need not consist of the owner and the name; without it, it does")
    func fullName() throws {
        let names = ["\"full_name\": \"kumquat/Renamed\",", ""]
        let repositories = try names.map { name in
            let json = """
                {"id": 1, "name": "renamed", \(name) "html_url": "https://github.com/kumquat/renamed",
                "owner": {"id": 2, "login": "kumquat"}}
                """
            return try ModelDecoder().decode(GitHubRepository.self, from: Data(json.utf8))
        }
        #expect(repositories.map(\.fullName) == ["kumquat/Renamed", "kumquat/renamed"])
        for repository in repositories {
            let copy = try ModelDecoder().decode(GitHubRepository.self, from: JSONEncoder().encode(repository))
            #expect(copy == repository)
        }
    }
}
