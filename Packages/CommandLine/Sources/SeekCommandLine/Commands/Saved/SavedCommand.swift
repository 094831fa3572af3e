import Seek
import SeekBasics

extension Command {
    static let savedAdd = Command(
        path: ["saved", "add"],
        summary: "Save a search under a name",
        arguments: [.newName, .text("The search text")],
        options: [
            .choice(.scope, SavedQuery.Scope.allCases.map(\.rawValue), "What to search (default all)"), .limit,
            .choice(.order, YouTubeOrder.self, "Sort order of videos"),
            .choice(.sort, GitHubRepositorySort.self, "Sort order of repositories"),
            OptionSpec(name: .replace, meaning: "Replace an existing search and its history"),
        ],
        details: ["Fails if the name exists, unless --replace is given."],
        examples: ["saved add walks '東京 夜景' --scope videos --order date"],
        flagHints: filterHints
    ) { invocation, settings throws(UsageError) in
        try await SavedCommand(invocation: invocation, settings: settings).add()
    }

    static let savedEdit = Command(
        path: ["saved", "edit"],
        summary: "Change a saved search and retain its history",
        arguments: [.savedName, .text("The new search text", orFlags: .limit, .scope, .order, .sort, .name)],
        options: [
            .choice(.scope, SavedQuery.Scope.allCases.map(\.rawValue), "What to search"),
            .value(.limit, "N", "Maximum number of results, up to 1000", short: "L", check: .number(1...1_000)),
            .choice(.order, YouTubeOrder.self, "Sort order of videos"),
            .choice(
                .sort,
                ["best-match"] + GitHubRepositorySort.allCases.map(\.word),
                "Sort order of repositories"
            ),
            .value(.name, "NEW", "Rename the search"),
        ],
        details: [
            "Omitted arguments and flags remain unchanged; an order that has no effect in a new scope is removed. "
                + "The next run compares its results with those of the last run. The feed retains its address, so "
                + "that readers remain subscribed."
        ],
        examples: ["saved edit walks '東京 夜景 4K' --limit 50", "saved edit walks --name night-walks"]
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

    /// What to use in place of the flags that filter searches of YouTube.
    private static let filterHints = Dictionary(
        youTubeFilterNames.map { flag in
            (
                "--\(flag)",
                "a saved search has no filters of YouTube; qualifiers of GitHub such as language:swift are part of TEXT"
            )
        }
    ) { $1 }
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
            .column("scope", .cyan) { .string($0.query.scope.rawValue) },
            .column("options", isSelectable: false) { .string($0.query.flags) },
            .column("resultCount", .yellow, header: "results") { .number($0.lastHits.count) },
            .column("lastRunAt", .faint, header: "last run") { .optional($0.lastRunAt) },
            .init("limit") { .number($0.query.limit) },
            .init("order") { .optional($0.query.videoOrder?.word) },
            .init("sort") { .optional($0.query.repositorySort?.word) },
        ]
    )

    static let listFieldNames = searchKind.fieldNames

    static let emptyMessage = "no saved searches; save one with: seek saved add NAME TEXT"

    let invocation: Invocation
    let settings: CommandSettings

    /// Stores a search under a name. An existing search is replaced only with `--replace`, because replacing it removes
    /// its history.
    func add() async throws(UsageError) -> CommandStatus {
        let values = invocation.values
        let scope = values[.scope].flatMap(SavedQuery.Scope.init) ?? .all
        if let problem = problem(with: scope) { throw UsageError(problem) }
        let query = SavedQuery(
            invocation.arguments[1],
            scope: scope,
            limit: try settings.limit(of: invocation),
            videoOrder: invocation.choice(.order),
            repositorySort: invocation.choice(.sort)
        )
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
            let query = edited(stored)
            // A search that an earlier version stored can be renamed even if its text is too long.
            if let problem = problem(with: query.scope) ?? (query == stored ? nil : problem(with: query)) {
                console.report(problem)
                return .usage
            }
            try await store.edit(invocation.argument) { search in
                if let name = invocation.values[.name] { search.name = name }
                search.query = edited(search.query)
            }
            return .success
        }
    }

    private func edited(_ query: SavedQuery) -> SavedQuery {
        var query = query
        if invocation.arguments.count > 1 { query.text = invocation.arguments[1] }
        if let scope = invocation.values[.scope].flatMap(SavedQuery.Scope.init) { query.scope = scope }
        if let limit = invocation.integer(.limit) { query.limit = limit }
        if invocation.has(.order) { query.videoOrder = invocation.choice(.order) }
        if invocation.has(.sort) { query.repositorySort = invocation.choice(.sort) }
        // Removes options that have no effect in the new scope.
        if query.youTubeCalls == 0 { query.videoOrder = nil }
        if ![.all, .repositories].contains(query.scope) { query.repositorySort = nil }
        return query
    }

    func problem(with query: SavedQuery) -> String? {
        do throws(SearchError) {
            try query.validate()
            return nil
        } catch {
            return settings.describe(error, of: invocation)
        }
    }

    /// Returns why a flag has no effect in a scope, or `nil` if all given flags have an effect.
    func problem(with scope: SavedQuery.Scope) -> String? {
        let flags: [(name: OptionSpec.Name, scopes: [SavedQuery.Scope])] = [
            (.order, [.all, .videos]), (.sort, [.all, .repositories]),
        ]
        return flags.first { invocation.has($0.name) && !$0.scopes.contains(scope) }.map { name, _ in
            "--\(name.word) has no effect with --scope \(scope.rawValue); remove it, or choose another scope"
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

extension SavedQuery {
    /// The text and the flags of `seek saved add` that result in the query.
    fileprivate var commandLine: String { "'\(text)' --scope \(scope.rawValue) \(flags)" }

    /// The flags of `seek saved add`, except `--scope`, that result in the query.
    var flags: String {
        let flags = [
            "--limit \(limit)", videoOrder.map { "--order \($0.word)" }, repositorySort.map { "--sort \($0.word)" },
        ]
        return flags.compactMap { $0 }.joined(separator: " ")
    }
}
