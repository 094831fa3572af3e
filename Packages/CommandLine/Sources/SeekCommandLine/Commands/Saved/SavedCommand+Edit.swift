import Seek

extension SavedCommand {
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
            return console.describe(error, of: invocation)
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
}
