@_spi(Seek) import Seek
import SeekBasics

extension FederatedCommand {
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

    /// Returns the cost of each source of a query and of the lookup of its channel, and why sources cannot be searched.
    /// The session sends no request; its probe counts the responses that the cache serves.
    static func costs(
        of query: FederatedQuery,
        _ invocation: Invocation,
        _ session: Session
    ) async -> (estimates: [CostEstimate], problems: [(text: String, status: CommandStatus)]) {
        var estimates: [CostEstimate] = []
        var problems: [(text: String, status: CommandStatus)] = []
        let sources = session.seek.federation(of: query, timeBudget: .seconds(365 * 86_400)).sources
        var lookup: CostEstimate?
        if query.looksUpChannel, let handle = query.channel {
            let cost = try? await session.cost(maximumCalls: 1) {
                try await session.seek.youTube.channel(handle: handle)
            }
            lookup = cost.map { CostEstimate(.youTube, QuotaBucket.youTubeUnits.name, $0) }
        }
        var countsLookup = lookup?.calls == 0
        for (kind, source) in zip(query.kinds, sources) {
            let service = kind.service ?? .gitHub
            do throws(SearchError) {
                if kind == .code { try session.requireGitHubToken() }
                var cost = try await session.cost(maximumCalls: query.calls(for: kind)) {
                    let response = try await source.response(for: query.text, limit: query.limit)
                    // Pages were found in the cache, but a later one was not: its call counts, too.
                    if let error = response.error { throw error }
                }
                if countsLookup, service == .youTube, kind != .channel {
                    // The cached response of the lookup, which only the first source requests.
                    countsLookup = false
                    cost.cachedCount = max(0, cost.cachedCount - 1)
                    if cost.value == nil { cost.calls = max(1, query.calls(for: kind) - cost.cachedCount) }
                }
                let quota =
                    service == .youTube ? QuotaBucket.youTubeSearch.name : kind == .code ? "code_search" : "search"
                estimates.append(CostEstimate(service, quota, cost))
            } catch {
                let text = session.settings.describe(error, of: invocation, source: source.source.displayName)
                problems.append((text, CommandStatus(error)))
            }
        }
        if let lookup, estimates.contains(where: { $0.service == .youTube }) { estimates.append(lookup) }
        return (estimates, problems)
    }
}

extension FederatedQuery {
    /// The maximum number of calls of a search.
    var maximumCalls: Int { youTubeCalls + gitHubCalls + (looksUpChannel ? 1 : 0) }
}

extension FederatedResult {
    /// Whether the results of a source are missing or incomplete, because it failed or timed out.
    var hasFailures: Bool { !incompleteSources.isEmpty }

    /// The sources whose results are missing or incomplete, because they failed, timed out or were cancelled.
    var incompleteSources: [SourceReport] {
        sources.filter { $0.response.map { $0.error != nil || $0.isIncomplete } ?? true }
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
