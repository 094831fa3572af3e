public import SeekBasics
import SeekModels
@_spi(Seek) public import SeekNetworking

extension YouTubeClient {
    /// Returns the state of today's quota: searches, units of the other methods, and statistics.
    ///
    /// It includes calls counted in the quota store and exhausted quotas reported by the API, but not calls that
    /// programs without this store make with the same key.
    ///
    /// - Returns: The status of each bucket; empty if there is no credential or quota store, or if the store fails.
    public func quota() async -> [QuotaStatus] {
        guard let quotaKey, let store = configuration.quotaStore else { return [] }
        func statuses() async throws -> [QuotaStatus] {
            try await store.statuses(of: configuration.youTubeBuckets, for: quotaKey, at: configuration.now())
        }
        do { return try await statuses() } catch {
            configuration.onStoreFailure(error)
            // A store with a corrupt file moves the file aside and throws an error once; then it counts from 0.
            return (try? await statuses()) ?? []
        }
    }

    /// Reopens today's exhausted buckets, for example after a limit was raised. If a quota is in fact used up, the
    /// API's next error closes the bucket again.
    ///
    /// - Returns: The status of each reopened bucket; empty if there is no credential or quota store.
    /// - Throws: The error of the quota store.
    public func resetQuota() async throws -> [QuotaStatus] {
        guard let quotaKey, let store = configuration.quotaStore else { return [] }
        return try await store.reopen(configuration.youTubeBuckets, for: quotaKey, at: configuration.now())
    }

    /// Estimates the quota cost of the pages of a search without sending a request.
    ///
    /// Stored pages cost nothing. The first page that is not stored is counted, and so are all pages after it: to look
    /// up a page in the store, its cursor is needed, which only the page before it contains.
    ///
    /// - Parameters:
    ///   - query: The query.
    ///   - pages: The number of pages; values below 1 count as 1.
    /// - Throws: The errors that ``search(_:at:)`` throws before it sends a request.
    public func dryRun(
        _ query: some YouTubeQueryConvertible,
        pages: Int = 1
    ) async throws(SearchError) -> QuotaEstimate {
        let query = query.youTubeQuery
        let pages = max(1, pages)
        var storedPages = 0
        var cursor: PageCursor?
        while storedPages < pages, let page = try await storedPage(of: query, at: cursor) {
            storedPages += 1
            // This is the last page.
            guard let token = page.nextPageToken else { return await estimate(cost: 0, pagesFromStore: storedPages) }
            cursor = PageCursor(rawValue: token)
        }
        return await estimate(cost: pages - storedPages, pagesFromStore: storedPages)
    }

    /// Estimates the quota cost of the YouTube part of a federated search without sending a request; nil if the query
    /// does not search YouTube.
    ///
    /// - Throws: As ``dryRun(_:pages:)``.
    public func dryRun(_ query: FederatedQuery) async throws(SearchError) -> QuotaEstimate? {
        var (cost, pagesFromStore) = (0, 0)
        for kind in query.kinds where kind.service == .youTube {
            guard let youTubeKind = YouTubeSearchItem.Kind(rawValue: kind.rawValue) else { continue }
            let part = query.part(for: kind)
            guard !part.isSkipped else { continue }
            var search = query.youTubeQuery(of: youTubeKind, at: configuration.now())
            search.text = part.text
            if let handle = search.channelID, handle.hasPrefix("@") {
                do throws(SearchError) {
                    search.channelID = try await with { $0.cacheMode = .onlyIfCached }.channel(handle: handle).value.id
                } catch {
                    // Without the id, the stored pages of the search are unknown.
                    guard case .network(.rejected(.notCached, _)) = error else { throw error }
                    cost += query.calls(for: kind)
                    continue
                }
            }
            let estimate = try await dryRun(search, pages: query.calls(for: kind))
            cost += estimate.cost
            pagesFromStore += estimate.pagesFromStore
        }
        return query.youTubeCalls == 0 ? nil : await estimate(cost: cost, pagesFromStore: pagesFromStore)
    }

    private func estimate(cost: Int, pagesFromStore: Int) async -> QuotaEstimate {
        QuotaEstimate(
            cost: cost,
            pagesFromStore: pagesFromStore,
            // The first bucket is that of searches.
            quota: await quota().first,
            budgetLeft: configuration.budget?.remaining
        )
    }
}

extension ClientConfiguration {
    fileprivate var youTubeBuckets: [QuotaBucket] {
        [youTubeSearchBucket, youTubeUnitBucket, youTubeStatisticsBucket]
    }

    /// Returns the middleware that counts calls of a key against YouTube's daily quota; nil without a quota store.
    ///
    /// - Parameters:
    ///   - credential: The key, or the source of the token if there is no key.
    ///   - baseURL: The base URL of the API. Each server has counts of its own, so that a test server that reports an
    ///     exhausted quota does not close the real day.
    public func youTubeQuotaMiddleware(
        for credential: CredentialSource,
        at baseURL: URL = YouTubeClient.defaultBaseURL
    ) -> (any HTTPMiddleware)? {
        guard let store = quotaStore else { return nil }
        let (searches, units, statistics) = (youTubeSearchBucket, youTubeUnitBucket, youTubeStatisticsBucket)
        return QuotaMiddleware(
            store: store,
            key: credential.quotaKey(at: baseURL),
            bucket: { request in
                switch YouTubeMethod(url: request.url) {
                case .search: searches
                case .statistics: statistics
                default: units
                }
            },
            isExhausted: { [now] response, request in
                guard !response.status.isSuccessful else { return false }
                let context = NetworkError.Context(request: request, response: response)
                let failure = NetworkError.unacceptableStatus(response.status.code, context)
                let error = SearchError(failure, from: .youTube, subject: "", now: now())
                if case .limitReached(_, let limit) = error { return limit.kind == .daily }
                return false
            },
            now: now,
            clock: clock,
            report: onStoreFailure
        )
    }
}

extension CredentialSource {
    /// The key of the counts in a ``QuotaStore``: the fingerprint or, for another server than YouTube's, a fingerprint
    /// that depends on the server's origin too.
    func quotaKey(at baseURL: URL) -> String {
        guard let origin = Origin(baseURL), origin != Origin(YouTubeClient.defaultBaseURL) else { return fingerprint }
        return SHA256.fingerprint(of: [fingerprint, "\(origin)"])
    }
}

/// The estimated cost of a search.
public struct QuotaEstimate: Sendable, Hashable {
    /// The number of calls to send.
    public var cost: Int
    /// The number of requested pages that are in the store.
    public var pagesFromStore: Int
    /// The state of the day's quota of searches; nil if it is not counted, or if the quota store fails.
    public var quota: QuotaStatus?
    /// The calls left in the ``CallBudgetMiddleware``; nil if there is none.
    public var budgetLeft: Int?

    /// Whether the day's quota and the budget cover the cost.
    public var isAffordable: Bool {
        cost <= min(quota?.remaining ?? .max, budgetLeft ?? .max)
    }
}
