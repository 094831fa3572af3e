import Seek

extension CommandTable {
    /// The commands that search YouTube.
    static let youTubeCommands: [CommandSpec] = [
        CommandSpec(
            action: .videos,
            path: ["videos"],
            summary: "Search YouTube for videos",
            arguments: [videoText],
            options: youTubeFilters + [
                channel,
                .choice(.duration, YouTubeVideoLength.allCases.map(\.rawValue), "Filter by length"),
                .choice(.definition, YouTubeDefinition.allCases.map(\.rawValue), "Filter by definition"),
            ] + OptionSpec.search(of: ResultKind.videos.fieldNames),
            details: [
                "Needs a YouTube Data API key in YOUTUBE_API_KEY. A key allows 100 searches per day; each page of 50 "
                    + "videos counts as one. A search that is repeated within 15 minutes is served from disk and "
                    + "costs nothing.",
                "With --channel, TEXT is optional; without TEXT all videos of the channel are listed.",
            ],
            examples: [
                "videos swift concurrency", "videos '東京 夜景' --limit 5 --json title,url",
                "videos swift --after 30d --order viewCount --template '{{.title | truncate 40}} {{.url}}'",
            ]
        ),
        CommandSpec(
            action: .channels,
            path: ["channels"],
            summary: "Search YouTube for channels",
            arguments: [youTubeText],
            options: youTubeFilters + OptionSpec.search(of: ResultKind.channels.fieldNames),
            details: ["Costs the same as a search for videos."],
            examples: ["channels swift"]
        ),
        CommandSpec(
            action: .playlists,
            path: ["playlists"],
            summary: "Search YouTube for playlists",
            arguments: [youTubeText],
            options: youTubeFilters + [channel] + OptionSpec.search(of: ResultKind.playlists.fieldNames),
            details: ["Costs the same as a search for videos."],
            examples: ["playlists 'swift course'"]
        ),
        CommandSpec(
            action: .video,
            path: ["video"],
            summary: "Show details of videos",
            arguments: [
                ArgumentSpec(
                    placeholder: "ID",
                    meaning: "The ID or URL of a video, or its number in the last table",
                    count: .several
                )
            ],
            options: OptionSpec.output(of: ResultKind.videoDetails.fieldNames)
                + [.web, .refresh, .dryRun, .budget, .timeout(), .wait, .record, .replay, .verbose],
            details: ["Costs one of 10,000 daily quota units per 50 videos."],
            examples: ["video gQ_1zX-F_No", "video 3", "video https://youtu.be/gQ_1zX-F_No --json duration,viewCount"]
        ),
    ]

    private static let youTubeText = ArgumentSpec(
        placeholder: "TEXT",
        meaning: "The search text, at most 500 characters",
        count: .words
    )

    private static let videoText = ArgumentSpec(
        placeholder: youTubeText.placeholder,
        meaning: youTubeText.meaning,
        count: youTubeText.count,
        optionalWith: .channel
    )

    private static let channel = OptionSpec.text(.channel, "ID", "Filter by channel")

    private static let youTubeFilters: [OptionSpec] = [
        .choice(.order, YouTubeOrder.allCases.map(\.rawValue), "Sort order"),
        .text(.after, "TIME", "Only results published at or after this time: 2026-01-31, 7d"),
        .text(.before, "TIME", "Only results published before this time"),
        .text(.region, "CODE", "Only results available in this country (ISO 3166-1): JP"),
        .text(.language, "CODE", "Prefer results in this language (ISO 639-1): ja"),
        .choice(.safeSearch, YouTubeSafeSearch.allCases.map(\.rawValue), "Filter restricted content"),
    ]
}
