import Seek
import SeekBasics

extension SavedRunCommand {
    /// Writes the cost of the searches for `--dry-run`.
    func writeEstimate(of searches: [SavedSearch], _ session: Session) async -> CommandStatus {
        var estimates: [CostEstimate] = []
        var problems: [(text: String, status: CommandStatus)] = []
        for search in searches {
            let costs = await FederatedCommand.costs(of: search.query, invocation, session)
            estimates += costs.estimates
            problems += costs.problems
        }
        if estimates.isEmpty, let problem = problems.first {
            console.report(problem.text)
            return problem.status
        }
        // Without a credential, a run searches the other sources alone.
        for problem in problems { console.warn(problem.text) }
        do throws(UsageError) {
            return try await session.write(
                estimates.sorted { $0.service == .youTube && $1.service != .youTube },
                of: invocation
            )
        } catch {
            console.report(error.description)
            return .usage
        }
    }

    /// Warns if today's YouTube quota does not cover the searches. They are run nevertheless, because searches of
    /// GitHub can succeed.
    func warnIfQuotaIsShort(for searches: [SavedSearch], _ session: Session) async {
        let cost = await youTubeCost(of: searches, session)
        guard cost > 0, let status = await session.searchQuota, status.remaining < cost else { return }
        console.warn(
            "the run needs up to \(counted(cost, "call")) of YouTube's search quota, of which "
                + "\(status.remaining.grouped) are left today; see --dry-run"
        )
    }

    /// Returns the maximum number of YouTube searches that the saved searches need.
    private func youTubeCost(of searches: [SavedSearch], _ session: Session) async -> Int {
        var cost = 0
        for query in searches.map(\.query) where query.youTubeCalls > 0 {
            let estimate = invocation.has(.refresh) ? nil : try? await session.seek.estimate(of: query)
            cost += estimate?.cost ?? query.youTubeCalls
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
