import Seek
import SeekBasics

extension Command {
    static let savedRun = Command(
        path: ["saved", "run"],
        summary: "Run saved searches and show what has changed since the last run",
        arguments: [
            ArgumentSpec(
                placeholder: "NAME",
                meaning: "Name of the search; omit it to run all",
                count: .optional,
                listCommand: ArgumentSpec.savedName.listCommand,
                replacedBy: .all
            )
        ],
        options: OptionSpec.output(of: ChangedResult.fieldNames) + [
            .pick,
            OptionSpec(name: .all, meaning: "Run all saved searches (default)"),
            OptionSpec(name: .unchanged, meaning: "Show unchanged results as well"),
            OptionSpec(
                name: .exitCode,
                meaning: "Exit with status 3 if anything has changed, and otherwise with 5 if results were not compared"
            ),
            OptionSpec(
                name: .watch,
                value: .required("INTERVAL"),
                check: .duration,
                conflicts: [.pick, .unchanged, .exitCode, .refresh, .budget, .dryRun],
                meaning: "Repeat at this interval (15m, 1h, 1d), and show only new and changed results"
            ),
            .refresh,
            OptionSpec(
                name: .dryRun,
                conflicts: [.columns, .template, .pick, .unchanged, .exitCode],
                meaning: OptionSpec.dryRun.meaning
            ), .budget, .timeout(), .wait, .verbose,
        ],
        details: [
            "The first run shows all results as new. A removed result no longer matches the search, or no "
                + "longer exists; a dropped result is no longer among the fetched results, but may still match. "
                + "Results beyond the limit of the search (saved add --limit) may be fetched with the last page; "
                + "they do not count as dropped. If a source does not respond, its results are not compared; "
                + "with --exit-code, the status is then 5, unless other results have changed.",
            "All searches are run one after another, with a table for each; tsv and csv have a column with the "
                + "name of the search. --json prints an object with the results and the failures of sources; for "
                + "all searches, an array of such objects, each with the name of its search. If some searches "
                + "fail, warnings are printed; if all fail, so does the command.",
            "--watch does not use cached responses. It rejects an interval at which the searches would use up "
                + "YouTube's daily quota or GitHub's rate limit. A failed run is reported, and the next one takes "
                + "place as usual. Ctrl-C ends seek by SIGINT: status 130.",
        ],
        examples: [
            "saved run walks", "saved run --all --dry-run",
            "saved run walks --refresh --exit-code --json title,url,change",
            "saved run --all --watch 1h --format ndjson",
        ]
    ) { invocation, settings throws(UsageError) in
        try await SavedRunCommand(invocation, settings).run()
    }
}

/// `seek saved run`: runs one saved search or all of them, and shows what has changed since the last run.
struct SavedRunCommand {
    struct Report: Sendable {
        var name: String
        /// The new, changed, removed and dropped results (see ``ChangedResult/Kind``); with `--watch` only the new and
        /// changed ones; with `--unchanged` also the unchanged ones.
        var changes: [ChangedResult] = []
        var failures: [SourceFailure] = []
        /// `success` if at least one source responded.
        var status: CommandStatus
        /// The run, whose history is stored once its changes are written; `nil` if no source responded.
        var run: SavedRun?
        var hasChanged: Bool { run?.comparison.isEmpty == false }

        /// The number of changes of each kind that occurs: `2 new, 1 removed`.
        var summary: String {
            ChangedResult.Kind.allCases.compactMap { kind in
                let count = changes.count { $0.kind == kind }
                return count == 0 ? nil : "\(count.grouped) \(kind.rawValue)"
            }.joined(separator: ", ")
        }

        /// The names of the sources whose results were not compared, or not all of them.
        var missingNames: [String] { run?.result.incompleteSources.map(\.displayName) ?? [] }

        /// The message for a run without changes; `nil` if there are results to write, or if no source responded.
        var emptyMessage: String? {
            guard status == .success, changes.isEmpty else { return nil }
            return missingNames.isEmpty
                ? "no changes since the last run"
                : "not compared: \(missingNames.joined(separator: ", ")); no changes in the other results since the last run"
        }
    }

    private(set) var invocation: Invocation
    let settings: CommandSettings
    let output: OutputOptions
    /// The interval of `--watch`; `nil` without the flag.
    let interval: Duration?

    var console: Console { settings.console }

    init(_ invocation: Invocation, _ settings: CommandSettings) throws(UsageError) {
        var invocation = invocation
        interval = invocation.duration(.watch)
        // A response in the cache contains nothing new.
        if interval != nil { invocation.values[.refresh] = "" }
        self.invocation = invocation
        self.settings = settings
        output = try OutputOptions(invocation, fieldNames: ChangedResult.fieldNames, settings.console)
        if interval != nil, let format = output.format, [.csv, .markdown].contains(format) {
            throw UsageError("--watch prints several tables; use --format tsv or ndjson instead of \(format.rawValue)")
        }
    }

    var runsAll: Bool { invocation.argument.isEmpty }

    func run() async throws(UsageError) -> CommandStatus {
        try await SavedCommand(invocation: invocation, settings: settings).withStore {
            store,
            session throws(SavedSearchError) in
            let searches = try await searches(in: store)
            guard !searches.isEmpty else {
                console.report(SavedCommand.emptyMessage)
                return await write([], session)
            }
            if invocation.has(.dryRun) { return await writeEstimate(of: searches, session) }
            if let interval { return try await watch(searches, every: interval, store, session) }
            await warnIfQuotaIsShort(for: searches, session)
            var command = self
            // For the message about a `--budget` that is used up.
            command.invocation = invocation.with(
                maximumCalls: searches.reduce(0) { $0 + $1.query.maximumCalls }
            )
            return try await command.end(await command.run(searches, session), session)
        }
    }

    func searches(in store: SavedSearchStore) async throws(SavedSearchError) -> [SavedSearch] {
        guard !runsAll else { return try await store.all() }
        return [try await SavedCommand(invocation: invocation, settings: settings).search(in: store)]
    }

    /// Runs the searches one after another, and returns a report on each. Concurrent searches could exceed GitHub's
    /// limit per minute.
    func run(_ searches: [SavedSearch], _ session: Session) async -> [Report] {
        var reports: [Report] = []
        defer { console.progress.end() }
        for (index, search) in searches.enumerated() {
            let position = runsAll ? " (\(index + 1) of \(searches.count))" : ""
            let text = "running '\(search.name)'\(position)"
            if index == 0 { console.progress.start(text) } else { console.progress.update(text) }
            reports.append(report(on: await session.seek.run(search)))
            if Task.isCancelled { break }
        }
        return reports
    }

    private func report(on run: SavedRun) -> Report {
        let name = run.search.name
        var report = Report(
            name: name,
            failures: FederatedCommand.failures(of: run.result, invocation, settings),
            status: FederatedCommand.report(run.result, invocation, settings, search: runsAll ? name : nil)
        )
        guard report.status == .success else { return report }
        report.run = run
        let comparison = run.comparison
        func add(_ kind: ChangedResult.Kind, _ hits: [SearchHit]) {
            report.changes += hits.map { ChangedResult(search: name, kind: kind, hit: $0) }
        }
        add(.new, comparison.new)
        add(.changed, comparison.changed.map(\.after))
        if interval == nil {
            add(.removed, comparison.removed)
            add(.dropped, comparison.dropped)
        }
        if invocation.has(.unchanged) { add(.unchanged, comparison.unchanged) }
        return report
    }

    /// Writes the reports, stores the history of the runs unless writing failed or the output was closed, and returns
    /// the exit status.
    private func end(_ reports: [Report], _ session: Session) async throws(SavedSearchError) -> CommandStatus {
        let written = await write(reports, session)
        if written == .success, !console.isOutputClosed { try await storeRuns(of: reports, session) }
        let failed = reports.filter { $0.status != .success }
        if Task.isCancelled { return .cancelled }
        if let first = failed.first, failed.count == reports.count {
            if reports.count > 1 { console.report("all \(reports.count) saved searches failed") }
            return failed.allSatisfy { $0.status == first.status } ? first.status : .failure
        }
        let hasChanged = reports.contains(where: \.hasChanged)
        guard written == .success, invocation.has(.exitCode) else { return written }
        let isComplete = reports.allSatisfy { $0.status == .success && $0.missingNames.isEmpty }
        return hasChanged ? .changed : isComplete ? .success : .incomplete
    }

    /// Stores the history of runs, after their changes were written. If writing failed, the next run reports the
    /// changes again.
    func storeRuns(of reports: [Report], _ session: Session) async throws(SavedSearchError) {
        for run in reports.compactMap(\.run) where !(try await session.seek.store(run).isStored) {
            console.warn(
                "'\(run.search.name)' was run again, changed or removed during the run; this run was not stored"
            )
        }
    }

    /// Writes the changes of a single search as a list; those of all searches, and with `--watch`, in groups.
    func write(_ reports: [Report], _ session: Session) async -> CommandStatus {
        let kind = ResultKind<ChangedResult>.changes(showsSearch: runsAll, isPicked: output.picks)
        if !runsAll, interval == nil, let report = reports.first {
            return await session.write(
                report.changes,
                as: kind,
                output,
                emptyMessage: report.emptyMessage,
                failures: report.failures
            )
        }
        let groups = reports.map { report in
            ResultGroup(
                name: report.name,
                heading: "\(report.name): \(report.summary)",
                items: report.changes,
                failures: report.failures
            )
        }
        var writer = session.writer(of: kind, output)
        writer.usesPager = interval == nil
        if interval == nil, writer.reportsEmptiness {
            for report in reports {
                if let message = report.emptyMessage { console.report("\(report.name): \(message)") }
            }
        }
        if output.picks, groups.contains(where: { !$0.items.isEmpty }) {
            return await writer.openPicked(from: groups.flatMap(\.items))
        }
        return writer.write(groups, isList: runsAll)
    }
}

extension SavedRunCommand {
    /// Writes the cost of the searches for `--dry-run`.
    func writeEstimate(of searches: [SavedSearch], _ session: Session) async -> CommandStatus {
        var estimates: [CostEstimate] = []
        var problems: [(text: String, status: CommandStatus)] = []
        for search in searches {
            let costs = await FederatedCommand.costs(of: search.query, invocation, session)
            estimates += costs.estimates
            problems += costs.problems
        }
        if estimates.isEmpty, let problem = problems.first {
            console.report(problem.text)
            return problem.status
        }
        // Without a credential, a run searches the other sources alone.
        for problem in problems { console.warn(problem.text) }
        do throws(UsageError) {
            return try await session.write(
                estimates.sorted { $0.service == .youTube && $1.service != .youTube },
                of: invocation
            )
        } catch {
            console.report(error.description)
            return .usage
        }
    }

    /// Warns if today's YouTube quota does not cover the searches. They are run nevertheless, because searches of
    /// GitHub can succeed.
    func warnIfQuotaIsShort(for searches: [SavedSearch], _ session: Session) async {
        let cost = await youTubeCost(of: searches, session)
        guard cost > 0, let status = await session.searchQuota, status.remaining < cost else { return }
        console.warn(
            "the run needs up to \(counted(cost, "call")) of YouTube's search quota, of which "
                + "\(status.remaining.grouped) are left today; see --dry-run"
        )
    }

    /// Returns the maximum number of YouTube searches that the saved searches need.
    private func youTubeCost(of searches: [SavedSearch], _ session: Session) async -> Int {
        var cost = 0
        for query in searches.map(\.query) where query.youTubeCalls > 0 {
            let estimate = invocation.has(.refresh) ? nil : try? await session.seek.estimate(of: query)
            cost += estimate?.cost ?? query.youTubeCalls
        }
        return cost
    }
}

extension Session {
    /// The state of YouTube's daily quota of searches; `nil` if the quota is not counted.
    var searchQuota: QuotaStatus? {
        get async { await seek.youTube.quota().first { $0.bucket.name == QuotaBucket.youTubeSearch.name } }
    }
}
