import Foundation
import SeekModels
import Testing

@Suite("States and types of the APIs")
struct KnownValuesTests {
    private func check<Value: RawRepresentable<String> & Codable & Equatable>(
        _ values: [Value],
        _ strings: [String]
    ) throws {
        #expect(values.map(\.rawValue) == strings)
        let allStrings = strings + ["later_addition", ""]
        let data = try JSONEncoder().encode(allStrings)
        let decoded = try ModelDecoder().decode([Value].self, from: data)
        #expect(decoded.map(\.rawValue) == allStrings)
        #expect(Array(decoded.prefix(values.count)) == values)
        #expect(try JSONDecoder().decode([String].self, from: JSONEncoder().encode(decoded)) == allStrings)
    }

    @Test("are decoded and encoded as strings, also those that Seek does not know")
    func strings() throws {
        try check([GitHubIssueState.open, .closed], ["open", "closed"])
        try check(
            [GitHubIssueStateReason.completed, .notPlanned, .duplicate, .reopened],
            ["completed", "not_planned", "duplicate", "reopened"]
        )
        try check([GitHubVisibility.public, .private, .internal], ["public", "private", "internal"])
        try check([GitHubAccountType.user, .organization, .bot], ["User", "Organization", "Bot"])
        try check([GitHubSearchType.lexical, .semantic, .hybrid], ["lexical", "semantic", "hybrid"])
        try check(
            [
                GitHubLexicalFallbackReason.noTextTerms, .quotedText, .nonIssueTarget, .orNotSupported,
                .noAccessibleRepositories, .serverError, .onlyNonSemanticFields, .serviceUnavailable,
            ],
            [
                "no_text_terms", "quoted_text", "non_issue_target", "or_boolean_not_supported", "no_accessible_repos",
                "server_error", "only_non_semantic_fields_requested", "service_unavailable",
            ]
        )
        try check(
            [
                GitHubAuthorAssociation.owner, .member, .collaborator, .contributor, .firstTimeContributor,
                .firstTimer, .mannequin, .unrelated,
            ],
            [
                "OWNER", "MEMBER", "COLLABORATOR", "CONTRIBUTOR", "FIRST_TIME_CONTRIBUTOR", "FIRST_TIMER", "MANNEQUIN",
                "NONE",
            ]
        )
        try check([YouTubeLiveState.notLive, .live, .upcoming], ["none", "live", "upcoming"])
        try check([YouTubePrivacyStatus.public, .unlisted, .private], ["public", "unlisted", "private"])
    }

    @Test("are nil in a model if the value is not a string", arguments: ["null", "7", "{}", "[]", "true"])
    func invalid(value: String) throws {
        let json = #"{"id":"v","snippet":{"liveBroadcastContent":\#(value)},"status":{"privacyStatus":\#(value)}}"#
        let video = try ModelDecoder().decode(YouTubeVideo.self, from: Data(json.utf8))
        #expect(video.liveState == nil)
        #expect(video.privacyStatus == nil)
    }
}
