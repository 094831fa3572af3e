import SeekBasics

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
