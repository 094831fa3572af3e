public import SeekBasics
public import SeekCache
public import SeekIndex
public import SeekSearch

/// A page of hits of an offline search.
public struct OfflinePage: Sendable, Hashable {
    /// The hits, best first.
    public var hits: [OfflineHit]
    /// The number of matching results, counted up to 10,000. From 500 on, it can be too high if the query contains
    /// Chinese, Japanese, Korean or Southeast Asian text. All pages together contain at most 500 hits.
    public var totalCount: Int
    /// The offset of the next page; `nil` on the last page.
    public var nextOffset: Int?
}

/// A hit of an offline search, with highlighted matches.
public struct OfflineHit: Sendable, Hashable {
    /// The hit, with the relevance as its score.
    public var hit: SearchHit
    /// The title with the matches.
    public var title: HighlightedText
    /// The subtitle with the matches; empty if there is none.
    public var subtitle: HighlightedText
    /// An excerpt around the first match in the text or in the words that are searched after it, such as tags; without
    /// a match, the beginning of the text.
    public var snippet: HighlightedText
}

/// An error of an offline search.
public enum OfflineSearchError: Error, Sendable, Hashable, CustomStringConvertible {
    /// There is no disk cache.
    case noCache
    /// The disk cache could not be read.
    case cache(CacheError)
    /// The index could not be used.
    case index(IndexError)

    /// One line with what failed, where, and what to do.
    public var description: String {
        switch self {
        case .noCache: "there is no disk cache to search; enable it with a writable cache folder (SEEK_CACHE_DIR)"
        case .cache(let error): error.description
        case .index(let error): error.description
        }
    }
}

extension OfflineSearchError: LocalizedError {
    /// The ``description``.
    public var errorDescription: String? { description }
}

extension SeekClient {
    /// Searches the results in the disk cache without sending a request: videos, channels, playlists, repositories,
    /// issues, users, files, commits and topics of every response that any process of this user has stored.
    ///
    /// A result that several responses contain is returned once: from the most detailed response or, among equally
    /// detailed ones, from the latest. Besides its title, subtitle and text, the other words of
    /// a result are searched, such as tags and topics.
    ///
    /// All words must match; the last one may be a prefix. Any text is a valid query. First, responses that are not yet
    /// indexed are indexed, and removed responses are removed from the index. If this update fails, for example because
    /// the disk is full, the index is searched as it is, and `SeekConfiguration.client.onStoreFailure` receives the
    /// error; if the search fails as well, the error of the update is thrown.
    ///
    /// - Parameters:
    ///   - text: The words to search for.
    ///   - kinds: The kinds of results; all if empty.
    ///   - limit: The maximum number of hits.
    ///   - offset: The number of hits to skip.
    public func offlineSearch(
        _ text: String,
        kinds: Set<SearchHit.Kind> = [],
        limit: Int = 25,
        offset: Int = 0
    ) async throws(OfflineSearchError) -> OfflinePage {
        guard let offlineIndex else { throw .noCache }
        let query = IndexQuery(text, kinds: Set(kinds.map(\.rawValue)), limit: limit, offset: offset)
        var failure: OfflineSearchError?
        do throws(OfflineSearchError) { try await offlineIndex.reconcile() } catch { failure = error }
        do throws(OfflineSearchError) {
            let rebuildCount = await offlineIndex.index.rebuildCount
            var page = try await search(query, in: offlineIndex)
            if await offlineIndex.index.rebuildCount != rebuildCount {
                // The index was corrupt and is empty now; it is filled again from the cache.
                try await offlineIndex.reconcile()
                page = try await search(query, in: offlineIndex)
            }
            if let failure { offlineIndex.report(failure) }
            return page
        } catch {
            // The first failure is the cause.
            throw failure ?? error
        }
    }

    private func search(
        _ query: IndexQuery,
        in offlineIndex: OfflineIndex
    ) async throws(OfflineSearchError) -> OfflinePage {
        let page: IndexPage
        do throws(IndexError) {
            page = try await offlineIndex.index.search(query)
        } catch {
            throw .index(error)
        }
        var hits = page.hits.compactMap { match -> OfflineHit? in
            guard var hit = try? JSONDecoder().decodeBounded(SearchHit.self, from: match.entry.payload) else {
                return nil
            }
            hit.score = match.score
            return OfflineHit(hit: hit, title: match.title, subtitle: match.subtitle, snippet: match.snippet)
        }
        await addStatistics(to: &hits, from: offlineIndex)
        return OfflinePage(hits: hits, totalCount: page.totalCount, nextOffset: page.nextOffset)
    }

    /// Adds the stored durations and views of videos whose responses do not contain them.
    private func addStatistics(to hits: inout [OfflineHit], from offlineIndex: OfflineIndex) async {
        let prefix = "youtube:video:"
        func videoID(_ hit: SearchHit) -> String? {
            hit.kind == .video && hit.duration == nil && hit.id.hasPrefix(prefix)
                ? String(hit.id.dropFirst(prefix.count)) : nil
        }
        let videos = await offlineIndex.statistics(of: Set(hits.compactMap { videoID($0.hit) }))
        for index in hits.indices {
            guard let id = videoID(hits[index].hit), let video = videos[id] else { continue }
            hits[index].hit.add(statisticsOf: video)
        }
    }

    /// Removes all responses stored in ``cache``, in memory and on disk, and their entries in the offline index.
    /// Does nothing if ``cache`` is nil.
    ///
    /// All files of the cache and the index are removed, corrupt and unfinished ones too. Responses that arrive
    /// afterwards are stored. Responses that several machines share in Redis remain, and may be served and stored here
    /// again; `Redis.removeAllResponses()` removes them.
    public func clearCache() async throws(CacheError) {
        // Pending responses are indexed first. The folder of the index belongs to the cache, which removes it, too.
        await offlineIndex?.finish()
        try await cache?.removeAll()
    }

    /// Waits until all responses are indexed and access times are written, and closes the files. The next use opens
    /// them again.
    ///
    /// Call it before the process ends and when an app enters the background, because iOS ends an app that is suspended
    /// with a locked file. Responses that were not indexed before the process ended are indexed by the next offline
    /// search.
    public func close() async {
        await offlineIndex?.finish()
        await offlineIndex?.index.close()
        await cache?.close()
    }
}
