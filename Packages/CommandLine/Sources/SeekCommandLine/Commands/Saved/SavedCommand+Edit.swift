import Seek

extension SavedCommand {
    /// Changes the text, the options or the name of a search. Its history is retained.
    func edit() async throws(UsageError) -> CommandStatus {
        let values = invocation.values
        try checkText()
        return try await withStore { store, _ throws(SavedSearchError) in
            let scope = values[.scope].flatMap(SavedQuery.Scope.init)
            let storedScope = try await search(in: store).query.scope
            if let problem = problem(with: scope ?? storedScope) {
                console.report(problem)
                return .usage
            }
            try await store.edit(invocation.argument) { search in
                if let name = values[.name] { search.name = name }
                var query = search.query
                if invocation.arguments.count > 1 { query.text = invocation.arguments[1] }
                if let scope { query.scope = scope }
                if let limit = values[.limit].flatMap({ Int($0) }) { query.limit = limit }
                if invocation.has(.order) { query.videoOrder = invocation.choice(.order) }
                if invocation.has(.sort) { query.repositorySort = invocation.choice(.sort) }
                // Removes options that have no effect in the new scope.
                if query.youTubeCalls == 0 { query.videoOrder = nil }
                if ![.all, .repositories].contains(query.scope) { query.repositorySort = nil }
                search.query = query
            }
            return .success
        }
    }

    /// Rejects a blank search text, which each run would report as an error.
    func checkText() throws(UsageError) {
        guard invocation.arguments.count > 1, invocation.arguments[1].allSatisfy(\.isWhitespace) else { return }
        throw UsageError("the search text is empty; enter a search text")
    }

    /// Returns why a flag has no effect in a scope, or `nil` if every flag has one.
    func problem(with scope: SavedQuery.Scope) -> String? {
        let scopes: [(flag: OptionSpec.Name, scopes: [SavedQuery.Scope])] = [
            (.order, [.all, .videos]), (.sort, [.all, .repositories]),
        ]
        return scopes.first { invocation.has($0.flag) && !$0.scopes.contains(scope) }.map { flag, _ in
            "--\(flag.rawValue) has no effect with --scope \(scope.rawValue); remove it, or choose another scope"
        }
    }
}
