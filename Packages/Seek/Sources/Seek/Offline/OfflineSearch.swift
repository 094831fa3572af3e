public import SeekCache
public import SeekIndex
public import SeekSearch

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A page of what was found among all that was seen.
public struct OfflinePage: Sendable, Hashable {
    /// The hits, best first.
    public var hits: [OfflineHit]
    /// How many there are in all, counted up to 10,000.
    public var totalCount: Int
    /// Where the next page begins; nil where this is the last.
    public var nextOffset: Int?
}

/// Something that was seen, and where the words stand in it.
public struct OfflineHit: Sendable, Hashable {
    /// What was seen; its score tells how well it answers.
    public var hit: SearchHit
    /// The title, with the words in it.
    public var title: HighlightedText
    /// The subtitle, with the words in it; empty where there is none.
    public var subtitle: HighlightedText
    /// The part of the text in which the words are, else its beginning.
    public var snippet: HighlightedText
}

/// Why nothing could be searched offline.
public enum OfflineSearchError: Error, Sendable, Hashable, CustomStringConvertible {
    /// There is no disk cache.
    case noCache
    /// The disk cache could not be read.
    case cache(CacheError)
    /// The index could not be used.
    case index(IndexError)

    /// One line: what failed, where, and what to do.
    public var description: String {
        switch self {
        case .noCache: "nothing was kept: there is no disk cache; set SEEK_CACHE_DIR to a folder that can be written"
        case .cache(let error): error.description
        case .index(let error): error.description
        }
    }
}

extension SeekClient {
    /// Searches what this user's processes have seen and the disk cache still holds: videos, channels, playlists, repositories, issues,
    /// users, files, commits and topics, whether a search, a list or an answer of their own showed them. Asks no server.
    ///
    /// What several answers showed is found once, as the answer tells it that tells most, such as a video with its whole description; of
    /// equal ones as the latest does. Tags, topics and labels are found, too.
    ///
    /// All words have to be there; the last may be the beginning of one. No text is an error. What is not indexed yet is indexed first, and
    /// what the cache gave up is not found any more. Where that cannot be done, because the disk is full, `onStoreFailure` of the client configuration
    /// is told, and what was indexed before is found.
    ///
    /// - Parameters:
    ///   - text: what to look for.
    ///   - kinds: the kinds that are wanted; all where it is empty.
    ///   - limit: how many hits are wanted at the most.
    ///   - offset: how many are passed over.
    public func offlineSearch(
        _ text: String,
        kinds: Set<SearchHit.Kind> = [],
        limit: Int = 25,
        offset: Int = 0
    ) async throws(OfflineSearchError) -> OfflinePage {
        guard let seen else { throw .noCache }
        let query = IndexQuery(text, kinds: Set(kinds.map(\.rawValue)), limit: limit, offset: offset)
        let failure = await reconcile(seen)
        do throws(OfflineSearchError) {
            let rebuilds = await seen.index.rebuilds
            var page = try await search(query, in: seen)
            if await seen.index.rebuilds != rebuilds {
                // It was damaged and is empty now: the cache has what is to be in it.
                try await seen.reconcile()
                page = try await search(query, in: seen)
            }
            if let failure { seen.report(failure) }
            return page
        } catch {
            // The first failure is the cause.
            throw failure ?? error
        }
    }

    /// Brings the index up to date; what kept it from that, where something did.
    private func reconcile(_ seen: OfflineIndex) async -> OfflineSearchError? {
        do throws(OfflineSearchError) {
            try await seen.reconcile()
            return nil
        } catch {
            return error
        }
    }

    private func search(_ query: IndexQuery, in seen: OfflineIndex) async throws(OfflineSearchError) -> OfflinePage {
        let page: IndexPage
        do throws(IndexError) {
            page = try await seen.index.search(query)
        } catch {
            throw .index(error)
        }
        let hits = page.hits.compactMap { found -> OfflineHit? in
            guard var hit = try? JSONDecoder().decode(SearchHit.self, from: found.entry.payload) else { return nil }
            hit.score = found.score
            return OfflineHit(hit: hit, title: found.title, subtitle: found.subtitle, snippet: found.snippet)
        }
        return OfflinePage(hits: hits, totalCount: page.totalCount, nextOffset: page.nextOffset)
    }

    /// Removes everything that was stored of responses: the cache in memory and on disk, and the offline index.
    ///
    /// Nothing is left of them in files: databases, logs, corrupt ones that were moved aside, unfinished ones. Responses that arrive
    /// afterwards are stored again.
    public func clearCache() async throws(CacheError) {
        await seen?.finish()
        try await cache?.removeAll()
    }

    /// Ends what is under way and closes the files: what was seen is indexed by then, times of use are written. A program calls it before it
    /// ends; what it left undone the next offline search does.
    public func close() async {
        await seen?.finish()
        await seen?.index.close()
        await cache?.close()
    }
}
