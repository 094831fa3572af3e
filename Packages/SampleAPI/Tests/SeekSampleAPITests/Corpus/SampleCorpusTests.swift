import Foundation
import SeekBasics
import SeekTestHelpers
import Testing

@testable import SeekSampleAPI

@Suite("The sample data in Fixtures/sample-api")
struct SampleCorpusTests {
    let corpus: SampleCorpus

    init() throws {
        corpus = try SharedCorpus.corpus.get()
    }

    @Test(
        "contains at least 120 videos, 5 channels, 5 playlists, 5 owners, and 120 repositories not owned by manyrepos"
    )
    func counts() {
        #expect(corpus.videos.count >= 120)
        #expect(corpus.repositories.filter { $0.owner.login != "manyrepos" }.count >= 120)
        #expect(corpus.channels.count >= 5)
        #expect(corpus.playlists.count >= 5)
        #expect(Set(corpus.repositories.map(\.owner.login)).count >= 5)
    }

    @Test("has IDs, names, dates and durations in the form that YouTube and GitHub use")
    func forms() {
        #expect(corpus.videos.filter { $0.id.utf8.count != 11 }.map(\.id) == [])
        #expect(corpus.channels.filter { !$0.id.hasPrefix("UC") || $0.id.utf8.count != 24 }.map(\.id) == [])
        #expect(corpus.videos.filter { RFC3339.seconds($0.snippet.publishedAt) == nil }.map(\.id) == [])
        #expect(corpus.videos.filter { ISO8601Duration.parse($0.contentDetails.duration) == nil }.map(\.id) == [])
        let dates = corpus.repositories.flatMap { [$0.createdAt, $0.updatedAt, $0.pushedAt] }
        #expect(dates.filter { RFC3339.seconds($0) == nil } == [])
        #expect(
            corpus.repositories.filter { $0.createdAt > $0.pushedAt || $0.pushedAt > $0.updatedAt }.map(\.fullName)
                == []
        )
        let allowed = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.")
        #expect(corpus.repositories.filter { !$0.name.allSatisfy(allowed.contains) }.map(\.fullName) == [])
    }

    @Test("has issues and pull requests, including drafts, large IDs, null authors and null bodies")
    func issues() {
        let issues = corpus.issues
        #expect(issues.filter(\.isPullRequest).count == 9)
        #expect(issues.filter { !$0.isPullRequest }.count == 11)
        #expect(issues.contains { $0.author == nil })
        #expect(issues.contains { $0.body == nil })
        #expect(issues.contains { $0.id > Int(Int32.max) })
        #expect(issues.contains { $0.isDraft })
        #expect(issues.filter { $0.createdAt > $0.updatedAt }.map(\.id) == [])
        #expect(issues.filter { ($0.state == "open") != ($0.closedAt == nil) }.map(\.id) == [])
    }

    @Test(
        "has videos with several scripts, entities, empty and long texts, control characters, missing thumbnail sizes"
    )
    func variedVideos() {
        let titles = corpus.videos.map(\.snippet.title)
        let descriptions = corpus.videos.map(\.snippet.description)
        for text in ["東京", "한강", "🍜", "פרק", "é", "e\u{301}", "H\u{334}"] {
            #expect(
                (titles + descriptions).contains {
                    $0.unicodeScalars.map(\.value).contains(text.unicodeScalars.map(\.value))
                },
                "\(text)"
            )
        }
        #expect(titles.contains { $0.contains("الفلافل") })
        for character in ["&", "'", "\"", "<", ">", "&amp;"] {
            #expect(titles.contains { $0.contains(character) }, "\(character)")
        }
        #expect(descriptions.contains(""))
        #expect(descriptions.contains { $0.count > 500 })
        #expect(descriptions.contains { $0.unicodeScalars.contains("\u{1B}") })
        #expect(corpus.videos.contains { $0.snippet.thumbnails["default"]?.width == nil })
        #expect(
            corpus.videos.contains {
                $0.snippet.thumbnails["standard"] != nil && $0.snippet.thumbnails["maxres"] == nil
            }
        )
        #expect(Set(corpus.videos.map(\.snippet.liveBroadcastContent)) == ["live", "none", "upcoming"])
    }

    @Test("has forks, templates, archived repositories, and repositories with nulls, missing stars or large IDs")
    func variedRepositories() {
        let repositories = corpus.repositories
        #expect(repositories.contains { $0.description == nil })
        #expect(repositories.contains { $0.description == "" })
        #expect(repositories.contains { $0.language == nil })
        #expect(repositories.contains { $0.license == nil })
        #expect(repositories.contains { $0.hasStarCount && $0.starCount == nil })
        #expect(repositories.contains { !$0.hasStarCount })
        #expect(repositories.contains { $0.id > Int(UInt32.max) })
        #expect(repositories.contains { $0.id < Int(Int32.max) })
        #expect(repositories.contains { $0.isFork })
        #expect(repositories.contains { $0.isTemplate })
        #expect(repositories.contains { $0.isArchived })
        #expect(repositories.contains { $0.topics.isEmpty })
        #expect(repositories.contains { $0.topics.count > 2 })
    }

    @Test(
        "returns results for the searches that tests and the demo use",
        arguments: [("東京 夜景", 6), ("swift", 30), ("あああああ", 1), ("C++ & C#", 1), ("🍜", 2), ("100%", 1)]
    )
    func videoMatches(query: String, atLeast: Int) throws {
        let response = try Client().youTube("part=id&type=video&q=\(query.encoded)")
        #expect(response.json["pageInfo"]["totalResults"].integer ?? 0 >= atLeast)
    }

    @Test(
        "contains the accounts that tests and the demo use",
        arguments: [("octocat", 8, 100), ("manyrepos", 101, 1000), ("emptyhanded", 0, 0)]
    )
    func accounts(login: String, atLeast: Int, atMost: Int) {
        #expect(corpus.accounts.contains { $0.login == login })
        #expect((atLeast...atMost).contains(corpus.repositories.filter { $0.owner.login == login }.count))
    }

    @Test("returns at least 35 repositories for swift")
    func repositoryMatches() throws {
        #expect(try Client().gitHub("/search/repositories?q=swift").json["total_count"].integer ?? 0 >= 35)
    }
}

extension [UInt32] {
    fileprivate func contains(_ other: [UInt32]) -> Bool { firstRange(of: other) != nil }
}
