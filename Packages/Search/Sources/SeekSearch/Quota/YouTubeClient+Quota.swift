import SeekModels
public import SeekNetworking

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension YouTubeClient {
    /// What is spent and left of today's quota: first the searches, then the units of the other calls.
    ///
    /// It is what this side has counted, and what the API has said when it refused; who spends from the same key elsewhere is not in it.
    ///
    /// - Returns: nothing where there is no key, or nothing is counted.
    public func quota() async -> [QuotaStatus] {
        guard let payer, let store = environment.quotaStore else { return [] }
        let (key, now) = (payer.fingerprint, environment.now())
        let buckets = [environment.youTubeSearchBucket, environment.youTubeUnitBucket]
        do {
            return try await store.update { ledger in buckets.map { ledger.status(of: $0, for: key, at: now) } }
        } catch {
            environment.onStoreFailure(error)
            return []
        }
    }

    /// What the pages of a search would cost, without asking the API: a dry run.
    ///
    /// Pages the store would serve cost nothing. What lies behind the first page that it does not hold counts as to be paid, for its
    /// cursor is not known yet.
    ///
    /// - Parameters:
    ///   - query: what to look for.
    ///   - pages: how many pages; at least 1.
    /// - Throws: what ``search(_:at:)`` would throw before it sends anything.
    public func dryRun(_ query: YouTubeSearchQuery, pages: Int = 1) async throws(SearchError) -> QuotaEstimate {
        let pages = max(1, pages)
        var stored = 0
        var cursor: PageCursor?
        while stored < pages, let page = try await storedPage(of: query, at: cursor) {
            stored += 1
            // The last page of all: there is nothing behind it to pay for.
            guard let token = page.nextPageToken else { return await estimate(cost: 0, stored) }
            cursor = PageCursor(rawValue: token)
        }
        return await estimate(cost: pages - stored, stored)
    }

    private func estimate(cost: Int, _ stored: Int) async -> QuotaEstimate {
        QuotaEstimate(
            cost: cost,
            pagesFromStore: stored,
            quota: await quota().first,
            budgetLeft: environment.budget?.remaining
        )
    }
}

extension SearchEnvironment {
    /// What takes the calls made with a key off YouTube's day; nil where nothing is to be counted.
    public func youTubeCounting(for credential: Credential) -> (any HTTPMiddleware)? {
        guard let store = quotaStore else { return nil }
        let (searches, units) = (youTubeSearchBucket, youTubeUnitBucket)
        return QuotaKeeping(
            store: store,
            key: credential.fingerprint,
            bucket: { $0.url.lastPathComponent == "search" ? searches : units },
            saysSpent: { [now] response, request in
                guard !response.status.isSuccessful else { return false }
                let context = NetworkError.Context(request: request, response: response)
                let refusal = NetworkError.unacceptableStatus(response.status.code, context)
                let meaning = SearchError(refusal, from: .youTube, subject: "", now: now())
                if case .limitReached(_, let limit) = meaning { return limit.kind == .daily }
                return false
            },
            now: now,
            report: onStoreFailure
        )
    }
}

/// What a search would cost, and whether that is left.
public struct QuotaEstimate: Sendable, Hashable {
    /// How many calls would be paid.
    public var cost: Int
    /// How many pages the store would serve.
    public var pagesFromStore: Int
    /// What is left of the day; nil where nothing is counted.
    public var quota: QuotaStatus?
    /// What is left of the ``CallBudget``; nil where there is none.
    public var budgetLeft: Int?

    /// Whether day and budget would pay it.
    public var isAffordable: Bool {
        cost <= min(quota?.remaining ?? .max, budgetLeft ?? .max)
    }
}
