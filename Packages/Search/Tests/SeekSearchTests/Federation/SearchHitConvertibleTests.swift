import Foundation
import SeekModels
import SeekNetworking
@_spi(Seek) import SeekSearch
import SeekTestHelpers
import SeekTestingSupport
import Testing

private let api = "https://api.github.com/search"

@Suite("Results as hits")
struct SearchHitConvertibleTests {
    private func page<Model: Decodable>(_ type: Model.Type, _ name: String) throws -> Model {
        try ModelDecoder().decode(type, from: Fixtures().bytes(of: name))
    }

    private struct Summary: Equatable {
        var kind: SearchHit.Kind
        var title: String
        var subtitle: String?
        var text: String
        var url: String?
        var hasDate = true
        var hasThumbnail = false
        var searchWords: [String] = []
    }

    private func summary(_ result: (any SearchHitConvertible)?) throws -> Summary {
        let result = try #require(result)
        let hit = try #require(result.searchHit)
        #expect(hit.id.hasPrefix("\(hit.source):\(hit.kind.rawValue):"))
        return Summary(
            kind: hit.kind,
            title: hit.title,
            subtitle: hit.subtitle,
            text: hit.text,
            url: hit.url?.absoluteString,
            hasDate: hit.date != nil,
            hasThumbnail: hit.thumbnail != nil,
            searchWords: result.searchWords
        )
    }

    @Test(
        "A hit without a visible title is displayed with its URL",
        arguments: [
            ("a", "a"), ("", "https://youtu.be/v"), (" \t", "https://youtu.be/v"),
            ("\u{200B}\u{3164}", "https://youtu.be/v"), ("👩‍💻", "👩‍💻"), ("\u{200D}.", "\u{200D}."),
        ]
    )
    func displayTitle(title: String, shown: String) {
        let url = URL(string: "https://youtu.be/v")
        let hit = SearchHit(id: "v", kind: .video, source: "youtube", title: title, url: url)
        #expect(hit.displayTitle == shown)
        #expect(SearchHit(id: "v", kind: .video, source: "x", title: "").displayTitle == "(untitled)")
    }

    @Test("Results without details are converted to hits")
    func withoutDetails() throws {
        let video = try ModelDecoder().decode(
            YouTubeSearchPage.self,
            from: Data(#"{"items":[{"id":{"videoId":"v"}}]}"#.utf8)
        )
        let hit = try #require(video.items.first?.searchHit)
        #expect(hit.id == "youtube:video:v")
        #expect(hit.author == nil)
        #expect(hit.displayTitle == "https://www.youtube.com/watch?v=v")
        let code = try ModelDecoder().decode(
            GitHubCode.self,
            from: Data(#"{"html_url":"https://github.com/o/r/blob/main/a.swift"}"#.utf8)
        )
        #expect(code.searchHit?.id == "github:code:https://github.com/o/r/blob/main/a.swift")
        #expect(code.searchHit?.title == "a.swift")
    }

    @Test("YouTube results are converted to hits; a video without a title and a private playlist entry have no hit")
    func youTube() throws {
        let videos = try page(YouTubeListPage<YouTubeVideo>.self, "youtube/videos").items
        let video = Summary(
            kind: .video,
            title: "東京の夜景を歩く & more",
            subtitle: "夜散歩",
            text: "",
            url: "https://www.youtube.com/watch?v=Sw1ftSeek02",
            hasThumbnail: true,
            searchWords: ["東京", "夜景"]
        )
        #expect(try summary(videos.first) == video)
        #expect(videos[1].searchHit == nil)
        let entries = try page(YouTubeListPage<YouTubePlaylistItem>.self, "youtube/playlist_items").items
        let entry = Summary(
            kind: .video,
            title: "Swift in 100 seconds",
            subtitle: "Compilers & Coffee",
            text: "It's a tour.",
            url: "https://www.youtube.com/watch?v=Sw1ftSeek01",
            hasDate: false,
            hasThumbnail: true
        )
        #expect(try summary(entries.first) == entry)
        #expect(entries[1].title == "Private video")
        #expect(entries[1].searchHit == nil)
        let searched = try page(YouTubeSearchPage.self, "youtube/search_mixed_kinds").items.first
        // A search and a playlist return the same video, which has the same id in both.
        #expect(searched?.searchHit?.id == entries.first?.searchHit?.id)
        let channel = Summary(
            kind: .channel,
            title: "Slow Swift & Friends",
            subtitle: "@slowswift",
            text: "One language feature at a time.",
            url: "https://www.youtube.com/channel/UCseekDemoChannel0000001",
            hasThumbnail: true
        )
        #expect(try summary(page(YouTubeListPage<YouTubeChannel>.self, "youtube/channels").items.first) == channel)
        let playlist = Summary(
            kind: .playlist,
            title: "Concurrency, slowly",
            subtitle: "Slow Swift & Friends",
            text: "From callbacks to actors.",
            url: "https://www.youtube.com/playlist?list=PLseekDemoPlaylist0001",
            hasThumbnail: true
        )
        #expect(try summary(page(YouTubeListPage<YouTubePlaylist>.self, "youtube/playlists").items.first) == playlist)
    }

    @Test("a channel found by a search has neither a subtitle nor an author")
    func channel() throws {
        let items = try page(YouTubeSearchPage.self, "youtube/search_mixed_kinds").items
        let hit = try #require(items.first { $0.kind == .channel }?.searchHit)
        #expect(!hit.title.isEmpty)
        #expect(hit.subtitle == nil)
        #expect(hit.author == nil)
    }

    @Test("issues and files have their repository in the subtitle; people, labels and milestones are search words")
    func issuesAndFiles() throws {
        let pullRequest = Summary(
            kind: .pullRequest,
            title: "Greet in more languages",
            subtitle: "octocat/Hello-World#17",
            text: "Hello, 世界",
            url: "https://github.com/octocat/Hello-World/pull/17",
            searchWords: ["night-owl-dev", "1.0", "octocat", "good first issue", "legacy"]
        )
        let issues = try page(GitHubSearchPage<GitHubIssue>.self, "github/search_issues").items
        #expect(try summary(issues.first) == pullRequest)
        #expect(issues.last?.searchHit?.kind == .issue)
        var file = try #require(page(GitHubSearchPage<GitHubCode>.self, "github/search_code").items.first)
        file.textMatches = [GitHubTextMatch(fragment: "let a"), GitHubTextMatch(fragment: "var b")]
        let code = Summary(
            kind: .code,
            title: "Sources/Greeting.swift",
            subtitle: "octocat/Hello-World",
            text: "let a\nvar b",
            url: "https://github.com/octocat/Hello-World/blob/main/Sources/Greeting.swift",
            hasDate: false
        )
        #expect(try summary(file) == code)
        // Without a title, the number is shown.
        let url = try #require(URL(string: "https://github.com/o/r/issues/1"))
        #expect(GitHubIssue(id: 1, number: 3, title: "", url: url).searchHit?.title == "#3")
    }

    @Test("An issue as a hit has its state and labels, of which merged and draft are states; they can be stored")
    func issueState() throws {
        let url = try #require(URL(string: "https://github.com/o/r/issues/3"))
        var issue = GitHubIssue(id: 1, number: 3, title: "a", url: url)
        #expect(issue.searchHit?.state == nil)
        issue.state = .open
        issue.labels = [GitHubLabel(name: "bug")]
        let hit = try #require(issue.searchHit)
        #expect(hit.state == "open")
        #expect(hit.labels == ["bug"])
        #expect(try JSONDecoder().decode(SearchHit.self, from: JSONEncoder().encode(hit)) == hit)
        issue.isDraft = true
        #expect(issue.searchHit?.state == "draft")
        issue.state = .closed
        #expect(issue.searchHit?.state == "closed")
        issue.mergedAt = Date()
        #expect(issue.searchHit?.state == "merged")
    }

    @Test("users, commits and topics are converted to hits; the topics of a repository are search words")
    func usersCommitsTopicsAndRepositories() throws {
        let user = Summary(
            kind: .user,
            title: "octocat",
            text: "",
            url: "https://github.com/octocat",
            hasDate: false,
            hasThumbnail: true
        )
        #expect(try summary(page(GitHubSearchPage<GitHubUser>.self, "github/search_users").items.first) == user)
        let commits = try page(GitHubSearchPage<GitHubCommit>.self, "github/search_commits").items
        let commit = Summary(
            kind: .commit,
            title: "Merge pull request #6",
            subtitle: "octocat/Hello-World",
            text: "",
            url: "https://github.com/octocat/Hello-World/commit/7fd1a60b01f91b314f59955a4e4d4e80d8edf11d",
            searchWords: ["7fd1a60b01f91b314f59955a4e4d4e80d8edf11d", "octocat", "The Octocat"]
        )
        #expect(try summary(commits.first) == commit)
        // Without a message, the abbreviated hash is shown.
        #expect(commits.last?.searchHit?.title == "7629413")
        var long = try #require(commits.first)
        long.message = "first\n\nthe rest"
        #expect(long.searchHit?.title == "first")
        #expect(long.searchHit?.text == "the rest")
        let topic = Summary(
            kind: .topic,
            title: "Swift",
            subtitle: "Chris Lattner",
            text: "A programming language.\nSwift is a language for everything.",
            url: "https://github.com/topics/swift",
            searchWords: ["swift"]
        )
        #expect(try summary(page(GitHubSearchPage<GitHubTopic>.self, "github/search_topics").items.first) == topic)
        let repository = try page(GitHubSearchPage<GitHubRepository>.self, "github/search_repositories").items[1]
        #expect(try summary(repository).searchWords == ["swift", "search"])
    }

    /// What a card shows beside the title: author, author's id, whether the author has an avatar, count, and duration
    /// in seconds. A missing value is `-`, a missing duration -1.
    private func card(_ result: (any SearchHitConvertible)?) -> String {
        guard let hit = result?.searchHit else { return "no hit" }
        let author = hit.author.map { "\($0.name) \($0.id ?? "-") \($0.image == nil ? "-" : "image")" } ?? "-"
        let count = hit.count.map { "\($0.value) \($0.unit.rawValue)" } ?? "-"
        return "\(author), \(count), \(hit.duration?.components.seconds ?? -1)"
    }

    @Test("hits have the author, count and duration of the result, if it has them")
    func cards() throws {
        var videos = try page(YouTubeListPage<YouTubeVideo>.self, "youtube/videos").items
        #expect(card(videos[0]) == "夜散歩 youtube:channel:UCseekDemoChannel0000002 -, 9007199254740993 views, -1")
        videos[0].duration = .seconds(61)
        #expect(card(videos[0]).hasSuffix(", 61"))
        let searched = try page(YouTubeSearchPage.self, "youtube/search_mixed_kinds").items
        #expect(searched.map(\.kind) == [.video, .channel, .playlist])
        let channel = "Seek Demo youtube:channel:UCseekDemoChannel0000001 -"
        #expect(searched.map(card) == ["\(channel), -, -1", "-, -, -1", "\(channel), -, -1"])
        let channels = try page(YouTubeListPage<YouTubeChannel>.self, "youtube/channels").items
        #expect(card(channels.first) == "-, 10700000 subscribers, -1")
        let issue = try page(GitHubSearchPage<GitHubIssue>.self, "github/search_issues").items.first
        #expect(card(issue) == "night-owl-dev - -, 3 comments, -1")
        var repositories = try page(GitHubSearchPage<GitHubRepository>.self, "github/search_repositories").items
        #expect(card(repositories[0]) == "seek-demo - -, 512 stars, -1")
        repositories[0].owner?.avatarURL = URL(string: "https://avatars.githubusercontent.com/u/1")
        #expect(card(repositories[0]) == "seek-demo - image, 512 stars, -1")
        let file = try page(GitHubSearchPage<GitHubCode>.self, "github/search_code").items.first
        #expect(card(file) == "octocat - -, -, -1")
        var commits = try page(GitHubSearchPage<GitHubCommit>.self, "github/search_commits").items
        #expect(card(commits.first) == "octocat - -, -, -1")
        commits[0].author = nil
        #expect(card(commits.first) == "The Octocat - -, -, -1")
        let topic = try page(GitHubSearchPage<GitHubTopic>.self, "github/search_topics").items.first
        #expect(card(topic) == "Chris Lattner - -, -, -1")
    }

    @Test(
        "GitHub's source of each kind has names and returns hits of that kind",
        .stubbed(
            stub(.get, "\(api)/repositories", returning: .json(file: "github/search_repositories")),
            stub(.get, "\(api)/issues", returning: .json(file: "github/search_issues")),
            stub(.get, "\(api)/users", returning: .json(file: "github/search_users")),
            stub(.get, "\(api)/code", returning: .json(file: "github/search_code")),
            stub(.get, "\(api)/commits", returning: .json(file: "github/search_commits")),
            stub(.get, "\(api)/topics", returning: .json(file: "github/search_topics"))
        )
    )
    func sources() async throws {
        let client = GitHubClient(token: "T", configuration: configuration(.current))
        let sources: [(any SearchSource, SearchHit.Kind, String, String)] = [
            (client.source(.repositories()), .repository, "github", "GitHub"),
            (client.source(.issues(.pullRequests)), .pullRequest, "github-pull-requests", "GitHub pull requests"),
            (client.source(.users()), .user, "github-users", "GitHub users"),
            (client.source(.code()), .code, "github-code", "GitHub code"),
            (client.source(.commits()), .commit, "github-commits", "GitHub commits"),
            (client.source(.topics()), .topic, "github-topics", "GitHub topics"),
        ]
        for (source, kind, name, displayName) in sources {
            #expect(source.name == name)
            #expect(source.displayName == displayName)
            let hits = try await FederatedSearch.Source(source).response(for: "swift", limit: 1).hits
            #expect(hits.map(\.kind) == [kind])
            #expect(StubTransport.current.received.last?.url.query()?.contains("per_page=30") == true)
        }
        #expect(client.source(.issues()).name == "github-issues")
        let renamed = client.source(.users(), name: "mine")
        #expect(renamed.name == "mine")
        #expect(renamed.displayName == "mine")
        #expect(client.source(.users(), name: "mine", displayName: "My users").displayName == "My users")
    }

    @Test("YouTube's source of each kind has names")
    func youTubeSources() {
        let client = YouTubeClient.sample()
        #expect(
            [nil, .video, .channel, .playlist].map { client.source(of: $0).name } == [
                "youtube", "youtube", "youtube-channels", "youtube-playlists",
            ]
        )
        #expect(client.source(of: .playlist).displayName == "YouTube playlists")
        #expect(client.source(name: "mine").displayName == "mine")
    }

    @Test("a source of code rejects a date without sending a request", .stubbed())
    func codeByDate() async {
        let client = GitHubClient(token: "T", configuration: configuration(.current))
        let date = Date(timeIntervalSince1970: 0)
        for source in [
            client.source(.code(), qualifiers: [.created(.atLeast(date))]),
            client.source(.code(), over: date..<date + 9),
        ] as [any SearchSource<GitHubCode>] {
            let error = await #expect(throws: SearchError.self) { try await source.page(for: "swift", at: nil) }
            #expect(error?.message.contains("cannot search code by date") == true)
        }
        #expect(StubTransport.current.received.isEmpty)
    }
}
