import SeekBasics
import SeekCache
import SeekHTTPCache
import SeekIndex
import SeekModels
import SeekNetworking
import SeekSearch

/// A full-text index of the responses in the disk cache.
///
/// Each source of the index is a cached response. Responses are indexed in the background; the next offline search
/// indexes those that are missing, and removes sources whose response is no longer in the cache.
final class OfflineIndex: Sendable {
    let index: TextIndex
    private let cache: DiskStore
    private let now: @Sendable () -> Date
    /// Receives the errors after which a search continues.
    let report: @Sendable (any Error) -> Void
    private let state = Mutex(State())

    private struct State {
        /// The responses to index, in the order of their arrival.
        var pending: [PendingResponse] = []
        /// The task that indexes responses; `nil` if all have been indexed.
        var task: Task<Void, Never>?
    }

    /// A response in the cache, and when it was stored.
    private struct PendingResponse {
        var key: String
        /// `nil` if the response is no longer in the cache.
        var bytes: Data?
        var date: Date
    }

    static let folderName = "index"

    /// The maximum number of responses that are indexed in one transaction when the index is synchronized with the
    /// cache.
    private static let batchSize = 64

    init(
        _ cache: DiskStore,
        now: @escaping @Sendable () -> Date,
        report: @escaping @Sendable (any Error) -> Void
    ) {
        // A separate folder, which the cache counts and removes as a whole (`SeekConfiguration.diskStore()`).
        index = TextIndex(folder: cache.folder.appending(path: Self.folderName, directoryHint: .isDirectory))
        self.cache = cache
        self.now = now
        self.report = report
    }

    /// Indexes a response in the background.
    func add(_ response: Data, for key: String) {
        let response = PendingResponse(key: key, bytes: response, date: now())
        state.withLock { state in
            state.pending.append(response)
            guard state.task == nil else { return }
            state.task = Task(priority: .utility) { await indexPending() }
        }
    }

    /// Waits until all added responses have been indexed.
    func finish() async {
        while let task = state.withLock({ $0.task }) { await task.value }
    }

    private func indexPending() async {
        while true {
            let responses = state.withLock { state -> [PendingResponse] in
                defer { state.pending = [] }
                if state.pending.isEmpty { state.task = nil }
                return state.pending
            }
            if responses.isEmpty { return }
            do throws(IndexError) {
                try await put(responses)
            } catch {
                // The next offline search indexes these responses from the cache.
                report(error)
            }
        }
    }

    /// Returns the stored durations and counts of videos (videos.batchGetStats), by the ids of the videos. The responses
    /// contain no text, so they are not indexed; the ids are part of their URLs.
    func statistics(of ids: Set<String>) async -> [String: YouTubeVideo] {
        guard !ids.isEmpty, let stored = try? await cache.items() else { return [:] }
        var videos: [String: YouTubeVideo] = [:]
        for item in stored.sorted(by: { $0.age < $1.age }) where videos.count < ids.count {
            guard let url = CachedResponse.url(ofKey: item.key), url.path().hasSuffix("/videos:batchGetStats")
            else {
                continue
            }
            let requested = QueryParameters(of: url).items.filter { $0.name == "id" }.flatMap {
                $0.value.split(separator: ",")
            }
            guard requested.contains(where: { ids.contains(String($0)) && videos[String($0)] == nil }),
                let bytes = try? await cache.value(for: item.key)?.data,
                let response = CachedResponse(key: item.key, bytes: bytes)?.response,
                let page = try? ModelDecoder().decode(YouTubeListPage<YouTubeVideo>.self, from: response.body)
            else { continue }
            videos.merge(page.items.filter { ids.contains($0.id) }.map { ($0.id, $0) }) { latest, _ in latest }
        }
        return videos
    }

    private func put(_ responses: [PendingResponse]) async throws(IndexError) {
        try await index.put(
            responses.map { response in
                let kind = OfflineResponseKind(key: response.key)
                let results = response.bytes.flatMap { kind?.results(in: $0, for: response.key) } ?? []
                return IndexSource(
                    name: response.key,
                    seenAt: response.date,
                    detail: kind?.detail ?? 0,
                    entries: results.compactMap { IndexEntry($0) }
                )
            }
        )
    }

    /// Synchronizes the index with the cache: indexes missing responses and removes those that the cache no longer
    /// contains.
    func reconcile() async throws(OfflineSearchError) {
        await finish()
        // The ages of the items are relative to a date between `before` and `after`.
        let before = now()
        let stored: [CacheItem]
        do throws(CacheError) {
            stored = try await cache.items().filter { OfflineResponseKind(key: $0.key) != nil }
        } catch {
            throw .cache(error)
        }
        let after = now()
        var failure: CacheError?
        do throws(IndexError) {
            let removed = Set(try await index.sources().keys).subtracting(stored.map(\.key))
            try await index.remove(sources: Array(removed))
            // If a response no longer contains a result, another response that contains it must be indexed again: the
            // index then returns `distantPast` as the date of that response. The second pass indexes these responses.
            for _ in 0..<2 {
                let indexedDates = try await index.sources()
                let missing = stored.filter { item in
                    guard let indexedDate = indexedDates[item.key] else { return true }
                    // A response that was stored again is newer than its source in the index. The millisecond allows
                    // for rounding of ages.
                    return before.addingTimeInterval(-(item.age / .seconds(1))) > indexedDate.addingTimeInterval(0.001)
                }
                if missing.isEmpty { break }
                failure = try await put(missing, at: after)
            }
        } catch {
            throw .index(error)
        }
        if let failure { throw .cache(failure) }
    }

    /// Indexes responses of the cache, and returns the first error of reading a response. Responses that cannot be read
    /// are not indexed, so that they are still missing at the next search.
    private func put(_ items: [CacheItem], at now: Date) async throws(IndexError) -> CacheError? {
        var failure: CacheError?
        for start in stride(from: 0, to: items.count, by: Self.batchSize) {
            var responses: [PendingResponse] = []
            for item in items[start...].prefix(Self.batchSize) {
                do throws(CacheError) {
                    // A response that has expired or was removed has no results.
                    let bytes = try await cache.value(for: item.key)?.data
                    let date = now.addingTimeInterval(-(item.age / .seconds(1)))
                    responses.append(PendingResponse(key: item.key, bytes: bytes, date: date))
                } catch {
                    failure = failure ?? error
                }
            }
            try await put(responses)
        }
        return failure
    }
}

extension IndexEntry {
    init?(_ result: any SearchHitConvertible) {
        guard let hit = result.searchHit else { return nil }
        let encoder = JSONEncoder()
        // Equal hits are encoded as equal bytes, which the index does not write again.
        encoder.outputFormatting = [.sortedKeys]
        guard let payload = try? encoder.encode(hit) else { return nil }
        let words = result.searchWords.joined(separator: " · ")
        self.init(
            id: hit.id,
            kind: hit.kind.rawValue,
            title: hit.title,
            subtitle: hit.subtitle ?? "",
            text: [hit.text, words].filter { !$0.isEmpty }.joined(separator: "\n"),
            date: hit.date,
            payload: payload
        )
    }
}
