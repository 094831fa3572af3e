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
    /// What is new, changed, gone, dropped and unchanged.
    public var comparison: SavedComparison
    /// What was found, and what became of each provider.
    public var result: FederatedResult
    /// Whether the store has the search as it is here. It has not where no source responded, or where the search was removed or replaced
    /// while it ran.
    public var isStored = false
}

extension SavedRun {
    /// Compares a result with what a search remembers. Where no source responded, the search is as it was.
    fileprivate init(_ search: SavedSearch, _ result: FederatedResult, at date: Date) {
        self.init(search: search, comparison: SavedComparison(), result: result)
        guard result.error == nil else { return }
        var windows: [String: SavedSearch.Window] = [:]
        for source in result.sources where source.problem == nil {
            guard let response = source.response else { continue }
            windows[source.name] = .init(response.hits + response.beyondLimit, isComplete: response.isComplete)
        }
        comparison = self.search.update(with: result.hits, windows: windows, at: date)
    }
}

extension SeekClient {
    /// Runs a saved search and compares what it finds with what it found last. Nothing is written.
    ///
    /// It never fails as a whole: of a provider that does not answer nothing is called gone. Where none answered, the search is as it was.
    public func run(_ saved: SavedSearch) async -> SavedRun {
        SavedRun(saved, await find(saved.query), at: now())
    }

    /// Runs the saved search of a name, and stores what it found.
    ///
    /// The search takes seconds, in which other processes may change the file: the results are compared with what is stored when they are
    /// there, and a search that was removed or replaced meanwhile stays so.
    public func runSaved(named name: String) async throws(SavedSearchError) -> SavedRun {
        guard let saved else { throw .noFolder }
        guard let search = try await saved.search(named: name) else { throw .notFound(name) }
        let (result, date) = (await find(search.query), now())
        if result.error == nil {
            let run = try await saved.update(named: name) { stored -> SavedRun? in
                guard stored.query == search.query else { return nil }
                var run = SavedRun(stored, result, at: date)
                stored = run.search
                run.isStored = true
                return run
            }
            if case let run?? = run { return run }
        }
        return SavedRun(search, result, at: date)
    }

    private func find(_ query: SavedQuery) async -> FederatedResult {
        await federation(of: query).search(query.text, limit: query.limit)
    }

    /// The providers a saved query asks, each under the name of its hits' source.
    private func federation(of query: SavedQuery) -> FederatedSearch {
        var sources: [FederatedSearch.Source] = []
        if [.all, .videos].contains(query.scope) {
            let videos = OrderedVideos(client: youTube, order: query.videoOrder)
            sources.append(.init(SourceProvider(name: "youtube", source: videos)))
        }
        if [.all, .repositories].contains(query.scope) {
            let repositories = SortedRepositories(client: gitHub, sort: query.repositorySort)
            sources.append(.init(SourceProvider(name: "github", source: repositories)))
        }
        if let scope = query.scope.issues {
            let issues = gitHub.issueSearch(scope: scope, pageSize: GitHubClient.maximumPageSize)
            sources.append(.init(SourceProvider(name: "github", source: issues)))
        }
        return FederatedSearch(sources)
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
