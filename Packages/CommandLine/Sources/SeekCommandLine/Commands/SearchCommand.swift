import Seek
import SeekBasics

/// Fetches the pages of a search with one client, and writes their results.
struct SearchCommand<Item: Sendable> {
    private let kind: ResultKind<Item>
    private let plan: SearchPlan<Item>
    private let invocation: Invocation
    private let limit: Int
    private let output: OutputOptions
    private let settings: CommandSettings

    init(_ kind: ResultKind<Item>, _ plan: SearchPlan<Item>, _ invocation: Invocation, _ settings: CommandSettings)
        throws(UsageError)
    {
        self.kind = kind
        self.plan = plan
        self.settings = settings
        limit = invocation.has(.all) ? .max : try settings.limit(of: invocation)
        let detailNames = invocation.command.fieldNames.filter { !kind.fieldNames.contains($0) }
        output = try OutputOptions(invocation, fieldNames: kind.fieldNames + detailNames, settings.console)
        self.invocation = invocation.with(maximumCalls: limit == .max ? nil : plan.maximumCalls(for: limit, of: kind))
        let names = (output.fields ?? []) + (output.template?.fields ?? [])
        if let name = names.first(where: detailNames.contains) {
            throw UsageError("the field '\(name)' requires --details")
        }
    }

    private var console: Console { settings.console }

    func run() async throws(UsageError) -> CommandStatus {
        if invocation.has(.web) {
            guard let site = plan.site else { throw UsageError("there is no web page for this name; check it") }
            return await OpenCommand(settings: settings).openSite(site, invocation)
        }
        for warning in plan.warnings { console.warn(warning.problem.text { invocation.name(of: $0) }) }
        let session = try Session(of: invocation, settings)
        var run: ExhaustiveRun<Item>?
        // The id of a plan does not depend on the folder.
        if !invocation.has(.all), let id = invocation.values[.from],
            id == PlanFile(of: invocation, in: nil).id
        {
            throw UsageError("--from \(id) resumes a search with --all; add --all")
        }
        if invocation.has(.all), let search = plan.exhaustive {
            run = try ExhaustiveRun(search, callsForPages: plan.calls, invocation, session)
        }
        if invocation.has(.dryRun) { return await session.end(with: try await estimate(session, run)) }
        return await session.end(with: await search(session, run))
    }

    private func search(_ session: Session, _ run: ExhaustiveRun<Item>?) async -> CommandStatus {
        var writer = SearchOutput(
            kind: kind,
            options: output,
            details: plan.details,
            invocation: invocation,
            session: session
        )
        let outcome = await fetchPages(session, run, writer: &writer)
        if writer.items.isEmpty, !outcome.skipped.isEmpty, outcome.error == nil {
            return settings.report(.unreadableResults(outcome.skipped), of: invocation)
        }
        let emptyMessage = outcome.error == nil ? emptyMessage : nil
        let written = await writer.end(totalCount: outcome.totalCount, emptyMessage: emptyMessage)
        if let count = run?.saturatedCount, count > 0 {
            console.warn(
                "\(counted(count, "time window")) had more results than the API returns, so some are missing; narrow "
                    + "the search"
            )
        }
        warnOfMaximum(outcome, count: writer.items.count)
        if let error = outcome.error {
            let hint = resumeHint(at: outcome.next, count: writer.items.count, run)
            var invocation = invocation
            // If a later page failed, the cause is not the value of `--from`.
            if outcome.next != nil { invocation.values[.from] = nil }
            return settings.report(error, of: invocation, suffix: hint)
        }
        if outcome.next == nil { run?.removePlan() }
        return written
    }

    /// Warns if the limit was not reached because the API returns no more results.
    private func warnOfMaximum(_ outcome: Outcome, count: Int) {
        // YouTube's maximum is approximate, so the count may be up to a page below it.
        guard plan.exhaustive != nil, limit != .max, outcome.error == nil, outcome.next == nil,
            let total = outcome.totalCount, count < min(limit, Int(clamping: total)),
            count > plan.maximumResults - kind.pageSize
        else { return }
        console.warn(
            "\(plan.service) returns about \(plan.maximumResults) of the \(total.grouped) \(kind.plural); "
                + "to fetch all, use --all instead of --limit"
        )
    }

    /// The message if there are no results. A search that is continued with `--from` had results before.
    private var emptyMessage: String {
        guard !invocation.has(.from) else { return "no more \(kind.plural) found\(subject)" }
        return "no \(kind.plural) found\(subject)\(plan.emptyHint.map { "; \($0)" } ?? "")"
    }

    /// The end of the message for a search without results: ` for 'swift' with these filters`. The first part is
    /// omitted without a search text, the second without filters.
    private var subject: String {
        let isFiltered = invocation.command.options.contains { $0.isFilter && invocation.has($0.name) }
        let text = invocation.argument.isEmpty ? "" : " for '\(invocation.argument)'"
        return isFiltered ? "\(text) with these filters" : text
    }

    private struct Outcome {
        var skipped: [SkippedItem] = []
        var totalCount: Int64?
        /// The cursor of the page after the last fetched one; `nil` if there is none.
        var next: PageCursor?
        var error: SearchError?
    }

    /// Fetches pages and passes their results to the writer. If a page fails, the results of earlier pages are
    /// retained.
    private func fetchPages(
        _ session: Session,
        _ run: ExhaustiveRun<Item>?,
        writer: inout SearchOutput<Item>
    ) async -> Outcome {
        var outcome = Outcome()
        var number = 0
        console.progress.start("searching for \(kind.plural)")
        defer { console.progress.end() }
        do {
            for try await page in try await pages(session, run) {
                number += 1
                outcome.skipped += page.skipped
                outcome.totalCount = page.totalCount ?? outcome.totalCount
                outcome.next = page.next
                report(page, number, session)
                if number == 1, let run { await reportEstimate(of: run, session) }
                await writer.add(Array(page.items.prefix(limit - writer.items.count)))
                guard writer.items.count < limit, writer.isOpen else { break }
                if page.next != nil {
                    console.progress.update(progress(writer.items.count, of: outcome.totalCount, page: number, run))
                }
            }
        } catch {
            outcome.error = error
        }
        return outcome
    }

    /// Describes the progress of a search: `100 of 1,500 repositories, page 1 of about 16`.
    private func progress(_ count: Int, of totalCount: Int64?, page: Int, _ run: ExhaustiveRun<Item>?) -> String {
        let total = min(limit, totalCount.map { Int(clamping: $0) } ?? limit)
        let ofTotal = total == .max ? "" : " of \(total.grouped)"
        let ofPages = run?.estimatedPages.map { " of about \(max($0, page).grouped)" } ?? ""
        return "\(count.grouped)\(ofTotal) \(kind.plural), page \(page)\(ofPages)"
    }

    private func pages(
        _ session: Session,
        _ run: ExhaustiveRun<Item>?
    ) async throws(SearchError) -> SearchPlan<Item>.Pages {
        if let run { return try await run.pages(session) }
        return try await plan.pages(session, invocation.values[.from].map(PageCursor.init))
    }

    /// Reports the estimated cost of an exhaustive search, with the number of calls that are left in the daily quota.
    private func reportEstimate(of run: ExhaustiveRun<Item>, _ session: Session) async {
        let quota = await session.seek.youTube.quota().first { $0.bucket.name == plan.quota }
        if let text = run.description(remainingCalls: quota?.remaining) { console.report(text) }
    }

    /// Describes how many results a stopped search has, and how to resume it without fetching a page twice; empty if
    /// no page was fetched, or if none remains.
    private func resumeHint(at next: PageCursor?, count: Int, _ run: ExhaustiveRun<Item>?) -> String {
        guard let next else { return "" }
        let stopped = "; stopped after \(count) \(kind.name(count: count))"
        guard let run else {
            let from = "--from \(quotedForShell(next.rawValue))"
            return limit == .max
                ? "\(stopped); continue with the same command and \(from)"
                : "\(stopped); continue with the same command, \(from) and --limit \(limit - count)"
        }
        do throws(PrivateFileError) {
            guard let id = try run.store() else { return stopped }
            return "\(stopped); continue with the same command and --from \(id)"
        } catch {
            return "\(stopped); it cannot be resumed, because its state cannot be stored: "
                + error.description(advice: "set SEEK_STATE_DIR to another folder")
        }
    }

    private func report(_ page: SearchPage<Item>, _ number: Int, _ session: Session) {
        if invocation.has(.verbose) {
            let count = page.items.count
            let cost = counted(page.quotaCost, "call")
            let results = "\(count) \(kind.name(count: count))"
            console.report("page \(number): \(results)\(invocation.origin(page.provenance, cost: cost))")
            for request in page.requests {
                let cost = counted(request.quotaCost, "call")
                console.report("page \(number), \(request.name):\(invocation.origin(request.provenance, cost: cost))")
            }
            if let type = page.searchType, type != .lexical {
                console.report("page \(number): \(type.rawValue) search")
            }
            for item in page.skipped { console.report("skipped \(item)") }
        } else if !page.skipped.isEmpty {
            console.warn(
                "skipped \(page.skipped.count) malformed \(kind.name(count: page.skipped.count)); see --verbose"
            )
        }
        if !page.lexicalFallbackReasons.isEmpty {
            let reasons = page.lexicalFallbackReasons.map(\.explanation).joined(separator: "; ")
            console.warn("GitHub matched by words instead of by meaning: \(reasons)")
        }
        console.warnIfStale(
            page.provenance,
            subject: "these results are",
            usedUpBudgetText: session.usedUpBudgetText(invocation)
        )
        settings.warn(of: page.incompleteReasons)
    }

    private func estimate(_ session: Session, _ run: ExhaustiveRun<Item>?) async throws(UsageError) -> CommandStatus {
        let estimates: [CostEstimate]
        do throws(SearchError) {
            estimates = try await costs(session, run)
        } catch {
            return settings.report(error, of: invocation)
        }
        return try await session.write(estimates, of: invocation)
    }

    /// Returns the cost of each quota that the search uses. Cached pages are free; no request is sent.
    private func costs(_ session: Session, _ run: ExhaustiveRun<Item>?) async throws(SearchError) -> [CostEstimate] {
        if plan.requiresToken { try session.requireGitHubToken() }
        let pageCount = plan.pageCount(for: limit, of: kind)
        let lookup = try await session.cost(maximumCalls: plan.lookupQuota == nil ? 0 : 1) {
            try await pages(session, run)
        }
        var search = PartialCost<Void>(calls: plan.calls(pageCount), cachedCount: 0)
        var cachedPages: [[Item]] = []
        if let pages = lookup.value {
            search = try await session.cost(maximumCalls: search.calls) {
                var remaining = limit
                for try await page in pages {
                    cachedPages.append(Array(page.items.prefix(remaining)))
                    remaining -= cachedPages.last?.count ?? 0
                    if remaining == 0 { break }
                }
            }
        }
        var estimates = [CostEstimate(plan.service, plan.quota, search)]
        if limit == .max, run == nil, search.value == nil {
            // The number of pages is unknown.
            estimates[0].calls = nil
            estimates[0].minimumCalls = 1
        }
        if let run {
            let firstPageCalls = lookup.calls + plan.calls(1) + plan.details.count
            console.report(
                run.description(remainingCalls: nil) ?? run.unknownCostDescription(firstPageCalls: firstPageCalls)
            )
            if search.value == nil {
                estimates[0].calls = run.estimatedCalls.map { max(1, $0 - search.cachedCount) }
                estimates[0].minimumCalls = run.minimumCalls
            }
        }
        if let quota = plan.lookupQuota { estimates.append(CostEstimate(plan.service, quota, lookup)) }
        let pageEstimate = estimates[0]
        for details in plan.details {
            var cost = CostEstimate(
                service: plan.service,
                quota: details.quota,
                calls: pageEstimate.calls,
                cachedCount: 0
            )
            for items in cachedPages where !items.isEmpty {
                let part = try await session.cost(maximumCalls: kind.pageCount(of: items.count)) {
                    _ = try await details.fetch(session.seek, items)
                }
                cost.calls = cost.calls.map { $0 + part.calls }
                cost.cachedCount += part.cachedCount
            }
            estimates.append(cost)
        }
        return estimates
    }
}
