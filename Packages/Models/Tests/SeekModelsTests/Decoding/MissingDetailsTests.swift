import Foundation
import SeekBasics
import SeekModels
import SeekTestHelpers
import Testing

@Suite("A result needs only what identifies it")
struct MissingDetailsTests {
    /// A page of a service, and the members of its items that identify them.
    struct Page: Sendable, CustomTestStringConvertible {
        var file: String
        var identity: Set<String>
        var decode: @Sendable (JSONValue) throws -> (ids: [String], skipped: [SkippedItem])
        var testDescription: String { file }

        init<Item: Decodable & Identifiable & Sendable>(youTube file: String, _: Item.Type, _ identity: String...) {
            self.init("youtube/\(file)", identity) { (page: YouTubeListPage<Item>) in (page.items.ids, page.skipped) }
        }

        init<Item: Decodable & Identifiable & Sendable>(gitHub file: String, _: Item.Type, _ identity: String...) {
            self.init("github/\(file)", identity) { (page: GitHubSearchPage<Item>) in (page.items.ids, page.skipped) }
        }

        init<Model: Decodable>(
            _ file: String,
            _ identity: [String],
            _ result: @escaping @Sendable (Model) -> ([String], [SkippedItem])
        ) {
            (self.file, self.identity) = (file, Set(identity))
            decode = { result(try ModelDecoder().decode(Model.self, from: $0.data)) }
        }
    }

    static let pages: [Page] = [
        Page("youtube/search", ["id", "id.videoId"]) { (page: YouTubeSearchPage) in (page.items.ids, page.skipped) },
        Page("youtube/search_mixed_kinds", ["id", "id.videoId", "id.channelId", "id.playlistId"]) {
            (page: YouTubeSearchPage) in (page.items.ids, page.skipped)
        },
        Page(youTube: "videos", YouTubeVideo.self, "id"),
        Page(youTube: "channels", YouTubeChannel.self, "id"),
        Page(youTube: "playlists", YouTubePlaylist.self, "id"),
        Page(
            youTube: "playlist_items",
            YouTubePlaylistItem.self,
            "id",
            "snippet",
            "snippet.resourceId",
            "snippet.resourceId.videoId"
        ),
        Page(youTube: "video_categories", YouTubeVideoCategory.self, "id"),
        Page(gitHub: "search_repositories", GitHubRepository.self, "id", "html_url"),
        Page(gitHub: "search_issues", GitHubIssue.self, "id", "html_url"),
        Page(gitHub: "search_users", GitHubUser.self, "id", "html_url"),
        Page(gitHub: "search_code", GitHubCode.self, "html_url"),
        Page(gitHub: "search_commits", GitHubCommit.self, "html_url"),
        Page(gitHub: "search_topics", GitHubTopic.self, "name"),
        Page(gitHub: "search_labels", GitHubLabel.self, "name"),
        Page("github/user_repos", ["id", "html_url"]) { (page: GitHubListPage<GitHubRepository>) in
            (page.items.ids, page.skipped)
        },
    ]

    /// The values that replace a member; nil removes it.
    static let replacements: [JSONValue?] = [
        nil, .null, "", "text", -1, 12.5, 1e30, true, [nil], ["a": 1],
    ]

    @Test("whatever its other members are", arguments: pages)
    func details(page: Page) throws {
        let original: JSONValue = try load(page.file)
        let expected = try page.decode(original)
        #expect(!expected.ids.isEmpty)
        for (path, name) in original.members() where name.map({ !page.identity.contains($0) }) ?? true {
            for value in Self.replacements {
                let changed = original.replacing(path[...], with: value)
                let result = try page.decode(changed)
                #expect(result.ids == expected.ids, "\(path) \(value as Any)")
                #expect(result.skipped == expected.skipped, "\(path) \(value as Any)")
            }
        }
    }

    @Test("A result without what identifies it is skipped and reported; the others remain", arguments: pages)
    func identity(page: Page) throws {
        let original: JSONValue = try load(page.file)
        let expected = try page.decode(original)
        for (path, name) in original.members() where name.map(page.identity.contains) ?? false {
            for value: JSONValue? in [nil, .null, "", [], [:]] {
                let result = try page.decode(original.replacing(path[...], with: value))
                #expect(result.ids.count + result.skipped.count == expected.ids.count + expected.skipped.count)
                // One fixture has an item that cannot be identified in the first place.
                #expect(result.ids.count < expected.ids.count || !expected.skipped.isEmpty, "\(path)")
            }
        }
    }

    @Test("An item of another JSON type is skipped and reported; the others remain", arguments: pages)
    func invalidItems(page: Page) throws {
        let original: JSONValue = try load(page.file)
        let expected = try page.decode(original)
        for item: JSONValue in [.null, 3, "", [], [:]] {
            var changed = original
            let items = (original["items"].array ?? original.array ?? []) + [item]
            if original.array == nil { changed["items"] = .array(items) } else { changed = .array(items) }
            let result = try page.decode(changed)
            #expect(result.ids == expected.ids)
            #expect(result.skipped.count == expected.skipped.count + 1)
        }
    }

    @Test(
        "A number may be sent as a string or with a fraction of zero",
        arguments: ["583231", "583231.0", "\"583231\""]
    )
    func numbers(number: String) throws {
        let json = """
            {"id":\(number),"number":\(number),"comments":\(number),"html_url":"https://github.com/o/r/issues/1"}
            """
        let issue = try ModelDecoder().decode(GitHubIssue.self, from: Data(json.utf8))
        #expect([issue.id, issue.number, issue.commentCount] == [583_231, 583_231, 583_231])
        let video = try ModelDecoder().decode(
            YouTubeVideo.self,
            from: Data(#"{"id":"v","statistics":{"viewCount":\#(number)}}"#.utf8)
        )
        #expect(video.viewCount == 583_231)
    }

    @Test("Names that GitHub omits are those in the URL")
    func namesInURLs() throws {
        func decode<Model: Decodable>(_ json: String) throws -> Model {
            try ModelDecoder().decode(Model.self, from: Data(json.utf8))
        }
        let repository: GitHubRepository = try decode(#"{"id":1,"html_url":"https://github.com/octocat/Hello-World"}"#)
        #expect(repository.name == "Hello-World")
        let issue: GitHubIssue = try decode(#"{"id":1,"html_url":"https://github.com/o/r/pull/12"}"#)
        #expect(issue.number == 12)
        let user: GitHubUser = try decode(#"{"id":1,"html_url":"https://github.com/octocat"}"#)
        #expect(user.login == "octocat")
        let code: GitHubCode = try decode(#"{"html_url":"https://github.com/o/r/blob/1a2b/Sources/a%20b.swift"}"#)
        #expect([code.path, code.name] == ["Sources/a b.swift", "a b.swift"])
        #expect(code.repository == nil)
        let commit: GitHubCommit = try decode(#"{"html_url":"https://github.com/o/r/commit/1a2b3c"}"#)
        #expect(commit.sha == "1a2b3c")
    }

    @Test("A thumbnail without a URL is omitted, and the others remain")
    func thumbnails() throws {
        let json = #"""
            {"items":[{"id":{"videoId":"v"},"snippet":{"thumbnails":{"default":{"width":120},"medium":null,
            "high":{"url":"https://i.ytimg.com/vi/v/hqdefault.jpg","width":"480","height":360.0}}}}]}
            """#
        let page = try ModelDecoder().decode(YouTubeSearchPage.self, from: Data(json.utf8))
        let thumbnails = try #require(page.items.first?.thumbnails)
        #expect(thumbnails.keys.sorted() == ["high"])
        #expect(thumbnails["high"]?.width == 480)
        #expect(thumbnails["high"]?.height == 360)
    }

    @Test("An empty page token is none")
    func emptyTokens() throws {
        let json = Data(#"{"items":[],"nextPageToken":"","prevPageToken":""}"#.utf8)
        let page = try ModelDecoder().decode(YouTubeSearchPage.self, from: json)
        #expect([page.nextPageToken, page.previousPageToken] == [nil, nil])
        #expect(try ModelDecoder().decode(YouTubeListPage<YouTubeVideo>.self, from: json).nextPageToken == nil)
    }
}

extension Array where Element: Identifiable {
    fileprivate var ids: [String] { map { "\($0.id)" } }
}

/// The names of nested members; an index for an element of an array.
private enum Step: Sendable { case member(String), element(Int) }

extension JSONValue {
    /// Returns the path of each member and element except the list of items, and for those within an item their name in
    /// it, such as `snippet.title`; nil outside of items.
    fileprivate func members() -> [(path: [Step], name: String?)] {
        var result: [(path: [Step], name: String?)] = []
        func visit(_ value: JSONValue, _ path: [Step], _ name: String?) {
            for (member, child) in value.object ?? [:] {
                let isItems = path.isEmpty && member == "items"
                let childName = name.map { $0.isEmpty ? member : "\($0).\(member)" }
                if !isItems { result.append((path + [.member(member)], childName)) }
                visit(child, path + [.member(member)], isItems ? nil : childName)
            }
            for (index, child) in (value.array ?? []).enumerated() {
                let isItem = name == nil && path.count <= 1
                if !isItem { result.append((path + [.element(index)], name)) }
                visit(child, path + [.element(index)], isItem ? "" : name.map { "\($0)[]" })
            }
        }
        visit(self, [], nil)
        return result
    }

    /// Returns the value with a replacement at a path; nil removes what is there.
    fileprivate func replacing(_ path: ArraySlice<Step>, with value: JSONValue?) -> JSONValue {
        guard let step = path.first else { return value ?? .null }
        let rest = path.dropFirst()
        switch step {
        case .member(let name):
            var members = object ?? [:]
            members[name] = rest.isEmpty ? value : members[name]?.replacing(rest, with: value)
            return .object(members)
        case .element(let index):
            var elements = array ?? []
            if rest.isEmpty, value == nil {
                elements.remove(at: index)
            } else {
                elements[index] = elements[index].replacing(rest, with: value)
            }
            return .array(elements)
        }
    }
}
