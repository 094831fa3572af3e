import Foundation
import SeekModels
import SeekTestHelpers
import Testing

/// The README's sample, as it stands there.
@Suite("The README")
struct ReadmeTests {
    @Test("decodes a page and tells what was left out")
    func example() throws {
        let data = try load(.bytes("youtube/search_no_title.json"))
        let page = try ModelDecoder(.lenient).decode(YouTubeSearchPage.self, from: data)
        for video in page.items { print(video.id, video.title) }
        for skip in page.skipped { print(skip) }  // items[1].snippet.title: is empty

        #expect(page.skipped.map(\.description) == ["items[1].snippet.title: is empty"])
    }

    @Test("decodes strictly, and lists, pages and refusals")
    func others() throws {
        let data = try load(.bytes("youtube/search.json"))
        let list = try load(.bytes("youtube/videos.json"))
        let found = try load(.bytes("github/search_issues.json"))
        let answer = try load(.bytes("github/error_validation.json"))

        let strict = try ModelDecoder(.strict(refusingEmptyDescriptions: true)).decode(
            YouTubeSearchPage.self,
            from: data
        )
        let videos = try ModelDecoder().decode(YouTubeListPage<YouTubeVideo>.self, from: list)
        print(videos.items[0].duration ?? .zero, videos.items[0].viewCount ?? 0)
        let issues = try ModelDecoder().decode(GitHubSearchPage<GitHubIssue>.self, from: found)
        print(issues.totalCount ?? 0, issues.isIncomplete)
        let refusal = try ModelDecoder().decode(GitHubErrorEnvelope.self, from: answer)
        print(refusal.message, refusal.details, HTMLEntities.decode("Tom &amp; Jerry"))

        #expect(strict.items.count == 3 && !issues.items.isEmpty && refusal.message == "Validation Failed")
    }

    @Test("reports where an answer and its model differ")
    func drift() throws {
        let answer = try load(.bytes("youtube/search.json"))

        for report in try AnswerReport.reports(on: answer) {
            for difference in report.differences { print(difference) }  // unknown items[].etag (text, 3 times)
        }

        let differences = try AnswerReport.reports(on: answer).flatMap(\.differences).map(\.description)
        #expect(differences.contains("unknown items[].etag (text, 3 times)"))
    }
}
