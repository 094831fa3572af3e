import Foundation
import SeekBasics
import SeekModels
import SeekTestHelpers
import Testing

@Suite("README samples")
struct ReadmeTests {
    @Test("decode a page and print the skipped items")
    func example() throws {
        let changed: JSONValue = try load("youtube/search", setting: ["items[1].id.videoId": ""])
        let data = try JSONEncoder().encode(changed)
        let page = try ModelDecoder(.lenient).decode(YouTubeSearchPage.self, from: data)
        for video in page.items { print(video.id, video.title) }
        for skip in page.skipped { print(skip) }  // items[1].id.videoId: is empty

        #expect(page.skipped.map(\.description) == ["items[1].id.videoId: is empty"])
    }

    @Test("decode a page strictly, a list, a page of issues and an error response")
    func strictAndOtherPages() throws {
        let data = try load(.bytes("youtube/search.json"))
        let list = try load(.bytes("youtube/videos.json"))
        let issuePage = try load(.bytes("github/search_issues.json"))
        let body = try load(.bytes("github/error_validation.json"))

        let strict = try ModelDecoder(.strict(rejectingEmptyDescriptions: true)).decode(
            YouTubeSearchPage.self,
            from: data
        )
        let videos = try ModelDecoder().decode(YouTubeListPage<YouTubeVideo>.self, from: list)
        print(videos.items[0].duration ?? .zero, videos.items[0].viewCount ?? 0)
        let issues = try ModelDecoder().decode(GitHubSearchPage<GitHubIssue>.self, from: issuePage)
        print(issues.totalCount ?? 0, issues.isIncomplete)
        let failure = try ModelDecoder().decode(GitHubErrorEnvelope.self, from: body)
        print(failure.message, failure.details)

        #expect(strict.items.count == 3)
        #expect(!issues.items.isEmpty)
        #expect(failure.message == "Validation Failed")
    }

    @Test("encode a page and restore it without the skipped items")
    func storing() throws {
        var page = try ModelDecoder().decode(YouTubeSearchPage.self, from: load(.bytes("youtube/search.json")))

        let saved = try JSONEncoder().encode(page)
        let restored = try ModelDecoder().decode(YouTubeSearchPage.self, from: saved)

        page.skipped = []
        #expect(restored == page)
    }

    @Test("print the state, the author and the labels of an issue")
    func states() throws {
        let data = try load(.bytes("github/search_issues.json"))
        let issue = try ModelDecoder().decode(GitHubSearchPage<GitHubIssue>.self, from: data).items[0]

        switch issue.state {
        case .open: print("open since", issue.createdAt ?? .now)
        case .closed: print("closed:", issue.stateReason?.rawValue ?? "")
        case let state: print(state?.rawValue ?? "no state")
        }
        print(
            issue.author?.login ?? "ghost",
            issue.author?.avatarURL as Any,
            issue.labels.map { "\($0.name) #\($0.color ?? "")" }
        )

        #expect(issue.state == .closed)
    }

    @Test("decode the other lists and pages")
    func lists() throws {
        let decoder = ModelDecoder()
        let channelList = try load(.bytes("youtube/channels.json"))
        let playlistList = try load(.bytes("youtube/playlists.json"))
        let entryList = try load(.bytes("youtube/playlist_items.json"))
        let categoryList = try load(.bytes("youtube/video_categories.json"))
        let repositoryList = try load(.bytes("github/user_repos.json"))
        let userPage = try load(.bytes("github/search_users.json"))
        let codePage = try load(.bytes("github/search_code.json"))
        let commitPage = try load(.bytes("github/search_commits.json"))
        let topicPage = try load(.bytes("github/search_topics.json"))
        let labelPage = try load(.bytes("github/search_labels.json"))

        let channels = try decoder.decode(YouTubeListPage<YouTubeChannel>.self, from: channelList)
        print(channels.items[0].handle ?? "", channels.items[0].subscriberCount ?? 0)
        let playlists = try decoder.decode(YouTubeListPage<YouTubePlaylist>.self, from: playlistList)
        let entries = try decoder.decode(YouTubeListPage<YouTubePlaylistItem>.self, from: entryList)
        let categories = try decoder.decode(YouTubeListPage<YouTubeVideoCategory>.self, from: categoryList)
        print(playlists.items[0].title, entries.items[0].title, categories.items.filter(\.isAssignable).map(\.title))

        let repositories = try decoder.decode(GitHubListPage<GitHubRepository>.self, from: repositoryList)
        let users = try decoder.decode(GitHubSearchPage<GitHubUser>.self, from: userPage)
        let code = try decoder.decode(GitHubSearchPage<GitHubCode>.self, from: codePage)
        let commits = try decoder.decode(GitHubSearchPage<GitHubCommit>.self, from: commitPage)
        print(commits.items.map(\.message))
        print(repositories.items.map(\.fullName), users.items.map(\.login), code.items[0].path)
        let topics = try decoder.decode(GitHubSearchPage<GitHubTopic>.self, from: topicPage)
        let labels = try decoder.decode(GitHubSearchPage<GitHubLabel>.self, from: labelPage)
        print(topics.items.map(\.name), labels.items.map(\.name))

        #expect(channels.skipped.isEmpty)
        #expect(playlists.skipped.isEmpty)
        #expect(entries.skipped.isEmpty)
        #expect(categories.skipped.isEmpty)
        #expect(repositories.skipped.isEmpty)
        #expect(users.skipped.isEmpty)
        #expect(code.skipped.isEmpty)
        #expect(commits.skipped.isEmpty)
        #expect(topics.skipped.isEmpty)
        #expect(labels.skipped.isEmpty)
    }
}
