import Foundation
import SeekModels
import SeekTestHelpers
import Testing

@Suite("A model is equal after encoding and decoding")
struct RoundTripTests {
    /// Encodes a model, and expects that both decoders return an equal one.
    private func expectRoundTrip<Model: Codable & Equatable>(
        _ model: Model,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let data = try JSONEncoder().encode(model)
        #expect(try ModelDecoder(.strict).decode(Model.self, from: data) == model, sourceLocation: sourceLocation)
        #expect(try JSONDecoder().decode(Model.self, from: data) == model, sourceLocation: sourceLocation)
    }

    /// Expects that no property of a model is nil or empty.
    private func expectComplete(_ model: Any, sourceLocation: SourceLocation = #_sourceLocation) {
        for child in Mirror(reflecting: model).children {
            let value = Mirror(reflecting: child.value)
            let name = "\(type(of: model)).\(child.label ?? "")"
            switch value.displayStyle {
            case .optional, .collection, .dictionary:
                #expect(value.children.count > 0, "\(name) has no value", sourceLocation: sourceLocation)
            default:
                #expect("\(child.value)" != "", "\(name) is empty", sourceLocation: sourceLocation)
            }
        }
    }

    private func check<Model: Codable & Equatable>(
        _ model: Model,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        expectComplete(model, sourceLocation: sourceLocation)
        try expectRoundTrip(model, sourceLocation: sourceLocation)
    }

    @Test("with all properties of YouTube's resources")
    func youTube() throws {
        for kind in YouTubeSearchItem.Kind.allCases { try check(CompleteModels.searchItem(kind)) }
        try expectRoundTrip(YouTubeSearchItem.Kind.allCases)
        try check(CompleteModels.video())
        try check(try #require(CompleteModels.video().live))
        try check(CompleteModels.channel())
        try check(CompleteModels.playlist())
        try check(CompleteModels.playlistItem())
        try check(YouTubeVideoCategory(id: "1", title: "t", isAssignable: true))
        try check(YouTubeErrorEnvelope(message: "m", reasons: ["a", "b"]))
    }

    @Test("with all properties of GitHub's resources")
    func gitHub() throws {
        try check(CompleteModels.repository())
        try check(CompleteModels.issue())
        try check(CompleteModels.account("o"))
        try check(CompleteModels.label())
        try check(CompleteModels.reactions())
        try check(CompleteModels.user())
        try check(CompleteModels.code())
        try check(CompleteModels.commit())
        try check(CompleteModels.topic())
        try check(GitHubErrorEnvelope(message: "m", details: ["a", "b"]))
    }

    @Test("with the required properties only")
    func minimal() throws {
        let url = try CompleteModels.url("x")
        let thumbnails = ["t": YouTubeThumbnail(url: url)]
        try expectRoundTrip(YouTubeSearchItem(id: "v", channelID: "c", title: "t", thumbnails: thumbnails))
        try expectRoundTrip(YouTubeVideo(id: "v"))
        try expectRoundTrip(YouTubeLiveDetails())
        try expectRoundTrip(YouTubeChannel(id: "c", title: "t"))
        try expectRoundTrip(YouTubePlaylist(id: "p", title: "t"))
        try expectRoundTrip(YouTubePlaylistItem(id: "i", videoID: "v", title: "t"))
        try expectRoundTrip(YouTubeErrorEnvelope(message: ""))
        let repository = GitHubRepository(id: 1, name: "r", url: url)
        try expectRoundTrip(repository)
        try expectRoundTrip(GitHubIssue(id: 1, number: 2, title: "", url: url))
        try expectRoundTrip(GitHubAccount(login: "o"))
        try expectRoundTrip(GitHubLabel(name: "l"))
        try expectRoundTrip(GitHubUser(id: 1, login: "o", url: url))
        try expectRoundTrip(GitHubCode(name: "n", path: "p", url: url, repository: repository))
        try expectRoundTrip(GitHubCommit(sha: "1", url: url, message: ""))
        try expectRoundTrip(GitHubTopic(name: "t"))
        try expectRoundTrip(GitHubErrorEnvelope(message: ""))
    }

    @Test("if it is a page")
    func pages() throws {
        try expectRoundTrip(
            YouTubeSearchPage(
                items: [CompleteModels.searchItem()],
                nextPageToken: "n",
                previousPageToken: "p",
                totalResults: 7,
                regionCode: "JP"
            )
        )
        try expectRoundTrip(YouTubeListPage(items: [CompleteModels.video()], nextPageToken: "n", totalResults: 7))
        try expectRoundTrip(YouTubeListPage<YouTubeChannel>(items: []))
        var statistics = YouTubeListPage(items: [YouTubeVideo(id: "v")])
        statistics.failedIDs = ["w", "x"]
        try expectRoundTrip(statistics)
        try expectRoundTrip(
            GitHubSearchPage(
                items: [CompleteModels.issue()],
                totalCount: 7,
                isIncomplete: true,
                searchType: .lexical,
                lexicalFallbackReasons: [.quotedText, GitHubLexicalFallbackReason(rawValue: "bad_weather")]
            )
        )
        try expectRoundTrip(GitHubSearchPage<GitHubUser>(items: []))
        try expectRoundTrip(GitHubListPage(items: [CompleteModels.repository()]))
    }

    @Test("if it is a report of a skipped item")
    func skippedItems() throws {
        let data = try load(.bytes("github/user_repos_broken_items.json"))
        let page = try ModelDecoder().decode(GitHubListPage<GitHubRepository>.self, from: data)
        #expect(page.skipped.count == 3)
        try expectRoundTrip(page.skipped)
    }

    @Test("An item without a required value is encoded, but decoding it throws an error with the path of the value")
    func invalid() throws {
        let item = YouTubeSearchItem(id: "", channelID: "c", title: "t", thumbnails: [:])
        let data = try JSONEncoder().encode(item)
        #expect { try ModelDecoder().decode(YouTubeSearchItem.self, from: data) } throws: {
            "\($0)" == "id.videoId: is empty"
        }
    }
}
