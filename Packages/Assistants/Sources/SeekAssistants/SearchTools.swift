import Seek
import SeekBasics
import SeekModels

extension Tool {
    private static let searchFields = ["author", "date", "count", "duration", "snippet"]

    /// Creates a tool that searches: its findings are cut to the limit of the call.
    private static func searching(
        _ name: String,
        _ title: String,
        _ description: String,
        _ properties: JSONObject,
        required: [String] = ["query"],
        fields: [String] = searchFields,
        fetch: @escaping @Sendable (Toolbox, Arguments) async throws(ToolError) -> Toolbox.Fetch
    ) -> Tool {
        let arguments = properties.merging(Schema.paging).merging(Schema.maximumCost)
        return Tool(name, title, description, arguments, required: required) {
            tools,
            arguments,
            report throws(ToolError) in
            let question = try Question(name, arguments)
            let fetch = try await fetch(tools, arguments)
            let findings = try await tools.answer(question, report: report, fetch: fetch)
            return await tools.output(findings, question, fields)
        }
    }

    private static func selectedKinds(_ arguments: Arguments) -> [SearchHit.Kind]? {
        arguments.strings("kinds").map { names in
            SearchHit.Kind.searchable.filter { names.contains($0.pluralName) }
        }
    }

    private static let kindsSchema = Schema.choices(SearchHit.Kind.searchable.map(\.pluralName), "The kinds of results")

    static let search = searching(
        "search",
        "Search YouTube and GitHub",
        """
        Searches YouTube and GitHub at once and merges up to 50 results into one ranking; by default videos and \
        repositories. Each kind of YouTube (videos, channels, playlists) costs one of about 100 searches a day unless \
        the answer is cached.
        """,
        [
            "query": Schema.query, "kinds": kindsSchema, "since": Schema.since, "until": Schema.until,
            "language": Schema.string("A code of ISO 639-1 for YouTube, or a programming language for GitHub"),
            "sort": Schema.choice(SearchSort.allCases.map(\.rawValue), "The order; relevance by default"),
        ]
    ) { _, arguments in
        // Every page costs one call, whatever its size: the following results are in the cache.
        var query = FederatedQuery(arguments["query"] ?? "", kinds: selectedKinds(arguments), limit: 50)
        query.sort = arguments["sort"].flatMap(SearchSort.init) ?? .relevance
        query.since = arguments["since"].flatMap { SearchDate($0) }
        query.until = arguments["until"].flatMap { SearchDate($0) }
        query.language = arguments["language"]
        return { [query] client, _, report in
            var result = FederatedResult(hits: [], sources: [])
            for await update in client.updates(for: query) {
                result = update
                let finished = result.sources.count { !$0.isPending }
                if finished > 0 {
                    await report(finished, result.sources.count, "\(counted(result.hits.count, "result")) so far")
                }
            }
            return Findings(result)
        }
    }

    static let searchVideos = searching(
        "search_videos",
        "Search videos",
        "Searches YouTube for videos. Costs one of about 100 searches a day unless the answer is cached.",
        [
            "query": Schema.query, "since": Schema.since, "until": Schema.until,
            "channelID": Schema.string("The id of a channel, such as UC_x5XG1OV2P6uZZ5FSM9Ttw"),
            "order": Schema.choice(["relevance", "date", "rating", "viewCount"], "The order; relevance by default"),
            "length": Schema.choice(
                YouTubeVideoLength.allCases.map(\.rawValue),
                "Under 4 minutes, up to 20 minutes, or longer"
            ),
        ]
    ) { _, arguments in
        var query = YouTubeSearchQuery(arguments["query"] ?? "")
        (query.publishedAfter, query.publishedBefore) = (arguments.start("since"), arguments.end("until"))
        query.channelID = arguments["channelID"]
        query.order = arguments["order"].flatMap(YouTubeOrder.init)
        query.videoDuration = arguments["length"].flatMap(YouTubeVideoLength.init)
        return { [query] client, cursor, _ in
            await Findings(.youTube, "youtube") { () throws(SearchError) in
                try await client.youTube.search(query, at: cursor)
            }
        }
    }

    static let searchRepositories = searching(
        "search_repositories",
        "Search repositories",
        "Searches GitHub for repositories. The query can contain qualifiers such as language:swift and stars:>100.",
        [
            "query": Schema.query,
            "sort": Schema.choice(GitHubRepositorySort.allCases.map(\.rawValue), "The order; best match by default"),
        ]
    ) { _, arguments in
        { client, cursor, _ in
            await Findings(.gitHub, "github") { () throws(SearchError) in
                try await client.gitHub.searchRepositories(
                    arguments["query"] ?? "",
                    sort: arguments["sort"].flatMap(GitHubRepositorySort.init),
                    at: cursor
                )
            }
        }
    }

    static let searchIssues = searching(
        "search_issues",
        "Search issues and pull requests",
        """
        Searches GitHub for issues or pull requests. The query can contain qualifiers such as repo:apple/swift and \
        is:open. A semantic or hybrid search finds issues by meaning, and needs a token.
        """,
        [
            "query": Schema.query,
            "scope": Schema.choice(["issues", "pullRequests"], "What to search; issues by default"),
            "mode": Schema.choice(["lexical", "semantic", "hybrid"], "How words are matched; lexical by default"),
            "sort": Schema.choice(["created", "updated", "comments"], "The order; best match by default"),
        ],
        fields: searchFields + ["subtitle", "state", "labels"]
    ) { _, arguments in
        { client, cursor, _ in
            await Findings(.gitHub, "github-issues") { () throws(SearchError) in
                try await client.gitHub.searchIssues(
                    arguments["query"] ?? "",
                    scope: arguments["scope"].flatMap(GitHubIssueScope.init) ?? .issues,
                    sort: arguments["sort"].flatMap(GitHubIssueSort.init),
                    searchType: arguments["mode"].map(GitHubSearchType.init(rawValue:)),
                    at: cursor
                )
            }
        }
    }

    static let searchCode = searching(
        "search_code",
        "Search code",
        "Searches files on GitHub. The query can contain qualifiers such as repo:apple/swift. Needs a token.",
        ["query": Schema.query],
        fields: ["subtitle", "snippet"]
    ) { _, arguments in
        { client, cursor, _ in
            await Findings(.gitHub, "github-code") { () throws(SearchError) in
                try await client.gitHub.searchCode(arguments["query"] ?? "", textMatches: true, at: cursor)
            }
        }
    }

    static let runSavedSearch = searching(
        "run_saved_search",
        "Run a saved search",
        """
        Runs a search that the user has saved, and compares it with the user's last run. The run is not recorded: the \
        user's own next run reports the same changes. The resources list the saved searches.
        """,
        ["name": Schema.string("The name of the saved search")],
        required: ["name"]
    ) { tools, arguments throws(ToolError) in
        let search = try await tools.savedSearch(named: arguments["name"] ?? "")
        return { client, _, _ in
            let run = await client.run(search)
            var findings = Findings(run.result)
            func entries(_ change: JSONValue, _ hits: [SearchHit]) -> [Findings.Entry] {
                hits.map { Findings.Entry(hit: $0, extra: ["change": change]) }
            }
            let comparison = run.comparison
            findings.entries =
                entries("new", comparison.new) + entries("changed", comparison.changed.map(\.after))
                + entries("removed", comparison.removed) + entries("dropped", comparison.dropped)
                + entries("unchanged", comparison.unchanged)
            return findings
        }
    }

    static let videoDetails = Tool(
        "video_details",
        "Show details of videos",
        "Returns durations, counts, tags and descriptions of up to 50 videos. Costs one of 10,000 units, and no search.",
        Schema.paging.merging([
            "ids": [
                "type": "array", "minItems": 1, "maxItems": 50, "items": Schema.string("An id, such as dQw4w9WgXcQ"),
                "description": "The ids of the videos, as in their URLs",
            ]
        ]),
        required: ["ids"]
    ) { tools, arguments, report throws(ToolError) in
        let question = try Question("video_details", arguments)
        let ids = (arguments.strings("ids") ?? []).map { $0.replacing("youtube:video:", with: "") }
        let findings = try await tools.answer(question, report: report) { client, _, _ in
            await Findings(videos: ids, client)
        }
        return await tools.output(findings, question, ["id", "author", "date", "count", "duration", "text", "tags"])
    }

    static let searchOffline = Tool(
        "search_offline",
        "Search stored results",
        "Searches everything that earlier searches of this user have found, without a request. Costs nothing.",
        Schema.paging.merging(["query": Schema.query, "kinds": kindsSchema]),
        required: ["query"],
        isOpenWorld: false
    ) { tools, arguments, _ throws(ToolError) in
        let question = try Question("search_offline", arguments)
        let kinds = Set(selectedKinds(arguments) ?? [])
        do throws(OfflineSearchError) {
            let page = try await tools.client.offlineSearch(arguments["query"] ?? "", kinds: kinds, limit: 500)
            var findings = Findings(entries: page.hits.map { Findings.Entry(hit: $0.hit) }, sources: [])
            findings.total = Int64(page.totalCount)
            return await tools.output(findings, question, searchFields)
        } catch {
            throw ToolError("Stored results cannot be searched: \(error.assistantText)")
        }
    }
}

extension OfflineSearchError {
    /// The cause and the advice, without a path.
    fileprivate var assistantText: String {
        switch self {
        case .noCache: "there is no cache. Set SEEK_CACHE_DIR to a writable folder for seek mcp."
        case .cache, .index: "the cache cannot be read. Run: seek cache"
        }
    }
}

extension Findings {
    /// Creates the details of videos.
    fileprivate init(videos ids: [String], _ client: SeekClient) async {
        do throws(SearchError) {
            let lookup = try await client.youTube.videos(ids)
            let entries = lookup.items.compactMap { video in
                video.searchHit.map { hit in
                    let extra: JSONValue = [
                        "likes": .optional(video.likeCount), "comments": .optional(video.commentCount),
                        "tags": .array(video.tags.map { .string($0) }),
                    ]
                    return Entry(hit: hit, extra: extra.withoutNulls.object ?? [:])
                }
            }
            let source = Source(
                name: "youtube",
                service: .youTube,
                provenance: lookup.provenance,
                cost: lookup.quotaCost
            )
            self.init(entries: entries, sources: [source])
            if !lookup.missingIDs.isEmpty {
                notes.append("Not found: \(cleaned(lookup.missingIDs.joined(separator: ", "), to: 700))")
            }
        } catch {
            self.init(entries: [], sources: [Source(name: "youtube", service: .youTube, error: error)])
        }
        countsSearches = false
    }
}
