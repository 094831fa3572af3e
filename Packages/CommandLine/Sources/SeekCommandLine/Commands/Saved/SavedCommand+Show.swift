import Seek
import SeekBasics

extension SavedCommand {
    /// Shows a saved search and its latest known results.
    ///
    /// JSON is an object with the properties of the search and its results. Any other format that a flag selects
    /// contains the results alone.
    func show() async throws(UsageError) -> CommandStatus {
        let kind = ResultKind<SearchHit>.hits()
        let output = try OutputOptions(invocation, fieldNames: kind.fieldNames, console)
        return try await withStore { store, session throws(SavedSearchError) in
            let search = try await search(in: store)
            if output.format == .json {
                var documentKind = Self.searchKind
                let fields = output.fields ?? kind.fieldNames
                documentKind.fields.append(
                    .init(name: "results") { .array($0.lastHits.map { kind.object(of: $0, fields: fields) }) }
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
            ("scope", search.query.scope.rawValue),
            ("limit", "\(search.query.limit)"),
            ("order", search.query.videoOrder?.word),
            ("sort", search.query.repositorySort?.word),
            ("last run", lastRun ?? "never"),
            ("results", "\(search.lastHits.count)"),
        ])
    }
}
