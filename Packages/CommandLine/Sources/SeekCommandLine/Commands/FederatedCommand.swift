@_spi(Seek) import Seek
import SeekBasics

extension Command {
    static let search = Command(
        path: ["search"],
        summary: "Search YouTube and GitHub at once",
        arguments: [.text("Words and qualifiers of GitHub", orFlags: OptionSpec.queryTextAlternatives)],
        options: [.limit] + OptionSpec.query + [
            OptionSpec(
                name: .weight,
                value: .required("SOURCE=NUMBER"),
                check: .weight(of: SearchHit.Kind.searchable.map(\.sourceName)),
                isRepeatable: true,
                meaning: "Weight of a source in the merged ranking (default 1)"
            ),
            .timeout("each source with all its requests (default 10s)"), .wait,
            OptionSpec(
                name: .offline,
                conflicts: [
                    .weight, .timeout, .wait, .why, .web, .refresh, .dryRun, .budget, .record, .replay, .strict,
                ]
                    + OptionSpec.query.map(\.name).filter { $0 != .kinds },
                meaning: "Search the results of earlier commands without sending a request"
            ),
            OptionSpec(name: .strict, meaning: "Fail if a source could not be searched"),
            OptionSpec(name: .why, meaning: "Show how each source contributed to a result's rank"),
        ] + OptionSpec.output(of: ResultKind.hits().fieldNames)
            + [.pick, .web, .refresh, .dryRun, .budget, .record, .replay, .verbose],
        details: [
            "Searches for videos and repositories unless --kinds is given, and merges the results by reciprocal "
                + "rank fusion. Each source is searched with the filters and qualifiers that it has; what was left out "
                + "is reported. With --channel, only videos are searched unless --kinds is given. If a source fails or "
                + "times out, a warning is printed and the results of the other sources are shown; with --strict, the "
                + "status is 1. --json prints an object with the results and the failures, each with source, "
                + "kind and message. If all sources fail, so does the command. --web opens one page for each kind.",
            QueryFlag.details,
            "--offline searches all results of earlier commands that are still in the cache, including details, "
                + "tags and labels, but not the results of seek labels; --kinds narrows the search. The only "
                + "operators are quotation marks.",
        ],
        examples: [
            "search swift concurrency", "search swift --kinds videos,issues --since 7d --sort date",
            "search 東京 --offline", "search crash --offline --kinds issues,code",
            "search tetris --kinds videos,repositories --weight github=2 --why",
        ],
        searchesAllServices: true
    ) { invocation, settings throws(UsageError) in
        try await FederatedCommand(invocation, settings).run()
    }
}

/// `seek search TEXT...`: searches both services and merges the results.
struct FederatedCommand {
    private let invocation: Invocation
    private let settings: CommandSettings
    private let kind: ResultKind<SearchHit>
    private let output: OutputOptions
    private let query: FederatedQuery
    private let weights: [String: Double]
    private let timeBudget: Duration

    private var console: Console { settings.console }

    init(_ invocation: Invocation, _ settings: CommandSettings) throws(UsageError) {
        self.settings = settings
        kind = .hits(showsReasons: invocation.has(.why))
        output = try OutputOptions(invocation, fieldNames: kind.fieldNames, settings.console)
        var query = FederatedQuery(invocation.argument, limit: try settings.limit(of: invocation))
        try query.apply(invocation)
        if let problem = query.problem(with: invocation) { throw UsageError(problem) }
        do throws(SearchError) {
            try query.validateForAnySource(now: invocation.now())
        } catch {
            throw UsageError(settings.describe(error, of: invocation))
        }
        self.query = query
        timeBudget = invocation.duration(.timeout) ?? invocation.maximumRateLimitWait ?? .seconds(10)
        let weights = invocation.repeated.filter { $0.name == .weight }.compactMap { _, text -> (String, Double)? in
            let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
            // The parser has rejected invalid values.
            return parts.last.flatMap { Double($0) }.map { (parts[0], $0) }
        }
        self.weights = Dictionary(weights) { $1 }
        self.invocation = invocation.with(maximumCalls: query.maximumCalls)
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
        if status == .success, invocation.has(.strict), result.hasFailures { status = .failure }
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
        for kind in query.kinds {
            let site =
                switch kind {
                case .video: YouTubeSearches.site(.video, query.text, channel: query.channel)
                case .channel: YouTubeSearches.site(.channel, query.text)
                case .playlist: YouTubeSearches.site(.playlist, query.text)
                case .pullRequest:
                    GitHubSearches.site(GitHubSearches.siteType(of: .pullRequests), GitHubQuery(query.text))
                default: GitHubSearches.site(kind.pluralName, GitHubQuery(query.text))
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
        return "no results\(query.text.isEmpty ? "" : " for '\(query.text)'")\(sources)"
    }

    private func searchOffline(_ session: Session) async -> CommandStatus {
        let words = invocation.argument.split(separator: " ")
        if words.contains(where: { ["AND", "OR", "NOT"].contains($0) || $0.hasPrefix("-") || $0.contains("|") }) {
            console.warn(
                "--offline has no operators except quotation marks; AND, OR and NOT are words, and - and | are ignored"
            )
        }
        let kinds = invocation.has(.kinds) ? Set(query.kinds) : []
        do throws(OfflineSearchError) {
            let page = try await session.seek.offlineSearch(invocation.argument, kinds: kinds, limit: query.limit)
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
        let names = query.kinds.map(\.sourceName)
        for name in weights.keys.sorted() where !names.contains(name) {
            throw UsageError(
                "--weight: '\(SafeText.line(name))' is not searched; valid: \(names.joined(separator: ", "))"
            )
        }
    }

    private func search(_ seek: SeekClient) async -> FederatedResult {
        console.progress.start("searching")
        defer { console.progress.end() }
        var result = FederatedResult(hits: [], sources: [])
        for await update in seek.updates(for: query, weights: weights, timeBudget: timeBudget) {
            result = update
            guard !update.isFinal, !update.hits.isEmpty else { continue }
            let pending = update.sources.filter(\.isPending).map(\.displayName).joined(separator: ", ")
            console.progress.update("\(counted(update.hits.count, "result")); waiting for \(pending)")
        }
        return result
    }

    private func estimate(_ session: Session) async throws(UsageError) -> CommandStatus {
        let (estimates, problems) = await Self.costs(of: query, invocation, session)
        if estimates.isEmpty, let status = problems.first?.status {
            for problem in problems { console.report(problem.text) }
            return status
        }
        for problem in problems { console.warn(problem.text) }
        return try await session.write(estimates, of: invocation)
    }
}
