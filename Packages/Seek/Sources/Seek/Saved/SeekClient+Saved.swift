import SeekModels
public import SeekSearch

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What running a saved search brought.
public struct SavedRun: Sendable {
    /// The search, which remembers now what was found.
    public var search: SavedSearch
    /// What is new, changed, gone and unchanged.
    public var comparison: SavedComparison
    /// What was found, and what became of each provider.
    public var result: FederatedResult
}

extension SeekClient {
    /// Runs a saved search and compares what it finds with what it found last. Nothing is written: keep ``SavedRun/search``.
    ///
    /// It never fails as a whole: of a provider that does not answer nothing is called gone. Where none answered, the search is as it was.
    public func run(_ saved: SavedSearch) async -> SavedRun {
        let query = saved.query
        let result = await federation(of: query).search(query.text, limit: query.limit)
        guard result.error == nil else {
            return SavedRun(search: saved, comparison: SavedComparison(), result: result)
        }
        let answered = result.members.filter { $0.answer != nil && $0.problem == nil }.map(\.name)
        var search = saved
        let comparison = search.take(result.hits, answeredBy: Set(answered), at: now())
        return SavedRun(search: search, comparison: comparison, result: result)
    }

    /// Runs the saved search of a name, and keeps what it found.
    public func runSaved(named name: String) async throws(SavedSearchError) -> SavedRun {
        guard let saved else { throw .noFolder }
        guard let search = try await saved.search(named: name) else { throw .notFound(name) }
        let run = await run(search)
        if run.result.error == nil { try await saved.save(run.search) }
        return run
    }

    /// The providers a saved query asks, each under the name of its hits' source.
    private func federation(of query: SavedQuery) -> FederatedSearch {
        var members: [FederatedSearch.Member] = []
        if [.all, .videos].contains(query.scope) {
            let videos = OrderedVideos(client: youTube, order: query.videoOrder)
            members.append(.init(SourceProvider(name: "youtube", source: videos)))
        }
        if [.all, .repositories].contains(query.scope) {
            let repositories = SortedRepositories(client: gitHub, sort: query.repositorySort)
            members.append(.init(SourceProvider(name: "github", source: repositories)))
        }
        if let scope = query.scope.issues {
            let issues = gitHub.issueSearch(scope: scope, pageSize: GitHubClient.maximumPageSize)
            members.append(.init(SourceProvider(name: "github", source: issues)))
        }
        return FederatedSearch(members)
    }
}

extension SavedQuery.Scope {
    /// What a search of issues covers; nil for other searches.
    fileprivate var issues: GitHubIssueScope? {
        switch self {
        case .issues: .issues
        case .pullRequests: .pullRequests
        case .all, .videos, .repositories: nil
        }
    }
}

private struct OrderedVideos: SearchSource {
    let client: YouTubeClient
    let order: YouTubeOrder?

    func page(for text: String, at cursor: PageCursor?) async throws(SearchError) -> SearchPage<YouTubeSearchItem> {
        var query = YouTubeSearchQuery(text, pageSize: YouTubeSearchQuery.maximumPageSize)
        query.order = order
        return try await client.search(query, at: cursor)
    }
}

private struct SortedRepositories: SearchSource {
    let client: GitHubClient
    let sort: GitHubRepositorySort?

    func page(for text: String, at cursor: PageCursor?) async throws(SearchError) -> SearchPage<GitHubRepository> {
        let size = GitHubClient.maximumPageSize
        return try await client.searchRepositories(GitHubQuery(text), sort: sort, pageSize: size, at: cursor)
    }
}
