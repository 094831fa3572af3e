import Seek
import SeekBasics

extension Command {
    static let savedList = Command(
        path: ["saved", "list"],
        aliases: ["ls"],
        summary: "List saved searches",
        options: OptionSpec.output(of: SavedCommand.listFieldNames),
        examples: ["saved list"]
    ) { invocation, settings throws(UsageError) in
        try await SavedCommand(invocation: invocation, settings: settings).list()
    }

    static let savedShow = Command(
        path: ["saved", "show"],
        aliases: ["view"],
        summary: "Show a saved search and its latest known results",
        arguments: [.savedName],
        options: OptionSpec.output(of: ResultKind.hits().fieldNames),
        details: [
            "Sends no request. In a pipe, a line with two dashes separates the options of the search from its "
                + "results. JSON is an object with the options and the results; other formats and templates "
                + "contain the results alone."
        ],
        examples: ["saved show walks", "saved show walks --json", "saved show walks --format markdown"]
    ) { invocation, settings throws(UsageError) in
        try await SavedCommand(invocation: invocation, settings: settings).show()
    }

    static let savedFeed = Command(
        path: ["saved", "feed"],
        summary: "Print the latest known results as an Atom feed",
        arguments: [.savedName],
        options: [.value(.url, "URL", "Public URL of the feed")],
        details: [
            "Sends no request: run the search first. The IDs of the feed and its entries do not change between "
                + "runs, so that a feed reader shows each result once; saved edit retains them. The date of the "
                + "feed is that of the last run with changes. The latest entry comes first. An entry is dated like "
                + "its result: a video by its publication, a repository by its last push, an issue by its last "
                + "update."
        ],
        examples: ["saved feed walks", "saved feed walks --url https://example.com/walks.xml"]
    ) { invocation, settings throws(UsageError) in
        try await SavedCommand(invocation: invocation, settings: settings).feed()
    }
}

extension SavedCommand {
    func list() async throws(UsageError) -> CommandStatus {
        let output = try OutputOptions(invocation, fieldNames: Self.listFieldNames, settings.console)
        return try await withStore { store, session throws(SavedSearchError) in
            let searches = try await store.all()
            return await session.write(searches, as: Self.searchKind, output, emptyMessage: Self.emptyMessage)
        }
    }

    /// Writes the latest known results as an Atom feed. Fails if the search has not been run.
    func feed() async throws(UsageError) -> CommandStatus {
        let url = try invocation.values[.url].map { text throws(UsageError) in
            try WebURL.parse(text, of: "--url", example: "https://example.com/feed.xml")
        }
        return try await withStore { store, _ throws(SavedSearchError) in
            let search = try await search(in: store)
            if let feed = AtomFeed(search, url: url) { return console.write(feed.xml) }
            console.report("'\(search.name)' has no results yet; run: seek saved run \(quotedIfNeeded(search.name))")
            return .failure
        }
    }

    /// Shows a saved search and its latest known results.
    ///
    /// JSON is an object with the properties of the search and its results. Any other format that a flag selects
    /// contains the results alone.
    func show() async throws(UsageError) -> CommandStatus {
        let kind = ResultKind<SearchHit>.hits()
        let output = try OutputOptions(invocation, fieldNames: kind.fieldNames, settings.console)
        return try await withStore { store, session throws(SavedSearchError) in
            let search = try await search(in: store)
            if output.format == .json {
                var documentKind = Self.searchKind
                let fields = output.fields ?? kind.fieldNames
                documentKind.fields.append(
                    .init("results") { .array($0.lastHits.map { kind.object(of: $0, fields: fields) }) }
                )
                let document = documentKind.object(of: search, fields: documentKind.fieldNames)
                let writer = session.writer(of: kind, output)
                return writer.write([document], isPretty: writer.isIndented)
            }
            guard output.isDefault else {
                return await session.write(search.lastHits, as: kind, output, emptyMessage: "no results yet")
            }
            let written = console.write(summary(of: search, at: session.now))
            guard written == .success, !search.lastHits.isEmpty else { return written }
            // As in `gh`, a line separates the data about an item from its content.
            let separated = console.write(console.context.terminal == nil ? "--\n" : "\n")
            guard separated == .success else { return separated }
            return await session.write(search.lastHits, as: kind, OutputOptions(), emptyMessage: nil)
        }
    }

    private func summary(of search: SavedSearch, at now: Date) -> KeyValueList {
        let local = console.style(at: now).now
        let lastRun = search.lastRunAt.map { date in
            console.context.terminal == nil
                ? RFC3339.string(from: date)
                : "\(Timestamp.local(date, in: local)), \(Timestamp.relative(date, to: local))"
        }
        return KeyValueList([
            ("name", search.name),
            ("text", search.query.text),
            ("options", search.query.flags),
            ("command", "seek saved add \(quotedIfNeeded(search.name)) \(search.query.commandLine)"),
            ("last run", lastRun ?? "never"),
            ("results", "\(search.lastHits.count)"),
        ])
    }
}
