import Seek
import SeekBasics

/// A result of a YouTube search. If it is a video, its details may have been fetched.
struct YouTubeResult: Sendable {
    var item: YouTubeSearchItem
    var details: YouTubeVideo?
    /// The entry of the playlist that contains the video; `nil` for a result of a search.
    var entry: YouTubePlaylistItem?

    /// Returns the result with its details, if the videos contain them.
    func with(_ videos: [YouTubeVideo]) -> YouTubeResult {
        YouTubeResult(item: item, details: videos.first { $0.id == item.id } ?? details, entry: entry)
    }

    /// The duration of a video; its live state if it is a broadcast that has not ended.
    fileprivate var duration: JSONValue {
        (details?.liveState ?? item.liveState)?.durationText.map { .string($0) } ?? .optional(details?.duration)
    }
}

extension YouTubeResult {
    init(entry: YouTubePlaylistItem) {
        let item = YouTubeSearchItem(
            id: entry.videoID,
            channelID: entry.channelID ?? "",
            title: entry.title,
            description: entry.description,
            thumbnails: entry.thumbnails,
            channelTitle: entry.channelTitle,
            publishedAt: entry.publishedAt
        )
        self.init(item: item, entry: entry)
    }
}

extension ResultKind<YouTubeResult> {
    static let videos = items("video")
    static let channels = items("channel")
    static let playlists = items("playlist")

    static let detailedVideos: ResultKind = {
        var kind = videos
        kind.fields += [
            .column("duration", format: .duration, isRequested: true, cell: \.duration) {
                .optional($0.details?.duration)
            },
            .column("viewCount", .yellow, header: "views", isRequested: true) { .optional($0.details?.viewCount) },
            .init("commentCount") { .optional($0.details?.commentCount) },
            .init("concurrentViewers") { .optional($0.details?.live?.concurrentViewers) },
            .init("likeCount") { .optional($0.details?.likeCount) },
            .init("scheduledStartAt", format: .date) { .optional($0.details?.live?.scheduledStart) },
        ]
        return kind
    }()

    /// The videos of a playlist, without the fields that only searches and lookups of broadcasts return.
    static func playlistVideos(withDetails: Bool) -> ResultKind {
        var kind = withDetails ? detailedVideos : videos
        kind.fields.removeAll { ([liveBroadcastContent] + liveFields).contains($0.name) }
        kind.fields += [
            .init("addedAt", format: .date) { .optional($0.entry?.addedAt) },
            .init("position") { .optional($0.entry?.position) },
        ]
        return kind
    }

    static var liveFields: [String] { ["concurrentViewers", "scheduledStartAt"] }
    static var liveBroadcastContent: String { "liveBroadcastContent" }

    private static func items(_ singular: String) -> ResultKind {
        let isChannel = singular == "channel"
        return ResultKind(
            singular: singular,
            plural: "\(singular)s",
            pageSize: YouTubeSearchQuery.maximumPageSize,
            address: { $0.item.webAddress },
            thumbnail: { Thumbnail(name: $0.item.id, sizes: $0.item.thumbnails) },
            fields: [
                .column("id", .green, in: .delimited) { .string($0.item.id) },
                .column("title", isFlexible: true, isMain: true, link: { $0.item.webURL }) { .string($0.item.title) },
                .column("description", isFlexible: true, in: isChannel ? .everywhere : .nowhere) {
                    .string($0.item.description)
                },
                .column(
                    "channelTitle",
                    .cyan,
                    header: "channel",
                    isFlexible: true,
                    in: isChannel ? .nowhere : .everywhere
                ) { .optional($0.item.channelTitle) },
                .column("publishedAt", .faint, header: "published", format: .date) { .optional($0.item.publishedAt) },
                .init("channelID") { .optional($0.item.channelID.isEmpty ? nil : $0.item.channelID) },
                .init("kind") { .string($0.item.kind.rawValue) },
                .init(liveBroadcastContent) { .optional($0.item.liveState?.rawValue) },
                .init("thumbnails") { .thumbnails($0.item.thumbnails) },
            ]
        )
    }
}

extension YouTubeLiveState {
    /// The state that is shown instead of the duration; `nil` if the video is not a broadcast, if the broadcast has
    /// ended, or if the state is unknown to this version.
    var durationText: String? {
        self == .live || self == .upcoming ? rawValue : nil
    }
}

extension ResultKind<YouTubeVideo> {
    static let videoDetails = ResultKind(
        singular: "video",
        plural: "videos",
        pageSize: YouTubeClient.maximumIDs,
        address: { $0.webAddress },
        thumbnail: { Thumbnail(name: $0.id, sizes: $0.thumbnails) },
        fields: [
            .column("id", .green, in: .delimited) { .string($0.id) },
            .column("title", isFlexible: true, isMain: true, link: { $0.webURL }) { .optional($0.title) },
            .column("channelTitle", .cyan, header: "channel", isFlexible: true) { .optional($0.channelTitle) },
            .column(
                "duration",
                format: .duration,
                cell: { $0.liveState?.durationText.map { .string($0) } ?? .optional($0.duration) },
                value: { .optional($0.duration) }
            ),
            .column("viewCount", .yellow, header: "views") { .optional($0.viewCount) },
            .column("likeCount", .yellow, header: "likes", in: .delimited) { .optional($0.likeCount) },
            .column("publishedAt", .faint, header: "published", format: .date) { .optional($0.publishedAt) },
            .init("categoryID") { .optional($0.categoryID) },
            .init("channelID") { .optional($0.channelID) },
            .init("commentCount") { .optional($0.commentCount) },
            .init("concurrentViewers") { .optional($0.live?.concurrentViewers) },
            .init("definition") { .optional($0.definition) },
            .init("description") { .optional($0.description) },
            .init("liveBroadcastContent") { .optional($0.liveState?.rawValue) },
            .init("scheduledStartAt", format: .date) { .optional($0.live?.scheduledStart) },
            .init("tags") { .array($0.tags.map(JSONValue.string)) },
            .init("thumbnails") { .thumbnails($0.thumbnails) },
        ]
    )
}

extension JSONValue {
    fileprivate static func thumbnails(_ thumbnails: [String: YouTubeThumbnail]) -> JSONValue {
        .object(
            JSONObject(
                thumbnails.mapValues { thumbnail in
                    [
                        "url": .string(thumbnail.url.absoluteString), "width": .optional(thumbnail.width),
                        "height": .optional(thumbnail.height),
                    ]
                }
            )
        )
    }
}
