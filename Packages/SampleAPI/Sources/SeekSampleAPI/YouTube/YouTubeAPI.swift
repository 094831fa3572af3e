import SeekBasics
import SeekNetworking

/// The YouTube Data API v3: search.list, videos.list, channels.list, playlistItems.list and
/// videos.batchGetStats.
final class YouTubeAPI: Sendable {
    private let index: YouTubeIndex
    private let contract: ServiceContract
    private let configuration: SampleAPIConfiguration
    private let quota = Mutex(YouTubeQuota())

    init(_ index: YouTubeIndex, _ contract: ServiceContract, _ configuration: SampleAPIConfiguration) {
        self.index = index
        self.contract = contract
        self.configuration = configuration
    }

    func resetQuota() { quota.withLock { $0 = YouTubeQuota() } }

    func response(to request: SampleRequest, at date: Date) -> HTTPResponse {
        let isPretty = request["prettyPrint"] != "false"
        do throws(YouTubeErrorResponse) {
            return success(try body(for: request, at: date), to: request, isPretty: isPretty)
        } catch {
            return HTTPResponse(error.status, error.envelope, pretty: isPretty, fields: Self.fields)
        }
    }

    private func body(for request: SampleRequest, at date: Date) throws(YouTubeErrorResponse) -> JSONValue {
        guard let route = contract.route(of: request), let bucket = route.bucket.flatMap(YouTubeQuota.Bucket.init)
        else { throw .notFound }
        guard request.isReading else { throw .wrongMethod }
        let key = request[field: Self.apiKey] ?? request["key"] ?? ""
        guard !key.isEmpty else { throw .missingKey }
        guard key == configuration.apiKey else { throw .invalidKey }
        // Requests with invalid parameters and requests with a 304 response count against the quota too.
        guard quota.withLock({ $0.spend(bucket, of: configuration, at: date) }) else {
            throw .exhausted(bucket, configuration.quotaResponse)
        }
        let hasToken = request[field: .authorization] != nil
        let violations = contract.violations(of: request.items, at: route, hasToken: hasToken)
        if let violation = violations.first(where: \.isRefused) { throw YouTubeErrorResponse(violation, contract) }
        return switch route.name {
        case "search.list": try index.page(for: request)
        case "videos.list": index.videos(request)
        case "videos.batchGetStats": index.statistics(request, failing: configuration.failingStatistics)
        case "channels.list": index.channels(request)
        case "playlistItems.list": try index.playlistItems(request)
        // There are no sample data of the other methods.
        default: throw .notFound
        }
    }

    private func success(_ body: JSONValue, to request: SampleRequest, isPretty: Bool) -> HTTPResponse {
        let body = request["fields"].map { FieldSelector($0).select(from: body) } ?? body
        let text = body.text(isPretty ? .indented : [])
        return HTTPResponse(.ok, text: text, pretty: isPretty, fields: Self.fields)
            .tagged("\"\(EntityTag.digest(of: text))\"", for: request)
    }

    private static let apiKey = HTTPField.Name("X-Goog-Api-Key")

    private static let fields: HTTPFields = [
        .cacheControl: "private", .vary: "Origin", .vary: "X-Origin", .vary: "Referer",
    ]
}

/// A video, a channel or a playlist of the sample data, prepared for searches.
struct YouTubeResource: Sendable {
    enum Kind: String, Sendable, CaseIterable {
        case video, channel, playlist
    }

    var kind: Kind
    var id: String
    var snippet: SnippetRecord
    /// The channel of a video or a playlist; for a channel, its own ID.
    var channelID: String
    var channelTitle: String
    /// The record of a video; nil for channels and playlists.
    var video: VideoRecord?
    /// The number of videos of a channel; 0 for videos and playlists.
    var videoCount: Int

    /// The date of publication, in seconds since 1970.
    let publishedSeconds: Double
    let titleText: SearchableText
    /// The title, the description and the title of the channel.
    let allText: SearchableText

    /// - Parameter channelTitles: The titles of all channels by ID.
    init(
        _ kind: Kind,
        _ id: String,
        _ snippet: SnippetRecord,
        _ channelTitles: [String: String],
        video: VideoRecord? = nil,
        videoCount: Int = 0
    ) {
        self.kind = kind
        self.id = id
        self.snippet = snippet
        self.video = video
        self.videoCount = videoCount
        channelID = snippet.channelId ?? id
        channelTitle = channelTitles[channelID] ?? ""
        publishedSeconds = RFC3339.seconds(snippet.publishedAt) ?? 0
        titleText = SearchableText(snippet.title)
        // The line breaks prevent a phrase from matching across two fields.
        allText = SearchableText("\(snippet.title)\n\(snippet.description)\n\(channelTitle)")
    }

    /// The handle of a channel: `@` and its title in lower case without white space.
    var handle: String { "@" + snippet.title.lowercased().filter { !$0.isWhitespace } }

    var viewCount: Int { video.flatMap { Int($0.statistics.viewCount) } ?? 0 }

    /// The playlist of all videos of a channel.
    var uploadsPlaylistID: String { "UU" + id.dropFirst(2) }

    /// The number of likes per view.
    var rating: Double {
        guard let likes = video?.statistics.likeCount.flatMap(Double.init), viewCount > 0 else { return 0 }
        return likes / Double(viewCount)
    }
}

extension YouTubeResource {
    func isMatch(for search: YouTubeSearchParameters) -> Bool {
        // Both dates are inclusive (search.list reference).
        guard search.kinds.contains(kind), search.channelID.map({ $0 == channelID }) ?? true,
            publishedSeconds >= search.publishedAfter ?? -.infinity,
            publishedSeconds <= search.publishedBefore ?? .infinity
        else { return false }
        return search.videoFilters.allSatisfy { passes($0.key, $0.value) }
            && search.terms.allSatisfy { $0.isFound(in: allText) != $0.isExcluded }
    }

    /// Returns the relevance of a resource that matches the terms: 4 for each term in the title, 1 for each other one.
    func relevance(to terms: [YouTubeSearchTerm]) -> Int {
        terms.reduce(0) { $0 + ($1.isExcluded ? 0 : $1.isFound(in: titleText) ? 4 : 1) }
    }

    private func passes(_ filter: String, _ value: String) -> Bool {
        guard let video else { return false }
        switch filter {
        case "videoDuration":
            // Short is below 4 minutes, long above 20 (search.list reference).
            let duration = ISO8601Duration.parse(video.contentDetails.duration) ?? .zero
            return value == (duration < .seconds(240) ? "short" : duration > .seconds(1200) ? "long" : "medium")
        case "videoDefinition": return video.contentDetails.definition == (value == "high" ? "hd" : "sd")
        case "videoDimension": return video.contentDetails.dimension == value
        case "videoCaption": return video.contentDetails.caption == (value == "closedCaption" ? "true" : "false")
        case "videoCategoryId": return snippet.categoryId == value
        case "videoEmbeddable": return video.status.embeddable
        case "videoLicense": return video.status.license == value
        case "eventType": return snippet.liveBroadcastContent == value
        // No sample video is an episode or a movie, or contains a paid product placement.
        case "videoType", "videoPaidProductPlacement": return false
        // All can be syndicated.
        default: return true
        }
    }
}

/// The calls that were counted on a day. A pure value: the time is a parameter.
struct YouTubeQuota: Sendable {
    /// The raw value is its name in the contract.
    enum Bucket: String, Sendable {
        /// Calls of search.list.
        case searches
        /// Calls of the methods without a separate limit, which cost one unit each.
        case units
        /// Calls of videos.batchGetStats.
        case statistics
    }

    private var day: CalendarDate?
    private var calls: [Bucket: Int] = [:]

    /// Counts a call unless the quota of the day is exhausted. Returns whether it was counted.
    mutating func spend(_ bucket: Bucket, of configuration: SampleAPIConfiguration, at date: Date) -> Bool {
        let today = PacificTime.date(at: date)
        if day != today { (day, calls) = (today, [:]) }
        let limit =
            switch bucket {
            case .searches: configuration.searchQuota
            case .units: configuration.unitQuota
            case .statistics: configuration.statisticsQuota
            }
        guard calls[bucket, default: 0] < limit else { return false }
        calls[bucket, default: 0] += 1
        return true
    }
}
