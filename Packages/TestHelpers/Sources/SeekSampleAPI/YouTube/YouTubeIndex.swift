/// The resources of the YouTube sample, and the searches over them.
struct YouTubeIndex: Sendable {
    private let resources: [YouTubeResource]
    private let videosByID: [String: YouTubeResource]

    /// The maximum number of results that can be paged through, regardless of `totalResults`.
    static let pagingLimit = 500

    init(_ corpus: SampleCorpus) {
        let channelTitles = Dictionary(corpus.channels.map { ($0.id, $0.snippet.title) }) { first, _ in first }
        let videoCounts = Dictionary(grouping: corpus.videos, by: \.snippet.channelId).mapValues(\.count)
        let videos = corpus.videos.map { YouTubeResource(.video, $0.id, $0.snippet, channelTitles, video: $0) }
        let channels = corpus.channels.map {
            YouTubeResource(.channel, $0.id, $0.snippet, channelTitles, videoCount: videoCounts[$0.id] ?? 0)
        }
        let playlists = corpus.playlists.map { YouTubeResource(.playlist, $0.id, $0.snippet, channelTitles) }
        resources = videos + channels + playlists
        videosByID = Dictionary(videos.map { ($0.id, $0) }) { first, _ in first }
    }

    /// Returns a page of results (search.list).
    func page(for request: SampleRequest) throws(YouTubeErrorResponse) -> OrderedJSON {
        let search = try YouTubeSearchParameters(request)
        let json = YouTubeJSON(origin: request.origin)
        let matches = sorted(resources.filter { $0.isMatch(for: search) }, for: search)
        let reachable = matches.prefix(Self.pagingLimit)
        let page = reachable.dropFirst(search.offset).prefix(search.pageSize)
        let items = page.map { json.searchItem($0, parts: search.parts) }
        let hasNext = !page.isEmpty && page.endIndex < reachable.endIndex
        let hasPrevious = search.offset > 0
        let members: OrderedJSON = [
            "kind": "youtube#searchListResponse",
            "etag": YouTubeJSON.etag(items),
            "nextPageToken": .optional(hasNext ? search.pageToken(offset: search.offset + search.pageSize) : nil),
            "prevPageToken": .optional(
                hasPrevious ? search.pageToken(offset: max(search.offset - search.pageSize, 0)) : nil
            ),
            "regionCode": .string(search.regionCode),
            "pageInfo": ["totalResults": .integer(matches.count), "resultsPerPage": .integer(search.pageSize)],
            "items": .array(items),
        ]
        return members.withoutNulls
    }

    /// Sorts by the requested order. Equal results are sorted by ID, so that no two pages contain the same result.
    private func sorted(_ matches: [YouTubeResource], for search: YouTubeSearchParameters) -> [YouTubeResource] {
        switch search.order {
        case "title":
            let titled = matches.map { (title: String(TextFolding.fold($0.snippet.title)), resource: $0) }
            return titled.sorted { ($0.title, $0.resource.id) < ($1.title, $1.resource.id) }.map(\.resource)
        case "date": return Self.descending(matches) { ($0.publishedSeconds, 0) }
        case "rating": return Self.descending(matches) { ($0.rating, 0) }
        case "viewCount": return Self.descending(matches) { (Double($0.viewCount), 0) }
        case "videoCount": return Self.descending(matches) { (Double($0.videoCount), 0) }
        default: return Self.descending(matches) { (Double($0.relevance(to: search.terms)), Double($0.viewCount)) }
        }
    }

    private static func descending(
        _ matches: [YouTubeResource],
        by key: (YouTubeResource) -> (Double, Double)
    ) -> [YouTubeResource] {
        matches.map { (key: key($0), resource: $0) }
            .sorted { $0.key != $1.key ? $0.key > $1.key : $0.resource.id < $1.resource.id }
            .map(\.resource)
    }

    /// Returns the videos in the order of the requested IDs (videos.list), each once. Unknown IDs are omitted.
    func videos(_ request: SampleRequest) -> OrderedJSON {
        let json = YouTubeJSON(origin: request.origin)
        let videos = requestedVideos(request).map { json.video($0, parts: request.elements(of: "part")) }
        return Self.list("youtube#videoListResponse", videos)
    }

    /// Returns the channels with the requested IDs or, if the request has no parameter `id`, with the requested handle
    /// (channels.list).
    func channels(_ request: SampleRequest) -> OrderedJSON {
        let ids = request["id"].map { _ in request.elements(of: "id") }
        let handle = request["forHandle"]?.lowercased()
        let channels = resources.filter { resource in
            resource.kind == .channel && (ids?.contains(resource.id) ?? (resource.handle == handle))
        }
        let json = YouTubeJSON(origin: request.origin)
        return Self.list(
            "youtube#channelListResponse",
            channels.map { json.channel($0, parts: request.elements(of: "part")) }
        )
    }

    private static func list(_ kind: OrderedJSON, _ items: [OrderedJSON]) -> OrderedJSON {
        [
            "kind": kind, "etag": YouTubeJSON.etag(items), "items": .array(items),
            "pageInfo": ["totalResults": .integer(items.count), "resultsPerPage": .integer(items.count)],
        ]
    }

    /// Returns the statistics in the order of the requested IDs (videos.batchGetStats), each once. Unknown IDs are
    /// omitted; failing ones are listed in the summary.
    func statistics(_ request: SampleRequest, failing failingIDs: Set<String>) -> OrderedJSON {
        let json = YouTubeJSON(origin: request.origin)
        let parts = request.elements(of: "part")
        let videos = requestedVideos(request)
        let items = videos.filter { !failingIDs.contains($0.id) }.map { json.videoStatistics($0, parts: parts) }
        let failures = videos.filter { failingIDs.contains($0.id) }
        return [
            "kind": "youtube#batchGetStatsResponse", "etag": YouTubeJSON.etag(items), "items": .array(items),
            "summary": [
                "requestedVideoCount": .string("\(videos.count)"), "succeededVideoCount": .string("\(items.count)"),
                "failedVideoCount": .string("\(failures.count)"),
                "failedVideoIds": .array(failures.map { .string($0.id) }),
            ],
        ]
    }

    /// Returns the videos in the order of the IDs in a request, each once. Unknown IDs are omitted.
    private func requestedVideos(_ request: SampleRequest) -> [YouTubeResource] {
        var seen: Set<String> = []
        return request.items.filter { $0.name == "id" }.flatMap { $0.value.split(separator: ",").map(String.init) }
            .filter { seen.insert($0).inserted }.compactMap { videosByID[$0] }
    }
}
