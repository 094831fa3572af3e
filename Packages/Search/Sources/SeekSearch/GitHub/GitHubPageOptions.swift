/// How a page of GitHub's results is to be.
public struct GitHubPageOptions: Sendable, Hashable {
    /// How many results it has: 1...100.
    public var pageSize: Int
    /// Whether results tell where the search text stands in them.
    public var textMatches: Bool

    /// Makes options.
    public init(pageSize: Int = 30, textMatches: Bool = false) {
        self.pageSize = pageSize
        self.textMatches = textMatches
    }

    func checkedSize() throws(SearchError) -> String {
        try QueryText.checked(pageSize: pageSize, limit: GitHubClient.maximumPageSize)
    }
}
