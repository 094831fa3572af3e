import Seek
import SeekBasics

extension ResultKind<YouTubeSearchItem> {
    private static let id = Column<Item>("id", .green, in: .delimited) { .string($0.id) }
    private static let title = Column<Item>("title", isFlexible: true, isMain: true, link: { $0.webURL }) {
        .string($0.title)
    }
    private static let description = Column<Item>("description", isFlexible: true) { .string($0.description) }
    private static let channel = Column<Item>("channel", .cyan, field: "channelTitle", isFlexible: true) {
        .optional($0.channelTitle)
    }
    private static let published = Column<Item>("published", .faint, field: "publishedAt", format: .date) {
        .optional($0.publishedAt)
    }

    private static let allFields: [Field] = [
        Field(name: "channelID") { .string($0.channelID) },
        Field(name: "channelTitle") { .optional($0.channelTitle) },
        Field(name: "description") { .string($0.description) },
        Field(name: "id") { .string($0.id) },
        Field(name: "kind") { .string($0.kind.rawValue) },
        Field(name: "liveBroadcastContent") { .optional($0.liveState?.rawValue) },
        Field(name: "publishedAt", format: .date) { .optional($0.publishedAt) },
        Field(name: "thumbnails") { .thumbnails($0.thumbnails) },
        Field(name: "title") { .string($0.title) },
        Field(name: "url") { .string($0.webAddress) },
    ]

    static let videos = items("video", [id, title, channel, published])
    static let channels = items("channel", [id, title, description, published])
    static let playlists = items("playlist", [id, title, channel, published])

    private static func items(_ singular: String, _ columns: [Column<Item>]) -> ResultKind {
        ResultKind(
            singular: singular,
            plural: "\(singular)s",
            pageSize: YouTubeSearchQuery.maximumPageSize,
            columns: columns,
            address: { $0.webAddress },
            thumbnail: { Thumbnail(name: $0.id, sizes: $0.thumbnails) },
            fields: allFields
        )
    }

    static func videos(with details: [String: YouTubeVideo]) -> ResultKind {
        let duration = Column<Item>("duration", format: .duration, isRequested: true) { item in
            Self.duration(of: item, details[item.id])
        }
        let views = Column<Item>("views", .yellow, field: "viewCount", isRequested: true) {
            .optional(details[$0.id]?.viewCount)
        }
        var kind = videos
        kind.columns += [duration, views]
        kind.fields += [
            Field(name: "commentCount") { .optional(details[$0.id]?.commentCount) },
            Field(name: "concurrentViewers") { .optional(details[$0.id]?.live?.concurrentViewers) },
            Field(name: "duration", format: .duration) { .optional(details[$0.id]?.duration) },
            Field(name: "likeCount") { .optional(details[$0.id]?.likeCount) },
            Field(name: "scheduledStartAt", format: .date) { .optional(details[$0.id]?.live?.scheduledStart) },
            Field(name: "viewCount") { .optional(details[$0.id]?.viewCount) },
        ]
        kind.fields.sort { $0.name < $1.name }
        return kind
    }

    /// Returns the duration of a video; its live state if it is a broadcast that has not ended.
    private static func duration(of item: Item, _ video: YouTubeVideo?) -> JSONValue {
        (video?.liveState ?? item.liveState)?.durationText.map { .string($0) } ?? .optional(video?.duration)
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
        columns: [
            Column("id", .green, in: .delimited) { .string($0.id) },
            Column("title", isFlexible: true, isMain: true, link: { $0.webURL }) { .optional($0.title) },
            Column("channel", .cyan, field: "channelTitle", isFlexible: true) { .optional($0.channelTitle) },
            Column("duration", format: .duration) { video in
                video.liveState?.durationText.map { .string($0) } ?? .optional(video.duration)
            },
            Column("views", .yellow, field: "viewCount") { .optional($0.viewCount) },
            Column("likes", .yellow, field: "likeCount", in: .delimited) { .optional($0.likeCount) },
            Column("published", .faint, field: "publishedAt", format: .date) { .optional($0.publishedAt) },
        ],
        address: { $0.webAddress },
        thumbnail: { Thumbnail(name: $0.id, sizes: $0.thumbnails) },
        fields: [
            Field(name: "categoryID") { .optional($0.categoryID) },
            Field(name: "channelID") { .optional($0.channelID) },
            Field(name: "channelTitle") { .optional($0.channelTitle) },
            Field(name: "commentCount") { .optional($0.commentCount) },
            Field(name: "concurrentViewers") { .optional($0.live?.concurrentViewers) },
            Field(name: "definition") { .optional($0.definition) },
            Field(name: "description") { .optional($0.description) },
            Field(name: "duration", format: .duration) { .optional($0.duration) },
            Field(name: "id") { .string($0.id) },
            Field(name: "likeCount") { .optional($0.likeCount) },
            Field(name: "liveBroadcastContent") { .optional($0.liveState?.rawValue) },
            Field(name: "publishedAt", format: .date) { .optional($0.publishedAt) },
            Field(name: "scheduledStartAt", format: .date) { .optional($0.live?.scheduledStart) },
            Field(name: "tags") { .array($0.tags.map(JSONValue.string)) },
            Field(name: "thumbnails") { .thumbnails($0.thumbnails) },
            Field(name: "title") { .optional($0.title) },
            Field(name: "url") { .string($0.webAddress) },
            Field(name: "viewCount") { .optional($0.viewCount) },
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
