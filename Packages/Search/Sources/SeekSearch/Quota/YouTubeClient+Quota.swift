import SeekModels
public import SeekNetworking

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension YouTubeClient {
    /// What is spent and left of today's quota: of searches, of the units of the other calls, and of statistics.
    ///
    /// It is what this side has counted, and what the API has said when it refused; who spends from the same key elsewhere is not in it.
    ///
    /// - Returns: nothing where there is no key, or nothing is counted.
    public func quota() async -> [QuotaStatus] {
        guard let quotaCredential, let store = configuration.quotaStore else { return [] }
        let (key, now) = (quotaCredential.fingerprint, configuration.now())
        let buckets = configuration.youTubeBuckets
        do {
            return try await store.update { ledger in buckets.map { ledger.status(of: $0, for: key, at: now) } }
        } catch {
            configuration.onStoreFailure(error)
            return []
        }
    }

    /// Reopens the buckets of today's quota of which nothing is left on this side, whether the API had closed them or calls were
    /// counted: a limit that was granted since, or a refusal that was not the API's. The API closes the day again where it is right.
    ///
    /// - Returns: the buckets that were reopened; none without a key, or where nothing is counted.
    /// - Throws: what keeps the store from being changed.
    public func resetQuota() async throws -> [QuotaStatus] {
        guard let quotaCredential, let store = configuration.quotaStore else { return [] }
        let (key, now, buckets) = (quotaCredential.fingerprint, configuration.now(), configuration.youTubeBuckets)
        return try await store.update { ledger in
            buckets.filter { ledger.reopen($0, for: key, at: now) }.map { ledger.status(of: $0, for: key, at: now) }
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
            budgetLeft: configuration.budget?.remaining
        )
    }
}

extension ClientConfiguration {
    fileprivate var youTubeBuckets: [QuotaBucket] {
        [youTubeSearchBucket, youTubeUnitBucket, youTubeStatisticsBucket]
    }

    /// What takes the calls made with a key off YouTube's day; nil where nothing is to be counted.
    public func youTubeQuotaMiddleware(for credential: Credential) -> (any HTTPMiddleware)? {
        guard let store = quotaStore else { return nil }
        let (searches, units, statistics) = (youTubeSearchBucket, youTubeUnitBucket, youTubeStatisticsBucket)
        return QuotaMiddleware(
            store: store,
            key: credential.fingerprint,
            bucket: { request in
                switch request.url.lastPathComponent {
                case "search": searches
                case YouTubeClient.statisticsMethod: statistics
                default: units
                }
            },
            isExhausted: { [now] response, request in
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
    /// What is left of the ``CallBudgetMiddleware``; nil where there is none.
    public var budgetLeft: Int?

    /// Whether day and budget would pay it.
    public var isAffordable: Bool {
        cost <= min(quota?.remaining ?? .max, budgetLeft ?? .max)
    }
}
