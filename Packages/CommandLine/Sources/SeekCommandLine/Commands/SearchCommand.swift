import Seek

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What a search command asks, in the terms of one of the clients.
struct SearchPlan<Item: Sendable>: Sendable {
    /// The pages, from the first or from a cursor.
    ///
    /// They are as large as the API has them: a call costs the same whatever its page holds, and one answer then serves every
    /// smaller limit from the cache.
    var pages: @Sendable (SeekClient, PageCursor?) -> PageSequence<SearchPage<Item>, PageCursor, SearchError>
    /// The same search on the service's site.
    var site: URL?
    /// What so many pages would cost; nil where the service counts no quota that could be told beforehand.
    var estimate: (@Sendable (SeekClient, _ pages: Int) async throws(SearchError) -> QuotaEstimate)?
    /// The number of calls that so many pages take, where there is no estimate.
    var calls: @Sendable (_ pages: Int) -> Int = { $0 }
}

/// A search from the command line: pages in; a table, TSV, JSON or a template's text out.
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
        limit = try console.limit(of: invocation)
        output = try OutputOptions(invocation, known: kind.fieldNames)
    }

    /// Searches and writes what was found.
    func run() async throws(UsageError) -> CommandStatus {
        if invocation.has(.web), let site = plan.site {
            return await OpenCommand(console: console).open(OpenTarget(web: site), mode: .web)
        }
        let session = try console.session(of: invocation)
        let status = invocation.has(.dryRun) ? await estimate(session) : await search(session)
        return await session.end(with: status)
    }

    private func search(_ session: Session) async -> CommandStatus {
        let harvest = await harvest(session.seek)
        let style = console.style(at: session.now)
        let writer = ResultWriter(kind: kind, options: output, console: console, style: style)
        if harvest.items.isEmpty, !harvest.skipped.isEmpty, harvest.error == nil {
            console.say(console.describe(.unreadableResults(harvest.skipped)))
            return .failure
        }
        let nothing = harvest.error == nil ? "no \(kind.plural) found for '\(invocation.argument)'" : nil
        let written = writer.write(harvest.items, heading: heading(harvest), nothing: nothing)
        guard let error = harvest.error else { return written }
        console.say(console.describe(error) + resumption(harvest))
        return CommandStatus(error)
    }

    /// What a search brought in. An error ends it, and what came before is kept.
    private struct Harvest {
        var items: [Item] = []
        var skipped: [SkippedItem] = []
        var totalCount: Int?
        /// Where the next page would begin.
        var next: PageCursor?
        var error: SearchError?
    }

    private func harvest(_ seek: SeekClient) async -> Harvest {
        var harvest = Harvest()
        var number = 0
        console.beginProgress("searching for \(kind.plural)")
        do {
            for try await page in plan.pages(seek, invocation.values[.from].map { PageCursor(rawValue: $0) }) {
                number += 1
                harvest.items += page.items
                harvest.skipped += page.skipped
                harvest.totalCount = page.totalCount ?? harvest.totalCount
                harvest.next = page.next
                report(page, number)
                if harvest.items.count >= limit { break }
                if page.next != nil {
                    console.progress("\(harvest.items.count) of \(limit) \(kind.plural), page \(number)")
                }
            }
        } catch {
            harvest.error = error
        }
        console.endProgress()
        harvest.items.removeLast(max(0, harvest.items.count - limit))
        return harvest
    }

    /// How to go on where it was stopped: a page that was paid for need not be asked for again.
    private func resumption(_ harvest: Harvest) -> String {
        guard let next = harvest.next else { return "" }
        return "; \(harvest.items.count) \(kind.name(count: harvest.items.count)) came before; "
            + "go on with --from \(quotedForShell(next.rawValue))"
    }

    private func report(_ page: SearchPage<Item>, _ number: Int) {
        if invocation.has(.verbose) {
            let count = page.items.count
            let calls = page.quotaCost == 1 ? "1 call" : "\(page.quotaCost) calls"
            console.say("page \(number): \(count) \(kind.name(count: count)) from \(page.provenance), cost \(calls)")
            for request in page.requests {
                let cost = request.quotaCost == 1 ? "1 call" : "\(request.quotaCost) calls"
                console.say("page \(number), \(request.name): from \(request.provenance), cost \(cost)")
            }
            if let type = page.searchType, type != .lexical { console.say("page \(number): \(type.rawValue) search") }
            for skip in page.skipped { console.say("left out \(skip)") }
        } else if !page.skipped.isEmpty {
            console.warn(
                "left out \(page.skipped.count) malformed \(kind.name(count: page.skipped.count)); --verbose tells why"
            )
        }
        if !page.lexicalFallbackReasons.isEmpty {
            let reasons = page.lexicalFallbackReasons.map(\.explanation).joined(separator: "; ")
            console.warn("GitHub matched the text by words, not by meaning: \(reasons)")
        }
        console.warn(of: page.provenance, "these results are", isIncomplete: page.isIncomplete)
    }

    private func heading(_ harvest: Harvest) -> String {
        guard let total = harvest.totalCount, total > harvest.items.count else { return "" }
        return "Showing \(harvest.items.count) of \(total) \(kind.plural)\n\n"
    }

    /// What it would cost, without asking anybody.
    private func estimate(_ session: Session) async -> CommandStatus {
        let pages = (limit + kind.pageSize - 1) / kind.pageSize
        var facts = Facts()
        do throws(SearchError) {
            if let estimate = try await plan.estimate?(session.seek, pages) {
                facts.add("calls", estimate.cost)
                facts.add("pages from cache", estimate.pagesFromStore)
                facts.add("left today", estimate.quota.map { "\($0.remaining)" }, .optional(estimate.quota?.remaining))
                facts.add("budget left", estimate.budgetLeft.map { "\($0)" }, .optional(estimate.budgetLeft))
                facts.add("affordable", estimate.isAffordable ? "yes" : "no", .bool(estimate.isAffordable))
            } else {
                // GitHub counts calls by the minute and the hour; what the cache has costs none of these.
                facts.add("calls at most", plan.calls(pages))
            }
            return console.write(facts)
        } catch {
            console.say(console.describe(error))
            return CommandStatus(error)
        }
    }
}
