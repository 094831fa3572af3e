/// A GitHub search query, or its text as typed into GitHub's search field: ``GitHubQuery`` or `String`.
public protocol GitHubQueryConvertible: Sendable {
    /// The query.
    var gitHubQuery: GitHubQuery { get }
}

extension GitHubQuery: GitHubQueryConvertible {
    /// The query itself.
    public var gitHubQuery: GitHubQuery { self }
}

extension String: GitHubQueryConvertible {
    /// A query with this text, which may contain qualifiers.
    public var gitHubQuery: GitHubQuery { GitHubQuery(self) }
}
