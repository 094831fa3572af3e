import Seek
import SeekBasics

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The pages, web site and cost of a search with one client.
struct SearchPlan<Item: Sendable>: Sendable {
    typealias Pages = PageSequence<SearchPage<Item>, PageCursor, SearchError>

    /// Returns the pages from a cursor, or from the first page. Looks up names that the search needs as IDs.
    ///
    /// Pages have the maximum size: a call costs the same for any size, and a cached page then serves every smaller
    /// limit.
    var pages: @Sendable (SeekClient, PageCursor?) async throws(SearchError) -> Pages
    /// The URL of the same search on the service's web site; `nil` if the name of a user or channel is invalid.
    var site: URL?
    /// Estimates the quota cost of a number of pages without sending a request; `nil` if the service has no quota.
    var estimate: (@Sendable (SeekClient, _ pages: Int) async throws(SearchError) -> QuotaEstimate)?
    /// The name of the quota or rate limit, as in `seek quota`.
    var quota = "search"
    /// Fetches details of the results, and returns the output that contains them and the cost in quota units; `nil` if
    /// no details are requested.
    var details: (@Sendable (SeekClient, [Item]) async throws(SearchError) -> (kind: ResultKind<Item>, cost: Int))?
    /// Returns the maximum number of calls for a number of pages; used if `estimate` is `nil`.
    var calls: @Sendable (_ pages: Int) -> Int = { $0 }
    /// The number of calls that look up IDs before the search, in YouTube's quota of units.
    var lookups = 0
    /// The same search without a maximum number of results; `nil` if there is none.
    var deep: DeepSearch<Item>?
}

/// A search with one client: fetches pages and writes a table, TSV, JSON or the output of a template.
struct SearchCommand<Item: Sendable> {
    private let kind: ResultKind<Item>
    private let plan: SearchPlan<Item>
    private let invocation: Invocation
    private let limit: Int
    private let output: OutputOptions
    private let console: Console

    init(_ kind: ResultKind<Item>, _ plan: SearchPlan<Item>, _ invocation: Invocation, _ console: Console)
        throws(UsageError)
    {
        self.kind = kind
        self.plan = plan
        self.invocation = invocation
        self.console = console
        limit = invocation.has(.all) ? .max : try console.limit(of: invocation)
        output = try OutputOptions(invocation, known: kind.fieldNames, console)
        if let name = output.fields?.first(where: { !kind.fieldNames.contains($0) }) {
            throw UsageError("the field '\(name)' requires --details")
        }
    }

    /// Searches and writes the results.
    func run() async throws(UsageError) -> CommandStatus {
        if invocation.has(.web) {
            guard let site = plan.site else { throw UsageError("there is no web page for this name; check it") }
            return await OpenCommand(console: console).open(OpenTarget(web: site), mode: .web)
        }
        let session = try console.session(of: invocation)
        if invocation.has(.dryRun) { return await session.end(with: try await estimate(session)) }
        var deep: DeepRun<Item>?
        if invocation.has(.all), let search = plan.deep { deep = try DeepRun(search, invocation, session) }
        return await session.end(with: await search(session, deep))
    }

    private func search(_ session: Session, _ deep: DeepRun<Item>?) async -> CommandStatus {
        let results = await fetchPages(session.seek, deep)
        if results.items.isEmpty, !results.skipped.isEmpty, results.error == nil {
            return console.report(.unreadableResults(results.skipped), of: invocation)
        }
        let emptyMessage = results.error == nil ? "no \(kind.plural) found\(subject)" : nil
        let (kind, failure) = await detailedKind(for: results.items, session.seek)
        let written = await session.write(
            results.items,
            as: kind,
            output,
            totalCount: results.totalCount,
            emptyMessage: emptyMessage
        )
        if let count = deep?.saturatedCount, count > 0 {
            console.warn(
                "more results than the API returns in \(counted(count, "time window")); narrow the search"
            )
        }
        if let error = results.error { return console.report(error, of: invocation, suffix: resumeHint(results, deep)) }
        deep?.removePlan()
        return failure.map { console.report($0, of: invocation, prefix: "no details: ") } ?? written
    }

    /// Fetches details if they are requested, and returns the output that contains them. If that fails, results are
    /// written without details.
    private func detailedKind(
        for items: [Item],
        _ seek: SeekClient
    ) async -> (kind: ResultKind<Item>, failure: SearchError?) {
        guard let details = plan.details, !items.isEmpty else { return (kind, nil) }
        console.progress.start("fetching details of \(counted(items.count, kind.singular))")
        defer { console.progress.end() }
        do throws(SearchError) {
            let (kind, cost) = try await details(seek, items)
            if invocation.has(.verbose) {
                console.report(
                    "details of \(counted(items.count, kind.singular))\(invocation.origin(nil, cost: counted(cost, "unit")))"
                )
            }
            return (kind, nil)
        } catch {
            return (kind, error)
        }
    }

    /// The search text and whether there are filters, in a message.
    private var subject: String {
        let isFiltered = invocation.command.options.contains { $0.isFilter && invocation.has($0.name) }
        let text = invocation.argument.isEmpty ? "" : " for '\(invocation.argument)'"
        return isFiltered ? "\(text) with these filters" : text
    }

    /// The results of all fetched pages. If a page fails, the earlier ones are retained.
    private struct Results {
        var items: [Item] = []
        var skipped: [SkippedItem] = []
        var totalCount: Int64?
        /// The cursor of the next page.
        var next: PageCursor?
        var error: SearchError?
    }

    private func fetchPages(_ seek: SeekClient, _ deep: DeepRun<Item>?) async -> Results {
        var results = Results()
        var number = 0
        console.progress.start("searching for \(kind.plural)")
        do {
            for try await page in try await pages(seek, deep) {
                number += 1
                results.items += page.items
                results.skipped += page.skipped
                results.totalCount = page.totalCount ?? results.totalCount
                results.next = page.next
                report(page, number)
                if number == 1, let text = deep?.description(left: await callsLeft(seek)) { console.report(text) }
                if results.items.count >= limit { break }
                if page.next != nil {
                    let total = min(limit, results.totalCount.map { Int(clamping: $0) } ?? limit)
                    let all = total == .max ? "" : " of \(total.grouped)"
                    console.progress.update("\(results.items.count.grouped)\(all) \(kind.plural), page \(number)")
                }
            }
        } catch {
            results.error = error
        }
        console.progress.end()
        results.items.removeLast(max(0, results.items.count - limit))
        return results
    }

    private func pages(
        _ seek: SeekClient,
        _ deep: DeepRun<Item>?
    ) async throws(SearchError) -> SearchPlan<Item>.Pages {
        if let deep { return try await deep.pages(seek) }
        return try await plan.pages(seek, invocation.values[.from].map(PageCursor.init))
    }

    /// The number of calls that the daily quota allows; `nil` if there is none.
    private func callsLeft(_ seek: SeekClient) async -> Int? {
        guard let estimate = plan.estimate else { return nil }
        return try? await estimate(seek, 1).quota?.remaining
    }

    /// Describes how to resume a stopped search, so that pages are not paid for twice.
    private func resumeHint(_ results: Results, _ deep: DeepRun<Item>?) -> String {
        guard let next = results.next else { return "" }
        let count = results.items.count
        let stopped = "; stopped after \(count) \(kind.name(count: count))"
        guard let deep else { return "\(stopped); continue with --from \(quotedForShell(next.rawValue))" }
        do throws(PrivateFileError) {
            guard let id = try deep.store() else { return stopped }
            return "\(stopped); continue with the same command and --from \(id)"
        } catch {
            return "\(stopped); it cannot be resumed, because its state cannot be stored: \(error)"
        }
    }

    private func report(_ page: SearchPage<Item>, _ number: Int) {
        if invocation.has(.verbose) {
            let count = page.items.count
            let cost = counted(page.quotaCost, "call")
            let results = "\(count) \(kind.name(count: count))"
            console.report("page \(number): \(results)\(invocation.origin(page.provenance, cost: cost))")
            for request in page.requests {
                let cost = counted(request.quotaCost, "call")
                console.report(
                    "page \(number), \(request.name):\(invocation.origin(request.provenance, cost: cost))"
                )
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
        console.warnIfStale(page.provenance, subject: "these results are")
        if page.isIncomplete { console.warnOfIncompleteResults() }
    }

    /// Writes the estimated cost without sending a request.
    private func estimate(_ session: Session) async throws(UsageError) -> CommandStatus {
        let pages = (limit + kind.pageSize - 1) / kind.pageSize
        var cost = CostEstimate(service: .gitHub, quota: plan.quota, calls: plan.calls(pages))
        do throws(SearchError) {
            if let estimate = try await plan.estimate?(session.seek, pages) {
                cost.service = .youTube
                (cost.calls, cost.cached) = (estimate.cost, estimate.pagesFromStore)
                cost.remaining = estimate.quota?.remaining
            }
        } catch {
            return console.report(error, of: invocation)
        }
        var costs = [cost]
        let units = plan.lookups + (plan.details == nil ? 0 : pages)
        if units > 0 { costs.append(await session.estimate(calls: units, of: .youTubeUnits)) }
        return try await session.write(costs, of: invocation)
    }
}
