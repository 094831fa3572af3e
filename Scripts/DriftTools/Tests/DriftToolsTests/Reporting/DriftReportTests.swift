import Foundation
import SeekBasics
import SeekTestHelpers
import Testing

@testable import DriftTools

@Suite("Reports")
struct DriftReportTests {
    @Test(
        "recognize the model of a response by its members",
        arguments: [
            ("youtube/search", .youTubeSearch), ("youtube/videos", .youTubeVideos),
            ("youtube/channels", .youTubeChannels),
            ("youtube/playlists", .youTubePlaylists), ("youtube/playlist_items", .youTubePlaylistItems),
            ("youtube/video_categories", .youTubeVideoCategories), ("youtube/error_bare_string", .youTubeError),
            ("github/search_repositories", .gitHubRepositories), ("github/search_issues", .gitHubIssues),
            ("github/search_users", .gitHubUsers), ("github/search_code", .gitHubCode),
            ("github/search_commits", .gitHubCommits), ("github/search_topics", .gitHubTopics),
            ("github/search_labels", .gitHubLabels), ("github/user_repos", .gitHubRepositoryList),
            ("github/error_not_found", .gitHubError),
        ] as [(String, APIModel)]
    )
    func models(name: String, model: APIModel) throws {
        let reports = try DriftReport.reports(on: try load(.bytes("\(name).json")))
        #expect(reports.map(\.model.name) == [model.name])
    }

    @Test(
        "recognize the models of lists, single resources, partial responses and empty pages",
        arguments: [
            (#"[{"login":"a"}]"#, .gitHubUserList), (#"[{"number":1,"title":"t"}]"#, .gitHubIssueList),
            (#"{"html_url":"","number":1,"title":""}"#, .gitHubIssue),
            (#"{"html_url":"","full_name":""}"#, .gitHubRepository),
            (#"{"items":[{"id":{}}]}"#, .youTubeSearch), (#"{"items":[{"id":"v"}]}"#, .youTubeVideos),
            (#"{"items":[]}"#, .youTubeSearch), (#"{"total_count":0,"items":[]}"#, .gitHubRepositories),
        ] as [(String, APIModel)]
    )
    func shapes(text: String, model: APIModel) throws {
        #expect(try DriftReport.reports(on: Data(text.utf8)).map(\.model.name) == [model.name])
    }

    @Test("count differences by path, except in skipped items")
    func differences() throws {
        let page: JSONValue = try load("youtube/search", setting: ["items[1].id.videoId": ""])
        let report = try #require(try DriftReport.reports(on: JSONEncoder().encode(page)).first)
        let texts = report.differences.map(\.description)
        #expect(texts.contains("skipped items[] (id.videoId: is empty, once)"))
        #expect(texts.contains("unknown items[].etag (a string, 2 times)"))
        #expect(texts.contains { $0.hasPrefix("missing prevPageToken") })
    }

    @Test(
        "list the deprecation that the header fields of an exchange announce, and know that of the search of code",
        arguments: [
            (#"{"total_count":1,"items":[{"path":"a"}]}"#, true), (#"{"total_count":1,"items":[{"number":1}]}"#, false),
        ]
    )
    func deprecation(body: String, isKnown: Bool) throws {
        let text = """
            [{"status":200,"headers":{"deprecation":"true","Sunset":"Sun, 27 Sep 2026"},"response":\(body)},
            {"status":200,"headers":{"access-control-expose-headers":"Deprecation, Sunset"},"response":\(body)}]
            """
        let reports = try DriftReport.reports(on: Data(text.utf8))
        let announced = reports.map { report in report.differences.filter { $0.kind == .deprecated } }
        #expect(announced.map(\.count) == [1, 0])
        let difference = try #require(announced.first?.first)
        #expect(difference.description == "deprecated the response (Deprecation: true, Sunset: Sun, 27 Sep 2026, once)")
        #expect((reports[0].model.resource.reason(for: difference) != nil) == isKnown)
    }

    @Test("are not created for a document without a known response", arguments: ["7", "[]", "{}", "[7]", "\"\""])
    func none(text: String) throws {
        #expect(try DriftReport.reports(on: Data(text.utf8)).isEmpty)
    }
}
