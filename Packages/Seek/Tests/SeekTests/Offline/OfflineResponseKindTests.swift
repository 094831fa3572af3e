import Foundation
import SeekBasics
import SeekCache
import SeekNetworking
import SeekTestHelpers
import Testing

@testable import Seek

extension SeekConfiguration {
    /// A configuration with a cache and a transport.
    fileprivate static func caching(in folder: TemporaryFolder, _ stubs: [Stub]) -> SeekConfiguration {
        var configuration = stubbed(StubTransport(stubs))
        configuration.cacheFolder = folder.url
        return configuration
    }
}

extension SeekClient {
    fileprivate func fetch(_ url: String) async throws -> HTTPResponse {
        try await send(HTTPRequest(url: try #require(URL(string: url))), timeToLive: .seconds(60))
    }
}

/// An offline search finds the results of each kind of response.
@Suite("Responses found offline")
struct OfflineResponseKindTests {
    /// A response, and a search for one of its results.
    struct Row: Sendable, CustomTestStringConvertible {
        /// The part of a file of Fixtures/ that is the response.
        enum Part { case whole, items, first }

        var path: String
        var file: String
        var part = Part.whole
        var query: String
        var id: String

        init(_ path: String, _ file: String, _ query: String, _ id: String, _ part: Part = .whole) {
            (self.path, self.file, self.part, self.query, self.id) = (path, file, part, query, id)
        }

        var testDescription: String { path }

        var url: String {
            (path.hasPrefix("youtube") ? "https://www.googleapis.com/" : "https://api.github.com/") + path
        }

        func body() throws -> JSONValue {
            let value = try JSONDecoder().decode(JSONValue.self, from: Fixtures().bytes(of: file))
            return switch part {
            case .whole: value
            case .items: value["items"]
            case .first: value["items"][0]
            }
        }
    }

    static let rows: [Row] = [
        Row("youtube/v3/search", "youtube/search_mixed_kinds", "夜の散歩", "youtube:channel:UCseekDemoChannel0000002"),
        Row("youtube/v3/videos", "youtube/videos", "夜景を歩く", "youtube:video:Sw1ftSeek02"),
        Row("youtube/v3/channels", "youtube/channels", "slowswift", "youtube:channel:UCseekDemoChannel0000001"),
        Row("youtube/v3/playlists", "youtube/playlists", "actors", "youtube:playlist:PLseekDemoPlaylist0001"),
        Row("youtube/v3/playlistItems", "youtube/playlist_items", "compilers", "youtube:video:Sw1ftSeek01"),
        Row("search/repositories", "github/search_repositories", "typed search", "github:repository:5000000010"),
        Row("search/issues", "github/search_issues", "good first issue", "github:pull-request:4294967299"),
        Row("search/users", "github/search_users", "kumquat", "github:user:9999999999"),
        Row("search/code", "github/search_code", "greeting octocat", "github:code:1296269:Sources/Greeting.swift"),
        Row(
            "search/commits",
            "github/search_commits",
            "merge octocat",
            "github:commit:https://github.com/octocat/Hello-World/commit/7fd1a60b01f91b314f59955a4e4d4e80d8edf11d"
        ),
        Row("search/topics", "github/search_topics", "lattner", "github:topic:swift"),
        Row("users/octocat/repos", "github/user_repos", "見分ける", "github:repository:5000000001"),
        Row("orgs/octocat/repos", "github/user_repos", "linguist", "github:repository:5000000001"),
        Row("user/repos", "github/user_repos", "linguist", "github:repository:5000000001"),
        Row("users/octocat/starred", "github/user_repos", "linguist", "github:repository:5000000001"),
        Row("user/starred", "github/user_repos", "linguist", "github:repository:5000000001"),
        Row("repos/a/b", "github/search_repositories", "tetris", "github:repository:68911683", .first),
        Row("repositories/68911683", "github/search_repositories", "tetris", "github:repository:68911683", .first),
        // An owner whose name is a component of another path: the longest match is used.
        Row("repos/users/b", "github/search_repositories", "tetris", "github:repository:68911683", .first),
        Row("repos/users/b/issues", "github/search_issues", "ghost", "github:issue:18", .items),
        Row(
            "api/v3/repos/a/b/issues/17",
            "github/search_issues",
            "night-owl-dev",
            "github:pull-request:4294967299",
            .first
        ),
        Row("users/octocat", "github/search_users", "octocat", "github:user:583231", .first),
        Row("orgs/octocat", "github/search_users", "octocat", "github:user:583231", .first),
    ]

    @Test("each result is found once, with its id and kind", arguments: rows)
    func found(row: Row) async throws {
        let folder = try TemporaryFolder()
        let seek = SeekClient(.caching(in: folder, [stub(.get, row.url, returning: .json(try row.body()))]))
        #expect(try await seek.fetch(row.url).status == .ok)
        let page = try await seek.offlineSearch(row.query)
        #expect(page.hits.map(\.hit.id) == [row.id])
        let hit = try #require(page.hits.first?.hit)
        #expect(row.id.hasPrefix("\(hit.source):\(hit.kind.rawValue):"))
        #expect(hit.url != nil)
        #expect(try await seek.offlineSearch(row.query, kinds: [hit.kind]).hits.count == 1)
        #expect(try await seek.offlineSearch(row.query, kinds: ["another"]).hits.isEmpty)
        await seek.close()
    }

    @Test("every kind of response is tested here")
    func allKinds() {
        for kind in OfflineResponseKind.all {
            let isTested = Self.rows.contains { row in
                let end = row.path.split(separator: "/").suffix(kind.path.count)
                return end.count == kind.path.count
                    && zip(kind.path, end).allSatisfy { $0 == "*" || $0 == $1 }
            }
            #expect(isTested, "\(kind.path)")
        }
    }

    @Test(
        "responses of other endpoints are not searched",
        arguments: [
            "youtube/v3/videoCategories", "rate_limit", "search/labels", "search", "users", "",
            "repos/a/b/contents/README.md",
        ]
    )
    func otherEndpoints(path: String) async throws {
        let folder = try TemporaryFolder()
        let url = "https://api.github.com/\(path)"
        let body: JSONValue = ["items": [["name": "unseen"]]]
        let seek = SeekClient(.caching(in: folder, [stub(.get, url, returning: .json(body))]))
        #expect(try await seek.fetch(url).status == .ok)
        #expect(try await seek.offlineSearch("unseen").hits.isEmpty)
        await seek.close()
    }

    @Test("results in a failed response are not found")
    func failure() async throws {
        let folder = try TemporaryFolder()
        let url = "https://api.github.com/search/repositories"
        let body = try JSONDecoder().decode(JSONValue.self, from: Fixtures().bytes(of: "github/search_repositories"))
        let response = HTTPResponse(json: body, status: 404)
        let seek = SeekClient(.caching(in: folder, [stub(.get, url, returning: .response(response))]))
        #expect(try await seek.fetch(url).status == 404)
        #expect(try await seek.offlineSearch("tetris").hits.isEmpty)
        await seek.close()
    }

    @Test("a response that cannot be decoded has no results and does not affect others")
    func undecodableResponse() async throws {
        let folder = try TemporaryFolder()
        let (users, issues) = ("https://api.github.com/users/x", "https://api.github.com/search/issues")
        let seek = SeekClient(
            .caching(
                in: folder,
                [
                    stub(.get, users, returning: .text("{\"login\": 3", contentType: "application/json")),
                    stub(.get, issues, returning: .json(file: "github/search_issues")),
                ]
            )
        )
        for url in [users, issues] { #expect(try await seek.fetch(url).status == .ok) }
        #expect(try await seek.offlineSearch("ghost").hits.map(\.hit.id) == ["github:issue:18"])
        await seek.close()
    }
}

/// A result in several responses is found once.
@Suite("Results in several responses")
struct DuplicateResultTests {
    private static let search = "https://www.googleapis.com/youtube/v3/search"
    private static let videos = "https://www.googleapis.com/youtube/v3/videos"

    private func snippet(_ title: String, _ description: String) -> JSONValue {
        [
            "channelId": "c", "channelTitle": "Slow Swift", "title": .string(title), "tags": ["sourdough"],
            "description": .string(description), "publishedAt": "2026-03-01T09:00:00Z",
            "thumbnails": ["default": ["url": "https://example.com/a.jpg"]],
        ]
    }

    /// A policy that removes the responses whose keys contain a string.
    private struct RemovalPolicy: CleanupPolicy {
        var part: String
        func itemsToRemove(from items: [CacheItem]) -> [CacheItem] { items.filter { $0.key.contains(part) } }
    }

    @Test(
        "a result has the text of the detailed response until that response is removed, whichever response came first",
        arguments: [true, false]
    )
    func details(searchFirst: Bool) async throws {
        let folder = try TemporaryFolder()
        let searched: JSONValue = ["id": ["videoId": "v"], "snippet": snippet("Baking", "The begin...")]
        let detailed: JSONValue = ["id": "v", "snippet": snippet("Baking", "The beginning and the crust")]
        let seek = SeekClient(
            .caching(
                in: folder,
                [
                    stub(.get, Self.search, returning: .json(["items": [searched]])),
                    stub(.get, Self.videos, returning: .json(["items": [detailed]])),
                ]
            )
        )
        for isSearch in [searchFirst, !searchFirst] {
            if isSearch {
                _ = try await seek.youTube.search("baking")
            } else {
                _ = try await seek.youTube.videos(["v"])
            }
        }
        let page = try await seek.offlineSearch("baking")
        #expect(page.hits.map(\.hit.id) == ["youtube:video:v"])
        #expect(page.hits.first?.hit.text == "The beginning and the crust")
        for word in ["crust", "sourdough"] { #expect(try await seek.offlineSearch(word).totalCount == 1) }

        _ = try await seek.cache?.clean(policy: RemovalPolicy(part: "/videos"))
        #expect(try await seek.offlineSearch("crust").hits.isEmpty)
        #expect(try await seek.offlineSearch("sourdough").hits.isEmpty)
        #expect(try await seek.offlineSearch("baking").hits.first?.hit.text == "The begin...")
        _ = try await seek.cache?.clean(policy: RemovalPolicy(part: "/search"))
        #expect(try await seek.offlineSearch("baking").hits.isEmpty)
        await seek.close()
    }

    /// A resource whose response contains a result: its URL, and the id of the result in the response.
    struct Resource: Sendable {
        var url: String
        var id: JSONValue

        /// The response with a video, playlist entry, channel or playlist whose description is a word, or with a user
        /// whose name is the word.
        func body(_ word: String) -> JSONValue {
            if url.contains("github") {
                let user: JSONValue = [
                    "id": 1, "login": "octo", "name": .string(word), "type": "User", "html_url": "https://github.com/o",
                    "avatar_url": "https://example.com/a.png",
                ]
                return url.contains("search") ? ["items": [user]] : user
            }
            let snippet: JSONValue = [
                "channelId": "c", "channelTitle": "t", "title": "t", "description": .string(word), "playlistId": "p",
                "publishedAt": "2026-03-01T09:00:00Z", "thumbnails": ["default": ["url": "https://example.com/a.jpg"]],
                "resourceId": ["videoId": "v"], "videoOwnerChannelId": "c",
            ]
            return ["items": [["id": id, "snippet": snippet]]]
        }
    }

    private static let pairs: [(brief: Resource, detailed: Resource)] = {
        let (youTube, gitHub) = ("https://www.googleapis.com/youtube/v3", "https://api.github.com")
        func searchResult(_ id: JSONValue) -> Resource { Resource(url: "\(youTube)/search", id: id) }
        func details(_ path: String, _ id: JSONValue) -> Resource { Resource(url: "\(youTube)/\(path)", id: id) }
        let users = Resource(url: "\(gitHub)/search/users", id: .null)
        return [
            (searchResult(["videoId": "v"]), details("playlistItems", "i")),
            (details("playlistItems", "i"), details("videos", "v")),
            (searchResult(["channelId": "c"]), details("channels", "c")),
            (searchResult(["playlistId": "p"]), details("playlists", "p")),
            (users, Resource(url: "\(gitHub)/users/octo", id: .null)),
            (users, Resource(url: "\(gitHub)/orgs/octo", id: .null)),
        ]
    }()

    /// Returns a client of two resources; the detailed one responds with the given body.
    private func client(
        _ folder: TemporaryFolder,
        brief: Resource,
        detailed: Resource,
        _ body: JSONValue
    ) -> SeekClient {
        SeekClient(
            .caching(
                in: folder,
                [
                    stub(.get, brief.url, returning: .json(brief.body("brief"))),
                    stub(.get, detailed.url, returning: .json(body)),
                ]
            )
        )
    }

    @Test(
        "the most detailed response is used, whichever came last",
        arguments: pairs.indices,
        [true, false]
    )
    func mostDetailed(index: Int, briefLast: Bool) async throws {
        let folder = try TemporaryFolder()
        let (brief, detailed) = Self.pairs[index]
        let seek = client(folder, brief: brief, detailed: detailed, detailed.body("whole"))
        for resource in briefLast ? [detailed, brief] : [brief, detailed] { _ = try await seek.fetch(resource.url) }
        #expect(try await seek.offlineSearch("whole").totalCount == 1)
        #expect(try await seek.offlineSearch("brief").totalCount == 0)
        await seek.close()
    }

    @Test("a result that the most detailed response no longer contains is found in the next most detailed one")
    func vanishedResult() async throws {
        let (folder, otherFolder) = (try TemporaryFolder(), try TemporaryFolder())
        let (brief, detailed) = Self.pairs[1]
        let seek = client(folder, brief: brief, detailed: detailed, detailed.body("whole"))
        for resource in [brief, detailed] { _ = try await seek.fetch(resource.url) }
        #expect(try await seek.offlineSearch("whole").totalCount == 1)

        // Simulates another process that stored the response without indexing it.
        let other = client(otherFolder, brief: brief, detailed: detailed, ["items": []])
        _ = try await other.fetch(detailed.url)
        let items = try #require(try await other.cache?.items())
        for item in items where item.key.contains("/videos") {
            let entry = try #require(try await other.cache?.value(for: item.key))
            try await seek.cache?.put(entry.data, for: item.key)
        }
        #expect(try await seek.offlineSearch("whole").totalCount == 0)
        #expect(try await seek.offlineSearch("brief").totalCount == 1)
        await other.close()
        await seek.close()
    }

    @Test("of equally detailed responses the latest is used, also after the index is rebuilt")
    func latest() async throws {
        let folder = try TemporaryFolder()
        let name = Mutex("")
        let time = Mutex(Date(timeIntervalSince1970: 1_700_000_000))
        let search = stub(
            .get,
            "https://api.github.com/search/repositories",
            returning: .closure { _ in
                let repository: JSONValue = [
                    "id": 1, "name": .string(name.withLock { $0 }), "html_url": "https://github.com/o/r",
                    "description": "shared",
                ]
                return HTTPResponse(json: ["items": [repository]])
            }
        )
        var configuration = SeekConfiguration.caching(in: folder, [search])
        configuration.client.now = { time.withLock { $0 } }
        let titles = ["zero", "one", "two", "three", "four"]
        let first = SeekClient(configuration)
        for title in titles {
            name.withLock { $0 = title }
            time.withLock { $0 += 1 }
            _ = try await first.gitHub.searchRepositories(GitHubQuery("q \(title)"))
        }
        #expect(try await first.offlineSearch("shared").hits.map(\.hit.title) == ["four"])
        await first.close()

        try FileManager.default.removeItem(at: folder.file("index"))
        let second = SeekClient(configuration)
        #expect(try await second.offlineSearch("shared").hits.map(\.hit.title) == ["four"])
        _ = try await second.cache?.clean(policy: RemovalPolicy(part: "four"))
        #expect(try await second.offlineSearch("shared").hits.map(\.hit.title) == ["three"])
        await second.close()
    }
}
