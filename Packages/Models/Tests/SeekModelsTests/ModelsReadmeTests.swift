import Foundation
import SeekBasics
import SeekModels
import SeekTestHelpers
import Testing

@Suite("README samples")
struct ModelsReadmeTests {
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
}
