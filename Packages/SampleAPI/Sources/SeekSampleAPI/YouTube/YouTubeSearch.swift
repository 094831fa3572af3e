import SeekBasics

/// The resources of the YouTube sample, and the searches over them.
struct YouTubeIndex: Sendable {
    let resources: [YouTubeResource]
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
    func page(for request: SampleRequest) throws(YouTubeErrorResponse) -> JSONValue {
        let search = try YouTubeSearchParameters(request)
        let json = YouTubeJSON(origin: request.origin)
        let matches = sorted(resources.filter { $0.isMatch(for: search) }, for: search)
        let reachable = matches.prefix(Self.pagingLimit)
        let page = reachable.dropFirst(search.offset).prefix(search.pageSize)
        let items = page.map { json.searchItem($0, parts: search.parts) }
        let hasNext = !page.isEmpty && page.endIndex < reachable.endIndex
        let hasPrevious = search.offset > 0
        let members: JSONValue = [
            "kind": "youtube#searchListResponse",
            "etag": YouTubeJSON.etag(items),
            "nextPageToken": .optional(hasNext ? search.pageToken(offset: search.offset + search.pageSize) : nil),
            "prevPageToken": .optional(
                hasPrevious ? search.pageToken(offset: max(search.offset - search.pageSize, 0)) : nil
            ),
            "regionCode": .string(search.regionCode),
            "pageInfo": ["totalResults": .number(matches.count), "resultsPerPage": .number(search.pageSize)],
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
    func videos(_ request: SampleRequest) -> JSONValue {
        let json = YouTubeJSON(origin: request.origin)
        let videos = requestedVideos(request).map { json.video($0, parts: request.elements(of: "part")) }
        return Self.list("youtube#videoListResponse", videos)
    }

    /// Returns the channels with the requested IDs or, if the request has no parameter `id`, with the requested handle
    /// (channels.list).
    func channels(_ request: SampleRequest) -> JSONValue {
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

    private static func list(_ kind: JSONValue, _ items: [JSONValue]) -> JSONValue {
        [
            "kind": kind, "etag": YouTubeJSON.etag(items), "items": .array(items),
            "pageInfo": ["totalResults": .number(items.count), "resultsPerPage": .number(items.count)],
        ]
    }

    /// Returns the statistics in the order of the requested IDs (videos.batchGetStats), each once. Unknown IDs are
    /// omitted; failing ones are listed in the summary.
    func statistics(_ request: SampleRequest, failing failingIDs: Set<String>) -> JSONValue {
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

/// The parameters of search.list, of a request that the contract allows.
struct YouTubeSearchParameters: Sendable {
    var parts: Set<String>
    var terms: [YouTubeSearchTerm]
    var kinds: Set<YouTubeResource.Kind>
    var pageSize: Int
    /// The index of the first result of the page.
    var offset: Int
    var order: String
    /// The earliest date of publication, in seconds since 1970; nil for no limit.
    var publishedAfter: Double?
    /// The latest date of publication, in seconds since 1970; nil for no limit.
    var publishedBefore: Double?
    var channelID: String?
    var regionCode: String
    /// The values of `eventType` and the `video…` parameters, by parameter, except `any`.
    var videoFilters: [String: String]
    /// A hash of the parameters, except those that can change from page to page. It is a part of page tokens, which are
    /// valid only for requests with the same hash.
    var fingerprint: String

    init(_ request: SampleRequest) throws(YouTubeErrorResponse) {
        parts = request.elements(of: "part")
        let types = request.elements(of: "type").compactMap { YouTubeResource.Kind(rawValue: $0) }
        kinds = Set(types.isEmpty ? YouTubeResource.Kind.allCases : types)
        pageSize = request["maxResults"].flatMap { Int($0) } ?? 5
        order = request["order"] ?? "relevance"
        publishedAfter = request["publishedAfter"].flatMap { RFC3339.seconds($0) }
        publishedBefore = request["publishedBefore"].flatMap { RFC3339.seconds($0) }
        channelID = request["channelId"]
        regionCode = request["regionCode"]?.uppercased() ?? "US"
        let filters = request.items.filter { $0.name == "eventType" || $0.name.hasPrefix("video") }
        videoFilters = Dictionary(filters.map { ($0.name, $0.value) }) { _, last in last }
            .filter { $0.value != "any" && !$0.value.hasSuffix("Unspecified") }
        terms = YouTubeSearchTerm.terms(of: request["q"] ?? "")
        let parameters = request.items.filter { !Self.pageParameters.contains($0.name) }
        fingerprint = EntityTag.digest(of: parameters.map { "\($0.name)=\($0.value)" }.sorted().joined(separator: "&"))
        offset = 0
        if let token = request["pageToken"], !token.isEmpty {
            let prefix = "\(fingerprint)-"
            guard token.hasPrefix(prefix), let offset = Int(token.dropFirst(prefix.count)), offset >= 0 else {
                throw .invalidPageToken
            }
            self.offset = offset
        }
    }

    func pageToken(offset: Int) -> String { "\(fingerprint)-\(offset)" }

    /// The parameters that can change from page to page.
    private static let pageParameters: Set = [
        "pageToken", "maxResults", "key", "part", "fields", "prettyPrint", "alt",
    ]
}

extension SampleRequest {
    /// Returns the elements of a parameter that is a list, such as `part`.
    func elements(of name: String) -> Set<String> {
        Set(
            ServiceContract.Parameter.elements(of: items.filter { $0.name == name }.map(\.value).joined(separator: ","))
        )
    }
}

/// A term of `q`: `swift`, `boating|sailing`, `-fishing` or `"a phrase"`. All terms must match.
struct YouTubeSearchTerm: Sendable, Hashable {
    /// The alternatives, of which at least one must match. Each is a list of pieces that must all match.
    var alternatives: [[SearchPiece]]
    /// Whether no alternative may match.
    var isExcluded = false

    /// Parses the terms of a query. A token without searchable characters, such as a lone `&`, is ignored; a query
    /// that consists only of such tokens matches nothing.
    static func terms(of query: String) -> [YouTubeSearchTerm] {
        var terms: [YouTubeSearchTerm] = []
        var isAlternative = false
        var hasTokens = false
        for token in QueryTokens.tokens(of: query, separators: ["|"]) {
            if token.text == "|", !token.isQuoted {
                isAlternative = !terms.isEmpty
                continue
            }
            hasTokens = true
            let pieces = QueryTokens.pieces(of: token)
            guard !pieces.isEmpty else { continue }
            if isAlternative, !token.isExcluded, let last = terms.popLast() {
                terms.append(YouTubeSearchTerm(alternatives: last.alternatives + [pieces], isExcluded: last.isExcluded))
            } else {
                terms.append(YouTubeSearchTerm(alternatives: [pieces], isExcluded: token.isExcluded))
            }
            isAlternative = false
        }
        return terms.isEmpty && hasTokens ? [YouTubeSearchTerm(alternatives: [])] : terms
    }

    /// Returns whether an alternative matches, regardless of ``isExcluded``.
    func isFound(in text: SearchableText) -> Bool {
        alternatives.contains { pieces in pieces.allSatisfy(text.contains) }
    }
}
