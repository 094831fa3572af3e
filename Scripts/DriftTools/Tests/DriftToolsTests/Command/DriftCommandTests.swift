import Foundation
import SeekTestHelpers
import Testing

@testable import DriftTools

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
