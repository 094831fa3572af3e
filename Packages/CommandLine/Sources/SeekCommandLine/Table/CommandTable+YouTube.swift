import Seek

extension CommandTable {
    static let youTubeCommands: [CommandSpec] = [
        CommandSpec(
            action: .videos,
            summary: "Search YouTube for videos",
            arguments: [text(orFlags: .channel, .topic, .location)],
            options: youTubeFilters + [channel] + videoFilters + [details, .thumbnails]
                + OptionSpec.search(of: ResultKind.videos(with: [:]).fieldNames),
            details: [
                "Needs a YouTube Data API key in YOUTUBE_API_KEY. A key allows 100 searches per day; each page of 50 "
                    + "videos counts as one. A search that is repeated within 15 minutes is served from disk and "
                    + "costs nothing.",
                "--details adds the fields \(detailFields.joined(separator: ", ")). It costs one of 10,000 daily calls "
                    + "for statistics per 50 videos, which count for nothing else. Only the fields concurrentViewers "
                    + "and scheduledStartAt cost one of 10,000 daily quota units for each page with broadcasts.",
                "With --channel, TEXT is optional; without TEXT all videos of the channel are listed. "
                    + "Looking up a handle costs one of 10,000 daily quota units.",
                "YouTube returns about 500 results per search. --all divides the search into windows of publication "
                    + "time, each of at least a day, and prints the estimated cost after the first page; --dry-run "
                    + "prints it if that page is in the cache. A search that stops, for example at the daily quota, "
                    + "reports how to resume it.",
            ],
            examples: [
                "videos swift concurrency", "videos '東京 夜景' --limit 5 --json title,url",
                "videos --channel @slowswift --order date", "videos --channel @slowswift --all --budget 20",
                "videos concert --event-type live --caption closed-caption",
                "videos swift --after 30d --order view-count --template '{{.title | truncate 40}} {{.url}}'",
            ]
        ),
        CommandSpec(
            action: .channels,
            summary: "Search YouTube for channels",
            arguments: [text(orFlags: .topic)],
            options: youTubeFilters + [
                .parameter(.channelType, \.channelType, "Filter by channel type")
            ] + [.thumbnails] + OptionSpec.search(of: ResultKind.channels.fieldNames),
            details: ["Costs the same as a search for videos."],
            examples: ["channels swift"]
        ),
        CommandSpec(
            action: .playlists,
            summary: "Search YouTube for playlists",
            arguments: [text(orFlags: .channel, .topic)],
            options: youTubeFilters + [channel.withoutWeb]
                + [.thumbnails] + OptionSpec.search(of: ResultKind.playlists.fieldNames),
            details: ["Costs the same as a search for videos."],
            examples: ["playlists 'swift course'"]
        ),
        CommandSpec(
            action: .video,
            summary: "Show details of videos",
            arguments: [
                ArgumentSpec(
                    placeholder: "ID",
                    meaning:
                        "The ID or URL of a video, its number in the last table, or - to read one per line of standard "
                        + "input",
                    count: .several
                )
            ],
            options: OptionSpec.output(of: ResultKind.videoDetails.fieldNames)
                + [.thumbnails, .web, .refresh, .dryRun, .budget, .timeout(), .wait, .record, .replay, .verbose],
            details: [
                "Costs one of 10,000 daily quota units per 50 videos.",
                "With -, each line contains the URL of a video, as in the output of searches, or begins with an ID.",
            ],
            examples: [
                "video gQ_1zX-F_No", "video 3", "video https://youtu.be/gQ_1zX-F_No --json duration,viewCount",
                "videos swift | seek video - --columns title,duration",
            ]
        ),
    ]

    /// The names of the filters of YouTube searches, which saved searches do not have.
    static var youTubeFilterNames: [String] {
        (youTubeFilters + [channel] + videoFilters).filter { ![.order, .all].contains($0.name) }
            .flatMap { [$0.name.word] + $0.aliases }
    }

    private static let detailFields = ResultKind.videos(with: [:]).fieldNames.filter {
        !ResultKind.videos.fieldNames.contains($0)
    }

    private static let details = OptionSpec(
        name: .details,
        conflicts: [.web],
        meaning: "Show durations, views and live status"
    )

    /// Returns the argument for the search text, which may be omitted if one of the flags is given.
    private static func text(orFlags names: OptionSpec.Name...) -> ArgumentSpec {
        ArgumentSpec(
            placeholder: "TEXT",
            meaning: "The search text, at most 500 characters",
            count: .words,
            optionalWith: names
        )
    }

    private static let channel = OptionSpec.value(.channel, "ID", "Filter by channel: its ID, @HANDLE or URL")

    private static let youTubeFilters: [OptionSpec] = [
        .parameter(.order, \.order, "Sort order"),
        .parameter(
            .after,
            \.publishedAfter,
            rounding: .down,
            "Only results published at or after this time: 2026-01-31, 7d"
        )
        .with(aliases: "since"),
        .parameter(.before, \.publishedBefore, rounding: .up, "Only results published at or before this time")
            .with(aliases: "until"),
        .parameter(.region, "CODE", \.regionCode, "Only results available in this country (ISO 3166-1): JP"),
        .parameter(.language, "CODE", \.relevanceLanguage, "Prefer results in this language (ISO 639-1): ja"),
        .parameter(.safeSearch, \.safeSearch, "Filter restricted content"),
        .all, .parameter(.topic, "ID", \.topicID, "Filter by topic: /m/04rlf (music), /m/0bzvm2 (games)"),
    ]

    private static let videoFilters: [OptionSpec] =
        [
            .parameter(.duration, \.videoDuration, "Filter by length (under 4, 4 to 20, over 20 minutes)"),
            .parameter(.definition, \.videoDefinition, "Filter by definition"),
            .parameter(.dimension, \.videoDimension, "Filter by dimension"),
            .parameter(.caption, \.videoCaption, "Filter by captions"),
            .parameter(.eventType, \.eventType, "Filter by live broadcast state"),
            .parameter(
                .category,
                "ID",
                \.videoCategoryID,
                "Filter by category: 10 (music), 20 (gaming), 27 (education)"
            ),
            .parameter(.license, \.videoLicense, "Filter by license"),
            .parameter(.videoType, \.videoType, "Filter by type of video"),
            .parameter(.embeddable, \.videoEmbeddable, "Only videos that other sites can embed"),
            .parameter(.syndicated, \.videoSyndicated, "Only videos that other sites can play"),
            .parameter(.paidProductPlacement, \.videoPaidProductPlacement, "Only videos with paid product placement"),
        ] + OptionSpec.place
}
