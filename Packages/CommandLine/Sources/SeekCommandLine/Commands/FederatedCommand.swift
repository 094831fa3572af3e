@_spi(Seek) import Seek
import SeekBasics

extension Command {
    static let search = Command(
        path: ["search"],
        summary: "Search YouTube and GitHub at once",
        arguments: [.text("The search text, at most 256 characters")],
        options: [
            .limit,
            OptionSpec(
                name: .kinds,
                value: .required("KINDS"),
                check: .list(FederatedCommand.kinds.map(\.name)),
                synonyms: ["repos": "repositories", "pulls": "prs", "pull-requests": "prs"],
                meaning: "Kinds of results to search for"
            ),
            OptionSpec(
                name: .weight,
                value: .required("SOURCE=NUMBER"),
                check: .weight(of: FederatedCommand.kinds.map(\.source)),
                isRepeatable: true,
                meaning: "Weight of a source in the merged ranking (default 1)"
            ),
            .timeout("each source with all its requests (default 10s)"), .wait,
            OptionSpec(
                name: .offline,
                conflicts: [.weight, .timeout, .wait, .why, .web, .refresh, .dryRun, .budget, .record, .replay],
                meaning: "Search the results of earlier commands without sending a request"
            ),
            OptionSpec(name: .why, meaning: "Show how each source contributed to a result's rank"),
        ] + OptionSpec.output(of: ResultKind.hits().fieldNames)
            + [.pick, .web, .refresh, .dryRun, .budget, .record, .replay, .verbose],
        details: [
            "Searches for videos and repositories unless --kinds is given, and merges the results by reciprocal "
                + "rank fusion. If a source fails or times out, a warning is printed and the results of the other "
                + "sources are shown. --json prints an object with the results and the failures, each with source, "
                + "kind and message. If all sources fail, so does the command. --web opens one page for each kind.",
            "--offline searches all results of earlier commands that are still in the cache, including details, "
                + "tags and labels, but not the results of seek labels; --kinds narrows the search. The only "
                + "operators are quotation marks.",
        ],
        examples: [
            "search swift concurrency", "search 東京 --offline", "search crash --offline --kinds issues,code",
            "search tetris --kinds videos,repositories --weight github=2 --why",
        ],
        searchesAllServices: true
    ) { invocation, settings throws(UsageError) in
        try await FederatedCommand(invocation, settings).run()
    }
}

/// `seek search TEXT...`: searches both services and merges the results.
struct FederatedCommand {
    /// The values of `--kinds`. Each selects a kind of result and the source with a name, a value of `--weight`.
    static let kinds: [(name: String, kind: SearchHit.Kind, source: String)] = [
        ("videos", .video, "youtube"),
        ("channels", .channel, "youtube-channels"),
        ("playlists", .playlist, "youtube-playlists"),
        ("repositories", .repository, "github"),
        ("issues", .issue, "github-issues"),
        ("prs", .pullRequest, "github-pull-requests"),
        ("users", .user, "github-users"),
        ("code", .code, "github-code"),
        ("commits", .commit, "github-commits"),
        ("topics", .topic, "github-topics"),
    ]

    private let invocation: Invocation
    private let settings: CommandSettings
    private let kind: ResultKind<SearchHit>
    private let output: OutputOptions
    private let options: FederationOptions

    private var console: Console { settings.console }

    init(_ invocation: Invocation, _ settings: CommandSettings) throws(UsageError) {
        self.settings = settings
        kind = .hits(showsReasons: invocation.has(.why))
        output = try OutputOptions(invocation, fieldNames: kind.fieldNames, settings.console)
        var options = FederationOptions()
        options.limit = try settings.limit(of: invocation)
        if let names = invocation.values[.kinds].map(OptionSpec.Check.values(inList:)) {
            options.kinds = Self.kinds.filter { names.contains($0.name) }.map(\.kind)
            guard !options.kinds.isEmpty else { throw UsageError("--kinds needs at least one kind") }
        }
        if let limit = invocation.duration(.timeout) ?? invocation.maximumRateLimitWait { options.timeBudget = limit }
        for (name, text) in invocation.repeated where name == .weight {
            // The parser has rejected invalid values.
            let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
            options.weights[parts[0]] = parts.last.flatMap { Double($0) }
        }
        self.options = options
        let calls = options.kinds.map { Self.calls(for: $0, limit: options.limit) }
        self.invocation = invocation.with(maximumCalls: calls.reduce(0, +))
    }

    /// Searches and writes the results. A failed source causes a warning if another one succeeded.
    func run() async throws(UsageError) -> CommandStatus {
        suggestOtherCommand()
        if invocation.has(.web) { return try await openSites() }
        let session = try Session(of: invocation, settings)
        if invocation.has(.offline) { return await session.end(with: await searchOffline(session)) }
        try checkWeights()
        if invocation.has(.dryRun) { return await session.end(with: try await estimate(session)) }
        let result = await search(session.seek)
        let writeStatus = await session.write(
            result.hits,
            as: kind,
            output,
            emptyMessage: emptyMessage(result),
            failures: Self.failures(of: result, invocation, settings)
        )
        var status = Self.report(result, invocation, settings, usedUpBudgetText: session.usedUpBudgetText(invocation))
        if status == .success, Task.isCancelled, result.sources.contains(where: \.wasCancelled) {
            console.report("cancelled")
            status = .cancelled
        }
        return await session.end(with: status == .success ? writeStatus : status)
    }

    /// Suggests another command if the text begins with its name: `seek search repos swift`, as with `gh`.
    private func suggestOtherCommand() {
        let words = invocation.argument.split(separator: " ", maxSplits: 1).map(String.init)
        guard words.count == 2, let command = Command.searchCommand(named: words[0]) else { return }
        console.report(
            "searching both services for '\(invocation.argument)'; to \(command.lowercasedSummary), run: "
                + "seek \(command.name) \(words[1])"
        )
    }

    private func openSites() async throws(UsageError) -> CommandStatus {
        let query = GitHubQuery(invocation.argument)
        for kind in options.kinds {
            let site =
                switch kind {
                case .video: YouTubeSearches.site(.video, invocation.argument)
                case .channel: YouTubeSearches.site(.channel, invocation.argument)
                case .playlist: YouTubeSearches.site(.playlist, invocation.argument)
                case .issue: GitHubSearches.site(GitHubSearches.siteType(of: .issues), query)
                case .pullRequest: GitHubSearches.site(GitHubSearches.siteType(of: .pullRequests), query)
                default: GitHubSearches.site(Self.kinds.first { $0.kind == kind }?.name ?? "", query)
                }
            guard let site else { throw UsageError("the search text cannot be part of a URL; change it") }
            let status = await OpenCommand(settings: settings).openSite(site, invocation)
            guard status == .success else { return status }
        }
        return .success
    }

    /// Returns the message for a search without results; `nil` if no source has responded, because the errors are
    /// reported instead.
    private func emptyMessage(_ result: FederatedResult) -> String? {
        guard result.error == nil else { return nil }
        let names = result.sources.filter { $0.response?.isSkipped == false }.map(\.displayName)
        let sources = names.count == result.sources.count ? "" : " from \(names.joined(separator: ", "))"
        return "no results for '\(invocation.argument)'\(sources)"
    }

    private func searchOffline(_ session: Session) async -> CommandStatus {
        let words = invocation.argument.split(separator: " ")
        if words.contains(where: { ["AND", "OR", "NOT"].contains($0) || $0.hasPrefix("-") || $0.contains("|") }) {
            console.warn(
                "--offline has no operators except quotation marks; AND, OR and NOT are words, and - and | are ignored"
            )
        }
        let kinds = invocation.has(.kinds) ? Set(options.kinds) : []
        do throws(OfflineSearchError) {
            let page = try await session.seek.offlineSearch(invocation.argument, kinds: kinds, limit: options.limit)
            return await session.write(
                page.hits,
                as: .offlineHits,
                output,
                totalCount: Int64(page.totalCount),
                emptyMessage: "no results for '\(invocation.argument)' in the cache",
                failures: []
            )
        } catch {
            console.report(error.description)
            return .failure
        }
    }

    /// Rejects weights for sources that are not searched: they would have no effect.
    private func checkWeights() throws(UsageError) {
        let names = Self.kinds.filter { options.kinds.contains($0.kind) }.map(\.source)
        for name in options.weights.keys.sorted() where !names.contains(name) {
            throw UsageError(
                "--weight: '\(SafeText.line(name))' is not searched; valid: \(names.joined(separator: ", "))"
            )
        }
    }

    private func search(_ seek: SeekClient) async -> FederatedResult {
        console.progress.start("searching")
        defer { console.progress.end() }
        var result = FederatedResult(hits: [], sources: [])
        for await update in seek.updates(for: invocation.argument, options) {
            result = update
            guard !update.isFinal, !update.hits.isEmpty else { continue }
            let pending = update.sources.filter(\.isPending).map(\.displayName).joined(separator: ", ")
            console.progress.update("\(counted(update.hits.count, "result")); waiting for \(pending)")
        }
        return result
    }

    /// Returns the errors of sources that failed completely or partly, for JSON.
    static func failures(of result: FederatedResult, _ invocation: Invocation, _ settings: CommandSettings)
        -> [SourceFailure]
    {
        result.sources.compactMap { source in
            (source.error ?? source.response?.error).map { error in
                SourceFailure(
                    source: source.name,
                    displayName: source.displayName,
                    kind: error.kindName,
                    message: settings.describe(error, of: invocation)
                )
            }
        }
    }

    /// Reports failures and warnings of each source (with `--verbose`, also its cost), and returns the exit status. If
    /// the command runs several searches, `search` names this one, and its failures are warnings because other searches
    /// may succeed. `usedUpBudgetText` describes the budget if it is used up.
    static func report(
        _ result: FederatedResult,
        _ invocation: Invocation,
        _ settings: CommandSettings,
        search: String? = nil,
        usedUpBudgetText: String? = nil
    ) -> CommandStatus {
        let console = settings.console
        func name(_ source: SourceReport) -> String {
            search.map { "\($0): \(source.displayName)" } ?? source.displayName
        }
        func problem(_ source: SourceReport) -> String? {
            if let error = source.error { return settings.describe(error, of: invocation, source: name(source)) }
            guard let response = source.response, let error = response.error else { return nil }
            let count = counted(response.hits.count, "result")
            return "\(name(source)): only \(count): \(settings.describe(error, of: invocation))"
        }
        for source in result.sources {
            guard let response = source.response, !response.isSkipped else { continue }
            if invocation.has(.verbose) {
                let cost = counted(response.quotaCost, "call")
                let count = counted(response.hits.count, "result")
                console.report("\(name(source)): \(count)\(invocation.origin(response.provenance, cost: cost))")
            }
            if response.skipped > 0 {
                console.warn("\(name(source)): skipped \(counted(response.skipped, "malformed result"))")
            }
            console.warnIfStale(
                response.provenance,
                subject: "its results are",
                source: name(source),
                usedUpBudgetText: usedUpBudgetText
            )
            settings.warn(of: response.incompleteReasons, source: name(source))
        }
        for notice in result.notices { console.report(search.map { "\($0): \(notice)" } ?? notice) }
        guard let error = result.error else {
            for source in result.sources { if let problem = problem(source) { console.warn(problem) } }
            return .success
        }
        guard !Task.isCancelled else {
            console.report("cancelled")
            return .cancelled
        }
        for problem in result.sources.compactMap(problem) {
            if search == nil { console.report(problem) } else { console.warn(problem) }
        }
        return CommandStatus(error)
    }

    private static func isYouTube(_ kind: SearchHit.Kind) -> Bool { [.video, .channel, .playlist].contains(kind) }

    /// Returns the maximum number of calls.
    private static func calls(for kind: SearchHit.Kind, limit: Int) -> Int {
        let (pageSize, maximum) =
            isYouTube(kind)
            ? (YouTubeSearchQuery.maximumPageSize, YouTubeClient.maximumResults)
            : (GitHubClient.maximumPageSize, GitHubClient.maximumResults)
        return (min(limit, maximum) + pageSize - 1) / pageSize
    }

    private func estimate(_ session: Session) async throws(UsageError) -> CommandStatus {
        var estimates: [CostEstimate] = []
        var problems: [(text: String, status: CommandStatus)] = []
        for (kind, source) in zip(options.kinds, session.seek.federation(options).sources) {
            let isYouTube = Self.isYouTube(kind)
            do throws(SearchError) {
                if kind == .code { try session.requireGitHubToken() }
                let cost = try await session.cost(maximumCalls: Self.calls(for: kind, limit: options.limit)) {
                    let response = try await source.response(for: invocation.argument, limit: options.limit)
                    // Pages were found in the cache, but a later one was not: its call counts, too.
                    if let error = response.error { throw error }
                }
                let quota = isYouTube ? QuotaBucket.youTubeSearch.name : kind == .code ? "code_search" : "search"
                estimates.append(CostEstimate(isYouTube ? .youTube : .gitHub, quota, cost))
            } catch {
                let text = settings.describe(error, of: invocation, source: source.source.displayName)
                problems.append((text, CommandStatus(error)))
            }
        }
        if estimates.isEmpty, let status = problems.first?.status {
            for problem in problems { console.report(problem.text) }
            return status
        }
        for problem in problems { console.warn(problem.text) }
        return try await session.write(estimates, of: invocation)
    }
}

extension SourceReport {
    /// Whether the search was cancelled before the source had finished. (The report is that of a final result.)
    var wasCancelled: Bool { response == nil && error == nil }
}

/// A source that returned no response, or only a part of its results.
struct SourceFailure: Sendable {
    /// The name of the source, as in the JSON of results.
    var source: String
    /// The user-facing name of the source.
    var displayName: String
    /// The kind of the error, such as `rate-limited`.
    var kind: String
    var message: String

    var value: JSONValue { .object(["source": .string(source), "kind": .string(kind), "message": .string(message)]) }
}
