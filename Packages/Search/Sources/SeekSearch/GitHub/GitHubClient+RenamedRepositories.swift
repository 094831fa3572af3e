import SeekModels
import SeekNetworking

extension GitHubClient {
    /// Returns an error for a search that GitHub has rejected. If GitHub does not find a repository of the query, the
    /// error contains its new name: a search does not follow a renamed repository, but a request for it does.
    ///
    /// Each name costs one request, which counts against the limit `core`; at most three are looked up. The search is
    /// not sent again.
    func explained(_ error: SearchError, ofSearchFor text: String) async -> SearchError {
        guard case .rejected(let service, let message, let cause) = error, message.contains("cannot be searched") else {
            return error
        }
        let names = Self.repositoryNames(in: text).prefix(3)
        var changes: [String] = []
        for name in names {
            if let newName = await newName(ofRepository: name) { changes.append("\(name) is now \(newName)") }
        }
        guard !changes.isEmpty else { return error }
        let cost = "\(names.count) further \(names.count == 1 ? "request" : "requests")"
        let hint = "the repository \(changes.joined(separator: ", and ")) (\(cost)); search with the new name"
        return .rejected(service, "\(message.hasSuffix(".") ? String(message.dropLast()) : message); \(hint)", cause)
    }

    private static func repositoryNames(in text: String) -> [String] {
        var names: [String] = []
        for token in GitHubQueryToken.tokens(of: text) where !token.isExcluded {
            if case .qualifier("repo", let value) = token.kind, !names.contains(value) { names.append(value) }
        }
        return names
    }

    /// Returns the name of a repository that has been renamed or transferred; nil for any other, or if it is unknown.
    private func newName(ofRepository name: String) async -> String? {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, !parts.contains(where: \.isEmpty) else { return nil }
        guard let repository = try? await repository(owner: parts[0], name: parts[1]).value, repository.owner != nil
        else { return nil }
        return repository.fullName.lowercased() == name.lowercased() ? nil : repository.fullName
    }
}
