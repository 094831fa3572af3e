import Seek
import SeekBasics

extension SavedRunCommand {
    /// Writes the cost of the searches for `--dry-run`. Searches of GitHub are run to determine their cost: the session
    /// sends no request, and its probe counts the responses that the cache serves.
    func writeEstimate(of searches: [SavedSearch], _ session: Session) async -> CommandStatus {
        var (youTube, gitHub): ([CostEstimate], [CostEstimate]) = ([], [])
        let hasKey = session.configuration.youTubeAPIKey != nil
        if !hasKey, searches.contains(where: { $0.query.youTubeCalls > 0 }) {
            let error = SearchError.missingCredential(.youTube)
            // Without a key, the run searches GitHub alone.
            guard searches.contains(where: { $0.query.gitHubCalls > 0 }) else {
                return settings.report(error, of: invocation)
            }
            console.warn(settings.describe(error, of: invocation))
        }
        for search in searches {
            let videoCost = await youTubeCost(of: [search], session)
            if hasKey, search.query.youTubeCalls > 0 {
                let quota = QuotaBucket.youTubeSearch.name
                youTube.append(
                    CostEstimate(
                        service: .youTube,
                        quota: quota,
                        calls: videoCost.calls,
                        cachedCount: videoCost.cachedCount
                    )
                )
            }
            let maximumCalls = search.query.gitHubCalls
            guard maximumCalls > 0 else { continue }
            // Discards the count of the cached pages that `youTubeCost` has read.
            _ = session.probe?.takeCount()
            let sources = await session.seek.run(search).result.sources
            // The run has also read the cached pages of YouTube.
            let cachedCount = max(0, (session.probe?.takeCount() ?? 0) - videoCost.cachedCount)
            // If a response is missing, at least one call is necessary.
            let isCached = sources.contains { $0.name == "github" && $0.response != nil && $0.problem == nil }
            gitHub.append(
                CostEstimate(
                    service: .gitHub,
                    quota: "search",
                    calls: isCached ? 0 : max(1, maximumCalls - cachedCount),
                    cachedCount: cachedCount
                )
            )
        }
        do throws(UsageError) {
            return try await session.write(youTube + gitHub, of: invocation)
        } catch {
            console.report(error.description)
            return .usage
        }
    }

    /// Warns if today's YouTube quota does not cover the searches. They are run nevertheless, because searches of
    /// GitHub can succeed.
    func warnIfQuotaIsShort(for searches: [SavedSearch], _ session: Session) async {
        let cost = await youTubeCost(of: searches, session).calls
        guard cost > 0, let status = await session.searchQuota, status.remaining < cost else { return }
        console.warn(
            "the run needs up to \(counted(cost, "call")) of YouTube's search quota, of which "
                + "\(status.remaining.grouped) are left today; see --dry-run"
        )
    }

    /// Returns the maximum number of YouTube calls that the searches need, and the number of pages in the cache.
    private func youTubeCost(of searches: [SavedSearch], _ session: Session) async -> (calls: Int, cachedCount: Int) {
        var cost = (calls: 0, cachedCount: 0)
        for query in searches.map(\.query) where query.youTubeCalls > 0 {
            let estimate = invocation.has(.refresh) ? nil : try? await session.seek.estimate(of: query)
            cost.calls += estimate?.cost ?? query.youTubeCalls
            cost.cachedCount += estimate?.pagesFromStore ?? 0
        }
        return cost
    }
}

extension Session {
    /// The state of YouTube's daily quota of searches; `nil` if the quota is not counted.
    var searchQuota: QuotaStatus? {
        get async { await seek.youTube.quota().first { $0.bucket.name == QuotaBucket.youTubeSearch.name } }
    }
}
