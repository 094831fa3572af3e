/// Known differences in YouTube's responses.
extension Resource {
    private static let notDisplayed = "not displayed"
    private static let ifRequested = "only if the part was requested"
    private static let commonMembers = [
        (reason: "implied by the method", paths: "kind"),
        (reason: "the cache stores validators of responses, not of items", paths: "etag"),
    ]
    private static let localized = (
        reason: "the title in a requested language; no language is requested", paths: "snippet.localized"
    )

    private static let thumbnails = (path: "snippet.thumbnails.*", resource: thumbnail)

    /// A page of YouTube's API.
    static func youTubePage(of item: Resource) -> Resource {
        Resource(
            unread: reasons(commonMembers + [("the page size was requested", "pageInfo.resultsPerPage")]),
            optional: reasons([
                ("only if there is a next page", "nextPageToken"),
                ("only if there is a previous page", "prevPageToken"),
                ("omitted if `fields` selects other members", "pageInfo pageInfo.totalResults"),
                ("only in search.list, and only if `fields` does not exclude it", "regionCode"),
                ("only in videos.batchGetStats", "summary"),
            ]),
            parts: [("items[]", item)]
        )
    }

    static let searchItem = Resource(
        unread: reasons(
            commonMembers + [
                ("implied by the name of the id", "id.kind"), ("the same as publishedAt", "snippet.publishTime"),
            ]
        ),
        optional: reasons([
            ("the result is of another kind", "id.videoId id.channelId id.playlistId"),
            (
                "omitted if `fields` selects other members",
                "snippet snippet.channelId snippet.title snippet.description snippet.thumbnails snippet.channelTitle "
                    + "snippet.publishedAt snippet.liveBroadcastContent"
            ),
        ]),
        parts: [thumbnails]
    )

    static let video = Resource(
        unread: reasons(
            commonMembers + [
                localized, ("HTML for web pages", "player"), ("always 0 since 2015", "statistics.favoriteCount"),
                (
                    notDisplayed,
                    "contentDetails.contentRating contentDetails.dimension contentDetails.licensedContent "
                        + "contentDetails.projection contentDetails.regionRestriction liveStreamingDetails.activeLiveChatId "
                        + "snippet.defaultAudioLanguage snippet.defaultLanguage status.madeForKids "
                        + "status.publicStatsViewable status.uploadStatus"
                ),
            ]
        ),
        optional: reasons([
            (ifRequested, "snippet contentDetails statistics status liveStreamingDetails"),
            ("hidden by the owner", "statistics.likeCount statistics.commentCount statistics.viewCount"),
            (
                "only during and after a broadcast",
                "liveStreamingDetails.actualStartTime liveStreamingDetails.actualEndTime"
            ),
            ("only if the broadcast was scheduled", "liveStreamingDetails.scheduledStartTime"),
            ("only during a broadcast", "liveStreamingDetails.concurrentViewers"),
            (
                "omitted if `fields` selects other members or the video has none",
                "contentDetails.caption contentDetails.definition contentDetails.duration snippet.categoryId "
                    + "snippet.description snippet.liveBroadcastContent snippet.publishedAt snippet.publishTime snippet.tags "
                    + "snippet.thumbnails "
                    + "snippet.title snippet.channelId snippet.channelTitle"
            ),
        ]),
        parts: [thumbnails]
    )

    static let channel = Resource(
        unread: reasons(
            commonMembers + [
                localized, ("appearance of the channel's page", "brandingSettings"),
                ("empty except for the owner of the channel", "contentDetails.relatedPlaylists.likes"),
                ("hidden by the owner", "statistics.subscriberCount"), (notDisplayed, "snippet.defaultLanguage"),
            ]
        ),
        optional: reasons([
            (ifRequested, "snippet contentDetails statistics"),
            ("optional for the owner", "snippet.country snippet.customUrl"),
            ("hidden by the owner", "statistics.subscriberCount"),
        ]),
        parts: [thumbnails]
    )

    static let playlist = Resource(
        unread: reasons(commonMembers + [localized, (notDisplayed, "snippet.defaultLanguage player")]),
        optional: reasons([(ifRequested, "snippet contentDetails status")]),
        parts: [thumbnails]
    )

    static let playlistItem = Resource(
        unread: reasons(
            commonMembers + [
                ("an entry is a video", "snippet.resourceId.kind"),
                ("the model has it from the snippet", "contentDetails.videoId"),
                (
                    "the owner of the playlist; the model has the owner of the video",
                    "snippet.channelId snippet.channelTitle"
                ),
            ]
        ),
        optional: reasons([
            (
                "omitted for deleted and private videos",
                "snippet.videoOwnerChannelId snippet.videoOwnerChannelTitle"
            ), (ifRequested, "contentDetails status"),
        ]),
        parts: [thumbnails]
    )

    static let category = Resource(
        unread: reasons(commonMembers + [("always YouTube's own channel", "snippet.channelId")])
    )

    static let thumbnail = Resource(
        optional: reasons([("thumbnails of older videos and of channels have no size", "width height")])
    )

    static let youTubeError = Resource(
        unread: reasons([
            ("part of the status line", "error.code"),
            ("the reason is more specific", "error.errors[].domain error.details[].domain error.details[].@type"),
            ("part of the error", "error.errors[].message"),
            ("the help page is part of the message", "error.errors[].extendedHelp error.details[].links"),
            ("the project is part of the message", "error.details[].metadata"),
            ("part of the message", "error.errors[].location error.errors[].locationType"),
        ]),
        optional: reasons([
            ("only from newer back ends", "error.details error.status"),
            ("missing in other kinds of details", "error.details[].reason"),
            ("omitted by newer back ends", "error.errors"),
        ])
    )
}
