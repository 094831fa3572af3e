import Seek
import SeekBasics

extension WebSearchService {
    /// Returns the results with durations and views of videos, and with avatars of channels, which YouTube's search
    /// does not return. If a lookup fails, its values are missing, and ``SearchResults/lookupMessage`` describes why.
    ///
    /// Each page has its own two lookups, so that a page that was loaded before costs nothing. The durations and views
    /// have a quota of their own; the avatars cost at most one unit.
    func addingDurationsAndAvatars(to results: SearchResults) async -> SearchResults {
        guard options.addsDurationsAndAvatars, configuration.youTubeAPIKey?.isEmpty == false else { return results }
        var results = results
        for start in stride(from: 0, to: results.results.count, by: SearchParameters.pageSize) {
            let range = start..<min(start + SearchParameters.pageSize, results.results.count)
            let hits = results.results[range].map(\.hit)
            async let videoLookup = lookUp(hits.ids(of: .video)) { ids throws(SearchError) in
                try await client.youTube.statistics(of: ids)
            }
            async let channelLookup = lookUp(hits.authorIDs) { ids throws(SearchError) in
                try await client.youTube.channels(ids)
            }
            let (videos, channels) = await (videoLookup, channelLookup)
            for index in range {
                results.results[index].hit.add(videos.items)
                results.results[index].hit.addImage(channels.items)
            }
            results.lookupCost += channels.cost
            results.lookupMessage = results.lookupMessage ?? videos.message ?? channels.message
        }
        return results
    }

    /// The items of a lookup by ID, its cost, and what went wrong.
    private struct LookupResult<Item: Sendable>: Sendable {
        var items: [String: Item] = [:]
        var cost = 0
        var message: String?
    }

    private func lookUp<Item: Identifiable & Sendable>(
        _ ids: [String],
        _ fetch: @Sendable ([String]) async throws(SearchError) -> YouTubeLookup<Item>
    ) async -> LookupResult<Item> where Item.ID == String {
        guard !ids.isEmpty else { return LookupResult() }
        do throws(SearchError) {
            let lookup = try await fetch(ids)
            let items = Dictionary(lookup.items.map { ($0.id, $0) }) { first, _ in first }
            let failedCount = lookup.failedIDs.count
            let message =
                failedCount == 0 ? nil : "Durations of \(counted(failedCount, "video")) are missing: YouTube failed."
            return LookupResult(items: items, cost: lookup.quotaCost, message: message)
        } catch {
            return LookupResult(
                message: error.isCancellation ? nil : "Durations and avatars are missing: \(error.text())"
            )
        }
    }
}

extension [SearchHit] {
    fileprivate func ids(of kind: SearchHit.Kind) -> [String] {
        compactMap { hit in ResultID(hit.id).flatMap { $0.kind == kind ? $0.rawID : nil } }
    }

    /// The IDs on YouTube of the authors without an avatar, each once.
    fileprivate var authorIDs: [String] {
        var seen: Set<String> = []
        let ids = compactMap { $0.author?.image == nil ? $0.author?.id : nil }.compactMap(ResultID.init)
        return ids.filter { $0.kind == .channel }.map(\.rawID).filter { seen.insert($0).inserted }
    }
}

extension SearchHit {
    fileprivate mutating func add(_ videos: [String: YouTubeVideo]) {
        guard let id = ResultID(id), id.kind == .video, let video = videos[id.rawID] else { return }
        add(statisticsOf: video)
    }

    fileprivate mutating func addImage(_ channels: [String: YouTubeChannel]) {
        guard author?.image == nil, let id = author?.id.flatMap(ResultID.init) else { return }
        author?.image = channels[id.rawID]?.searchHit?.thumbnail
    }
}
