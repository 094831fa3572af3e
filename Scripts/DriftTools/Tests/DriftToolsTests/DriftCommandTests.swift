import DriftTools
import Foundation
import SeekBasics
import SeekTestHelpers
import Testing

@Suite("drift")
struct DriftCommandTests {
    struct Outcome {
        var status: Int32
        var output: String
        var errors: String
    }

    func run(_ arguments: [String]) -> Outcome {
        var (output, errors) = ("", "")
        let status = DriftCommand.run(arguments, output: { output += $0 + "\n" }, errorOutput: { errors += $0 + "\n" })
        return Outcome(status: status, output: output, errors: errors)
    }

    /// Runs the command on a file with this text.
    func run(text: String, _ arguments: [String] = []) throws -> Outcome {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        return run(arguments + [try folder.write(text, to: "drift.json").path])
    }

    @Test("all differences of the fixtures are known, except one skipped video", arguments: ["youtube", "github"])
    func fixtures(folder: String) throws {
        let names = [
            "youtube": [
                "search", "search_mixed_kinds", "videos", "channels", "playlists", "playlist_items", "video_categories",
                "error_key_invalid", "error_bare_string", "error_not_enabled", "error_quota_exceeded",
            ],
            "github": [
                "user_repos", "search_repositories", "search_users", "search_code",
                "search_commits",
                "search_topics", "search_labels", "error_not_found", "error_validation",
            ],
        ]
        for name in names[folder] ?? [] {
            let outcome = try run(text: String(decoding: load(.bytes("\(folder)/\(name).json")), as: UTF8.self))
            // One of the videos intentionally violates a rule of the model.
            let isExplained = name == "videos" ? !outcome.output.contains("NEW unknown") : outcome.status == 0
            #expect(isExplained, "\(name): \(outcome.output)")
        }
    }

    @Test(
        "a new difference is reported with its kind, path, details and count",
        arguments: [
            (
                #"{"kind":"youtube#videoListResponse","items":[{"id":"v","aiSummary":"x"}]}"#,
                "NEW unknown items[].aiSummary (a string, once)"
            ),
            (
                #"{"kind":"youtube#videoListResponse","items":[{"id":"v","snippet":{"title":7}}]}"#,
                "NEW typeMismatch items[].snippet.title (a number, once)"
            ),
            (
                #"{"total_count":2,"items":[{"id":"x","number":1},{"id":"y","number":2}]}"#,
                "NEW skipped items[] (id: is not a number, 2 times)"
            ),
            (
                #"{"kind":"youtube#searchListResponse","items":7}"#,
                "NEW skipped the response (items: is not an array, once)"
            ),
        ]
    )
    func newDifferences(text: String, line: String) throws {
        let outcome = try run(text: text)
        #expect(outcome.status == 1, "\(outcome.output)")
        #expect(outcome.output.contains(line), "\(outcome.output)")
    }

    @Test(
        "a difference is new unless it is known at its own path",
        arguments: [
            // Each row has a counterpart elsewhere that is read or known: the milestone of an issue, the ETag of a
            // page, the score of a repository, other missing members of an owner, null among the assignees of an issue,
            // and the video of a playlist item.
            (
                #"{"total_count":1,"items":[{"login":"a","id":1,"html_url":"https://github.com/a","milestone":{"id":1}}]}"#,
                "unknown items[].milestone (an object, once)"
            ),
            (
                #"{"kind":"youtube#searchListResponse","items":[],"pageInfo":{"etag":"e"}}"#,
                "unknown pageInfo.etag (a string, once)"
            ),
            (
                #"[{"id":1,"name":"n","full_name":"o/n","html_url":"https://github.com/o/n","owner":{"login":"o","score":1}}]"#,
                "unknown [].owner.score (a number, once)"
            ),
            (
                #"[{"id":1,"name":"n","full_name":"o/n","html_url":"https://github.com/o/n","owner":{"id":1}}]"#,
                "missing [].owner.login (once)"
            ),
            (
                #"[{"id":1,"name":"n","full_name":"o/n","html_url":"https://github.com/o/n","topics":[null]}]"#,
                "typeMismatch [].topics[] (null, once)"
            ),
            (
                #"{"kind":"youtube#videoListResponse","items":[{"id":"v","snippet":{"resourceId":"t"}}]}"#,
                "unknown items[].snippet.resourceId (a string, once)"
            ),
        ]
    )
    func otherPlaces(text: String, line: String) throws {
        let outcome = try run(text: text)
        #expect(outcome.status == 1, "\(outcome.output)")
        #expect(outcome.output.contains("NEW " + line), "\(outcome.output)")
    }

    @Test("lists known differences other than skipped items, with their reasons, only with --all")
    func all() throws {
        let text = #"{"kind":"youtube#videoListResponse","etag":"e","items":[]}"#
        #expect(try !run(text: text).output.contains("etag"))
        #expect(try run(text: text, ["--all"]).output.contains("unknown etag (a string, once): the cache stores"))
    }

    @Test("compares the response of each recorded exchange; JSON without a known response is not an error")
    func exchanges() throws {
        let exchange = #"{"status":404,"response":{"message":"Not Found"}}"#
        // Two occurrences divide the output into three parts.
        #expect(try run(text: "[\(exchange),\(exchange)]").output.components(separatedBy: "gitHubError").count == 3)
        #expect(try run(text: #"{"headers":{}}"#).output.contains("no response that Seek decodes"))
        #expect(try run(text: "7").status == 0)
    }

    /// The names of the models of a document's responses, in order.
    private func models(of text: String) throws -> [String] {
        try run(text: text).output.matches(of: /: (\w+): \d+ differences/).map { String($0.1) }
    }

    @Test(
        "the model of a response is recognized by its members",
        arguments: [
            ("youtube/search", "youTubeSearch"), ("youtube/videos", "youTubeVideos"),
            ("youtube/channels", "youTubeChannels"), ("youtube/playlists", "youTubePlaylists"),
            ("youtube/playlist_items", "youTubePlaylistItems"),
            ("youtube/video_categories", "youTubeVideoCategories"), ("youtube/error_bare_string", "youTubeError"),
            ("github/search_repositories", "gitHubRepositories"), ("github/search_issues", "gitHubIssues"),
            ("github/search_users", "gitHubUsers"), ("github/search_code", "gitHubCode"),
            ("github/search_commits", "gitHubCommits"), ("github/search_topics", "gitHubTopics"),
            ("github/search_labels", "gitHubLabels"), ("github/user_repos", "gitHubRepositoryList"),
            ("github/error_not_found", "gitHubError"),
        ]
    )
    func models(name: String, model: String) throws {
        #expect(try models(of: String(decoding: load(.bytes("\(name).json")), as: UTF8.self)) == [model])
    }

    @Test(
        "the models of lists, single resources, partial responses and empty pages are recognized; others have none",
        arguments: [
            (#"[{"login":"a"}]"#, "gitHubUserList"), (#"[{"number":1,"title":"t"}]"#, "gitHubIssueList"),
            (#"{"html_url":"","number":1,"title":""}"#, "gitHubIssue"),
            (#"{"html_url":"","full_name":""}"#, "gitHubRepository"),
            (#"{"items":[{"id":{}}]}"#, "youTubeSearch"), (#"{"items":[{"id":"v"}]}"#, "youTubeVideos"),
            (#"{"items":[]}"#, "youTubeSearch"), (#"{"total_count":0,"items":[]}"#, "gitHubRepositories"),
            ("7", nil), ("[]", nil), ("{}", nil), ("[7]", nil), ("\"\"", nil),
        ]
    )
    func shapes(text: String, model: String?) throws {
        #expect(try models(of: text) == [model].compactMap(\.self))
    }

    @Test("differences are counted by path, except in skipped items")
    func differences() throws {
        let page: JSONValue = try load("youtube/search", setting: ["items[1].id.videoId": ""])
        let output = try run(text: page.text(), ["--all"]).output
        #expect(output.contains("skipped items[] (id.videoId: is empty, once)"))
        #expect(output.contains("unknown items[].etag (a string, 2 times)"))
        #expect(output.contains("missing prevPageToken"))
    }

    @Test(
        "the deprecation that the header fields of an exchange announce is listed; that of the search of code is known",
        arguments: [
            (#"{"total_count":1,"items":[{"path":"a"}]}"#, true), (#"{"total_count":1,"items":[{"number":1}]}"#, false),
        ]
    )
    func deprecation(body: String, isKnown: Bool) throws {
        let text = """
            [{"status":200,"headers":{"deprecation":"true","Sunset":"Sun, 27 Sep 2026"},"response":\(body)},
            {"status":200,"headers":{"access-control-expose-headers":"Deprecation, Sunset"},"response":\(body)}]
            """
        let lines = try run(text: text, ["--all"]).output.split(separator: "\n").filter { $0.contains("deprecated ") }
        #expect(lines.count == 1)
        let difference = "deprecated the response (Deprecation: true, Sunset: Sun, 27 Sep 2026, once)"
        #expect(lines.first?.hasPrefix("  \(isKnown ? "" : "NEW ")\(difference)") == true, "\(lines)")
    }

    @Test("exits with 2 for invalid arguments, and with 1 for an unreadable file")
    func failures() throws {
        #expect(run([]).status == 2)
        #expect(run(["--odd"]).status == 2)
        #expect(run(["--all"]).errors.contains("usage"))
        #expect(run(["--help"]).status == 0)
        #expect(run(["/nowhere/x.json"]).status == 1)
        #expect(try run(text: "{").errors.contains("line 1, column 2: it ends too early"))
        #expect(try run(text: #"{"a":1,"a":2}"#).errors.contains("the member occurs twice in its object"))
    }
}
