/// What is known of YouTube's answers.
extension Explanations {
    private static let unshown = "no list shows it"
    private static let part = "only where the part was asked for"
    private static let tags = [
        (reason: "the kind follows from the method", paths: "kind"),
        (reason: "the cache keeps validators of answers, not of items", paths: "etag"),
    ]
    private static let localized = (
        reason: "the title in the language asked for; no language is asked for", paths: "snippet.localized"
    )

    static let youTubePage = Rules(
        unread: paths(tags + [("the page size is known: it was asked for", "pageInfo.resultsPerPage")]),
        optional: paths([
            ("only where there is a page behind", "nextPageToken"),
            ("only where there is a page before", "prevPageToken"),
            ("left out where `fields` trims the answer", "pageInfo pageInfo.totalResults regionCode"),
            ("the other lists than search.list have none", "regionCode"),
        ])
    )

    static let searchItem = Rules(
        unread: paths(
            tags + [
                ("the id's own name says it", "id.kind"), ("the same as publishedAt", "snippet.publishTime"),
            ]
        ),
        optional: paths([
            ("the id is that of another kind of result", "id.channelId id.playlistId"),
            (
                "left out where `fields` trims the answer",
                "snippet.description snippet.channelTitle snippet.publishedAt snippet.liveBroadcastContent"
            ),
        ]),
        skipped: [
            "snippet.channelId: is missing": "the answer was trimmed by `fields` to members that leave it out"
        ]
    )

    static let video = Rules(
        unread: paths(
            tags + [
                localized, ("HTML for web pages", "player"), ("always 0 since 2015", "statistics.favoriteCount"),
                (
                    unshown,
                    "contentDetails.contentRating contentDetails.dimension contentDetails.licensedContent "
                        + "contentDetails.projection contentDetails.regionRestriction liveStreamingDetails.activeLiveChatId "
                        + "snippet.defaultAudioLanguage snippet.defaultLanguage status.madeForKids "
                        + "status.publicStatsViewable status.uploadStatus"
                ),
            ]
        ),
        optional: paths([
            (part, "snippet contentDetails statistics status liveStreamingDetails"),
            ("its owner hides it", "statistics.likeCount statistics.commentCount statistics.viewCount"),
            (
                "only while or after it is broadcast",
                "liveStreamingDetails.actualStartTime liveStreamingDetails.actualEndTime"
            ),
            ("only before and while it is broadcast", "liveStreamingDetails.scheduledStartTime"),
            ("only while it is broadcast", "liveStreamingDetails.concurrentViewers"),
            (
                "left out where `fields` trims the answer, or it has none",
                "contentDetails.caption contentDetails.definition contentDetails.duration snippet.categoryId "
                    + "snippet.description snippet.liveBroadcastContent snippet.publishedAt snippet.tags snippet.thumbnails "
                    + "snippet.title snippet.channelId snippet.channelTitle"
            ),
        ])
    )

    static let channel = Rules(
        unread: paths(
            tags + [
                localized, ("how the channel's page looks", "brandingSettings"),
                ("empty but for the channel's owner", "contentDetails.relatedPlaylists.likes"),
                ("its owner hides it", "statistics.subscriberCount"), (unshown, "snippet.defaultLanguage"),
            ]
        ),
        optional: paths([
            (part, "snippet contentDetails statistics"),
            ("its owner need not say", "snippet.country snippet.customUrl"),
            ("its owner hides it", "statistics.subscriberCount"),
        ])
    )

    static let playlist = Rules(
        unread: paths(tags + [localized, (unshown, "snippet.defaultLanguage player")]),
        optional: paths([(part, "snippet contentDetails status")])
    )

    static let playlistItem = Rules(
        unread: paths(
            tags + [
                ("an entry is a video", "snippet.resourceId.kind"),
                (
                    "whose playlist it is; the model has the owner of the video",
                    "snippet.channelId snippet.channelTitle"
                ),
            ]
        ),
        optional: paths([
            (
                "a video that was deleted or made private has no owner to name",
                "snippet.videoOwnerChannelId snippet.videoOwnerChannelTitle"
            ), (part, "contentDetails status"),
        ])
    )

    static let category = Rules(
        unread: paths(tags + [("YouTube's own channel, whatever the category", "snippet.channelId")])
    )

    static let thumbnail = Rules(optional: paths([("older videos and all channels have no sizes", "width height")]))

    static let youTubeError = Rules(
        unread: paths([
            ("the status line has it", "error.code"),
            ("the reason says more", "error.errors[].domain error.details[].domain error.details[].@type"),
            ("the error as a whole has the message", "error.errors[].message"),
            ("the message names the page", "error.errors[].extendedHelp error.details[].links"),
            ("the message names the project", "error.details[].metadata"),
            ("the message names it", "error.errors[].location error.errors[].locationType"),
        ]),
        optional: paths([
            ("newer back ends alone send it", "error.details error.status"),
            ("details of another kind have none", "error.details[].reason"),
            ("newer back ends leave it out", "error.errors"),
        ])
    )
}
