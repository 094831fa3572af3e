import Foundation
import SeekModels
import Testing

@Suite("Enumerations of the APIs")
struct ExtensibleEnumTests {
    private func check<Value: ExtensibleEnum>(_ type: Value.Type, _ strings: [String]) throws {
        #expect(Value.knownCases.map(\.rawValue) == strings)
        let allStrings = strings + ["later_addition", ""]
        let data = try JSONEncoder().encode(allStrings)
        let values = try ModelDecoder().decode([Value].self, from: data)
        #expect(values == Value.knownCases + [.unknown("later_addition"), .unknown("")])
        #expect(try JSONDecoder().decode([String].self, from: JSONEncoder().encode(values)) == allStrings)
        #expect(try JSONDecoder().decode([Value].self, from: JSONEncoder().encode(values)) == values)
    }

    @Test("decode known and unknown strings, and encode them unchanged")
    func strings() throws {
        try check(GitHubIssueState.self, ["open", "closed"])
        try check(GitHubIssueStateReason.self, ["completed", "not_planned", "duplicate", "reopened"])
        try check(GitHubVisibility.self, ["public", "private", "internal"])
        try check(GitHubAccountType.self, ["User", "Organization", "Bot"])
        try check(GitHubSearchType.self, ["lexical", "semantic", "hybrid"])
        try check(
            GitHubLexicalFallbackReason.self,
            [
                "no_text_terms", "quoted_text", "non_issue_target", "or_boolean_not_supported", "no_accessible_repos",
                "server_error", "only_non_semantic_fields_requested", "service_unavailable",
            ]
        )
        try check(YouTubeLiveState.self, ["none", "live", "upcoming"])
        try check(YouTubePrivacyStatus.self, ["public", "unlisted", "private"])
    }

    @Test("are encoded within a model as the string that was decoded", arguments: ["closed", "frozen", ""])
    func inModel(string: String) throws {
        let json = """
            {"id":1,"number":2,"title":"t","html_url":"https://github.com/o/r/issues/2","state":"\(string)"}
            """
        let issue = try ModelDecoder().decode(GitHubIssue.self, from: Data(json.utf8))
        #expect(issue.state == GitHubIssueState(rawValue: string))
        let object = try JSONSerialization.jsonObject(with: JSONEncoder().encode(issue)) as? [String: Any]
        #expect(object?["state"] as? String == string)
    }

    @Test("are nil in a model if the value is not a string", arguments: ["null", "7", "{}", "[]", "true"])
    func invalid(value: String) throws {
        let json = #"{"id":"v","snippet":{"liveBroadcastContent":\#(value)},"status":{"privacyStatus":\#(value)}}"#
        let video = try ModelDecoder().decode(YouTubeVideo.self, from: Data(json.utf8))
        #expect(video.liveState == nil)
        #expect(video.privacyStatus == nil)
    }

    @Test("are equal if their strings are equal, however they were created")
    func equality() {
        #expect(GitHubIssueState.unknown("open") == .open)
        #expect(GitHubIssueState.unknown("open").hashValue == GitHubIssueState.open.hashValue)
        #expect(GitHubIssueState(rawValue: "open") == .open)
        #expect(GitHubIssueState.unknown("Open") != .open)
    }
}
