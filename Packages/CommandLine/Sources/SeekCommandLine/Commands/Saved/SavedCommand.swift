@_spi(Seek) import Seek
import SeekBasics

extension Command {
    static let savedAdd = Command(
        path: ["saved", "add"],
        summary: "Save a search under a name",
        arguments: [.newName, .text("Words and qualifiers of GitHub", orFlags: OptionSpec.queryTextAlternatives)],
        options: [.limit] + OptionSpec.query + [
            OptionSpec(name: .replace, meaning: "Replace an existing search and its history")
        ],
        details: [
            "A time before now, such as --since 7d, is relative to each run. Fails if the name exists, unless "
                + "--replace is given. saved list prints the flags that recreate a search.",
            QueryFlag.details,
        ],
        examples: [
            "saved add slowswift --channel @slowswift --since 30d",
            "saved add walks '東京 夜景' --kinds videos --order date",
            "saved add bugs crash --kinds issues --repo apple/swift-nio --label bug --state open",
        ]
    ) { invocation, settings throws(UsageError) in
        try await SavedCommand(invocation: invocation, settings: settings).add()
    }

    static let savedEdit = Command(
        path: ["saved", "edit"],
        summary: "Change a saved search and retain its history",
        arguments: [
            .savedName,
            .text("The new search text", orFlags: [.name, .limit, .remove] + OptionSpec.query.map(\.name)),
        ],
        options: [
            .value(.limit, "N", "Maximum number of results, up to 1000", short: "L", check: .number(1...1_000))
        ] + OptionSpec.query + [
            OptionSpec(
                name: .remove,
                value: .required("FLAGS"),
                check: .list(
                    QueryFlag.all.map(\.option.name.word) + OptionSpec.queryQualifierNames.keys.map(\.word).sorted()
                ),
                meaning: "Remove the filters of these flags"
            ),
            .value(.name, "NEW", "Rename the search"),
        ],
        details: [
            "Omitted arguments and flags remain unchanged; filters and orders that have no effect on new --kinds are "
                + "removed. The next run compares its results with those of the last run. The feed retains its "
                + "address, so that readers remain subscribed."
        ],
        examples: [
            "saved edit walks '東京 夜景 4K' --limit 50", "saved edit walks --remove since",
            "saved edit walks --name night-walks",
        ]
    ) { invocation, settings throws(UsageError) in
        try await SavedCommand(invocation: invocation, settings: settings).edit()
    }

    static let savedRemove = Command(
        path: ["saved", "remove"],
        aliases: ["rm", "delete"],
        summary: "Remove a saved search",
        arguments: [.savedName],
        options: [.withoutConfirmation],
        examples: ["saved remove walks"]
    ) { invocation, settings throws(UsageError) in
        try await SavedCommand(invocation: invocation, settings: settings).remove()
    }
}

extension ArgumentSpec {
    fileprivate static let newName = ArgumentSpec(placeholder: "NAME", meaning: "Name of the search")

    /// The name of an existing search.
    static let savedName = ArgumentSpec(
        placeholder: newName.placeholder,
        meaning: newName.meaning,
        listCommand: "saved list --template '{{.name}}'"
    )
}

/// `seek saved`: stores, shows and changes searches. ``SavedRunCommand`` runs them.
struct SavedCommand {
    static let searchKind = ResultKind<SavedSearch>(
        singular: "saved search",
        plural: "saved searches",
        fields: [
            .column("name", .green) { .string($0.name) },
            .column("text", isFlexible: true) { .string($0.query.text) },
            .column("kinds", .cyan) { .array($0.query.kinds.map { .string($0.pluralName) }) },
            .column("options", isSelectable: false) { .string($0.query.flags) },
            .column("resultCount", .yellow, header: "results") { .number($0.lastHits.count) },
            .column("lastRunAt", .faint, header: "last run") { .optional($0.lastRunAt) },
            .init("limit") { .number($0.query.limit) },
            .init("sort") { .string($0.query.repositorySort?.word ?? $0.query.sort.word) },
        ] + filterFields
    )

    private static let filterFields = QueryFlag.all.map { flag -> Field<SavedSearch> in
        Field(flag.option.name.rawValue) { .optional($0.query[flag.field].map(flag.word)) }
    }

    static let listFieldNames = searchKind.fieldNames

    static let emptyMessage = "no saved searches; save one with: seek saved add NAME TEXT"

    let invocation: Invocation
    let settings: CommandSettings

    /// Stores a search under a name. An existing search is replaced only with `--replace`, because replacing it removes
    /// its history.
    func add() async throws(UsageError) -> CommandStatus {
        var query = FederatedQuery(
            invocation.arguments.dropFirst().first ?? "",
            limit: try settings.limit(of: invocation)
        )
        try query.apply(invocation)
        if let problem = problem(with: query) { throw UsageError(problem) }
        let search = SavedSearch(name: invocation.argument, query: query)
        return try await withStore { store, _ throws(SavedSearchError) in
            if let previous = try await store.add(search, replacing: invocation.has(.replace)) {
                console.report(
                    "the saved search '\(search.name)' is now \(search.query.commandLine), without history; it was "
                        + "\(previous.query.commandLine)"
                )
            }
            return .success
        }
    }

    var console: Console { settings.console }

    /// Changes the text, the options or the name. The history of the search is retained.
    func edit() async throws(UsageError) -> CommandStatus {
        try await withStore { store, _ throws(SavedSearchError) in
            let stored = try await search(in: store).query
            do throws(UsageError) {
                let query = try edited(stored)
                // A search that an earlier version stored can be renamed even if its text is too long.
                if query != stored, let problem = problem(with: query) { throw UsageError(problem) }
            } catch {
                console.report(error.description)
                return .usage
            }
            try await store.edit(invocation.argument) { search in
                if let name = invocation.values[.name] { search.name = name }
                if let query = try? edited(search.query) { search.query = query }
            }
            return .success
        }
    }

    private func edited(_ query: FederatedQuery) throws(UsageError) -> FederatedQuery {
        var query = query
        if invocation.arguments.count > 1 { query.text = invocation.arguments[1] }
        if let limit = invocation.integer(.limit) { query.limit = limit }
        try query.apply(invocation)
        let removed = invocation.values[.remove].map(OptionSpec.Check.values(inList:)) ?? []
        for flag in QueryFlag.all where removed.contains(flag.option.name.word) { query.set(flag.field, to: nil) }
        let qualifiers = OptionSpec.queryQualifierNames.filter { removed.contains($0.key.word) }.values
        if !qualifiers.isEmpty {
            query.text = GitHubQuery(removingQualifiers: Set(qualifiers), from: query.text).description
        }
        if query.problem(with: invocation) == nil { query.removeUnused() }
        return query
    }

    /// Returns why a query cannot be run, or why a flag has no effect.
    private func problem(with query: FederatedQuery) -> String? {
        if let problem = query.problem(with: invocation) { return problem }
        do throws(SearchError) {
            try query.validate()
            return nil
        } catch {
            return settings.describe(error, of: invocation)
        }
    }

    func search(in store: SavedSearchStore) async throws(SavedSearchError) -> SavedSearch {
        guard let search = try await store.search(named: invocation.argument) else {
            throw .notFound(invocation.argument)
        }
        return search
    }

    func remove() async throws(UsageError) -> CommandStatus {
        try await withStore { store, _ throws(SavedSearchError) in
            let name = try await search(in: store).name
            let consequence = "the saved search '\(name)' and its history will be removed"
            guard await console.isConfirmed(consequence, by: invocation) else { return .cancelled }
            guard try await store.remove(named: name) else { throw .notFound(name) }
            console.report("removed the saved search '\(name)' and its history")
            return .success
        }
    }

    /// Runs the work with the store of saved searches, reports the error if the work fails, and ends the session.
    func withStore(
        _ work: (SavedSearchStore, Session) async throws(SavedSearchError) -> CommandStatus
    ) async throws(UsageError) -> CommandStatus {
        let session = try Session(of: invocation, settings)
        do throws(SavedSearchError) {
            guard let store = session.seek.saved else { throw .noFolder }
            return await session.end(with: try await work(store, session))
        } catch {
            var status = CommandStatus.failure
            switch error {
            case .notFound(let name):
                let names = (try? await session.seek.saved?.all())?.map(\.name) ?? []
                let nearest = Spelling.nearest(to: name, among: names).map { "did you mean '\($0)'?" }
                let advice = nearest ?? "run 'seek saved list' for all saved searches"
                console.report("no saved search '\(name)'; \(advice)")
            case .exists(let name):
                let replacement = invocation.command.has(.replace) ? ", or add --replace" : ""
                console.report("a saved search '\(name)' already exists; choose another name\(replacement)")
                status = .usage
            case .cancelled:
                console.report("cancelled")
                status = .cancelled
            case .invalidName:
                console.report(error.description)
                status = .usage
            default: console.report(error.description)
            }
            return await session.end(with: status)
        }
    }
}
