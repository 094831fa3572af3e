import Seek

/// A search from the command line: pages in, a table, TSV or JSON out.
struct SearchCommand<Item: Sendable> {
    private let kind: ResultKind<Item>
    private let text: String
    private let options: SearchOptions
    private let console: Console

    init(_ kind: ResultKind<Item>, _ invocation: Invocation, _ console: Console) {
        self.kind = kind
        self.console = console
        text = invocation.argument
        options = SearchOptions(invocation, known: kind.fieldNames)
    }

    /// Searches and writes what was found.
    ///
    /// - Parameter source: makes the source, of pages as large as the API has them: a call costs the same whatever its page
    ///   holds, and one answer then serves every smaller limit from the cache.
    func run<Source: SearchSource<Item>>(
        _ source: (_ seek: SeekClient, _ pageSize: Int) -> Source
    ) async throws(UsageError) -> CommandStatus {
        var configuration = try console.configuration()
        if options.refreshes { configuration.environment.cacheMode = .reload }
        let seek = SeekClient(configuration)
        let harvest = await harvest(source(seek, kind.pageSize))
        let written = write(harvest)
        await seek.cache?.close()
        guard let error = harvest.error else { return written }
        console.say(describe(error))
        return CommandStatus(error)
    }

    /// What a search brought in. An error ends it, and what came before is kept.
    private struct Harvest {
        var items: [Item] = []
        var totalCount: Int?
        var error: SearchError?
    }

    private func harvest(_ source: some SearchSource<Item>) async -> Harvest {
        var harvest = Harvest()
        var number = 0
        do {
            for try await page in source.pages(for: text) {
                number += 1
                harvest.items += page.items
                harvest.totalCount = page.totalCount ?? harvest.totalCount
                report(page, number)
                if harvest.items.count >= options.limit { break }
            }
        } catch {
            harvest.error = error
        }
        harvest.items.removeLast(max(0, harvest.items.count - options.limit))
        return harvest
    }

    private func report(_ page: SearchPage<Item>, _ number: Int) {
        if options.isVerbose {
            let count = page.items.count
            let calls = page.quotaCost == 1 ? "1 call" : "\(page.quotaCost) calls"
            console.say("page \(number): \(count) \(kind.name(count: count)) from \(page.provenance), cost \(calls)")
            for skip in page.skipped { console.say("left out \(skip)") }
        } else if !page.skipped.isEmpty {
            console.warn(
                "left out \(page.skipped.count) malformed \(kind.name(count: page.skipped.count)); --verbose tells why"
            )
        }
        if page.provenance.isStale {
            console.warn("the server gave no answer; these results are \(Self.age(page.provenance.age)) old")
        }
        if page.isIncomplete { console.warn("the server ran out of time; results are incomplete") }
    }

    /// For people: `40 s`, `12 min`, `3 h`.
    private static func age(_ age: Duration) -> String {
        let seconds = age.components.seconds
        return switch seconds {
        case ..<120: "\(seconds) s"
        case ..<7_200: "\(seconds / 60) min"
        default: "\(seconds / 3_600) h"
        }
    }

    private func write(_ harvest: Harvest) -> CommandStatus {
        let items = harvest.items
        if let fields = options.fields {
            if items.isEmpty, harvest.error != nil { return .success }
            let list = FieldValue.list(items.map { kind.object(of: $0, fields: fields) })
            return console.write(list.json(isPretty: console.world.terminal != nil))
        }
        guard !items.isEmpty else {
            if harvest.error == nil { console.say("no \(kind.plural) found for '\(text)'") }
            return .success
        }
        guard let terminal = console.world.terminal else {
            return console.write(TableRenderer(columns: kind.columns, isColored: console.isColored).tsv(items))
        }
        let renderer = TableRenderer(columns: kind.tableColumns, isColored: console.isColored)
        return console.page(heading(harvest) + renderer.table(items, width: terminal.columns))
    }

    private func heading(_ harvest: Harvest) -> String {
        guard let total = harvest.totalCount, total > harvest.items.count else { return "" }
        return "Showing \(harvest.items.count) of \(total) \(kind.plural)\n\n"
    }

    /// The error, and the variable that mends it.
    private func describe(_ error: SearchError) -> String {
        switch error {
        case .network(.cancelled): "cancelled"
        case .unauthorized(.youTube, _): "\(error); set YOUTUBE_API_KEY"
        case .unauthorized(.gitHub, _): "\(error); set GH_TOKEN to a valid token, or unset it"
        default: error.description
        }
    }
}
