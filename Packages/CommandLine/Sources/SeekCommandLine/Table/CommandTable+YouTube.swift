import Seek

extension CommandTable {
    /// The commands that ask YouTube.
    static let youTubeCommands: [CommandSpec] = [
        CommandSpec(
            action: .videos,
            path: ["videos"],
            summary: "Search YouTube for videos",
            arguments: [videoText],
            options: youTubeFilters + [
                .text(.channel, "ID", "only of this channel"),
                .choice(.duration, YouTubeVideoLength.allCases.map(\.rawValue), "only of this length"),
                .choice(.definition, YouTubeDefinition.allCases.map(\.rawValue), "only of this definition"),
            ] + OptionSpec.search(of: ResultKind.videos.fieldNames),
            details: [
                "Needs a key of the YouTube Data API in YOUTUBE_API_KEY. A key has 100 searches a day, and each page of 50 "
                    + "videos is one; an equal search within 15 minutes is answered from disk and costs none.",
                "With --channel TEXT may be left out: then it is all the channel has.",
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
            details: ["Costs what a search for videos costs."],
            examples: ["channels swift"]
        ),
        CommandSpec(
            action: .playlists,
            path: ["playlists"],
            summary: "Search YouTube for playlists",
            arguments: [youTubeText],
            options: youTubeFilters + [.text(.channel, "ID", "only of this channel")]
                + OptionSpec.search(of: ResultKind.playlists.fieldNames),
            details: ["Costs what a search for videos costs."],
            examples: ["playlists 'swift course'"]
        ),
        CommandSpec(
            action: .video,
            path: ["video"],
            summary: "Show what YouTube tells of single videos",
            arguments: [
                ArgumentSpec(placeholder: "ID", meaning: "a video's id, or its address", count: .several)
            ],
            options: OptionSpec.output(of: ResultKind.videoDetails.fieldNames)
                + [.web, .refresh, .dryRun, .budget, .record, .replay, .verbose],
            details: ["Costs one unit of 10,000 a day for 50 videos."],
            examples: ["video gQ_1zX-F_No", "video https://youtu.be/gQ_1zX-F_No --json duration,viewCount"]
        ),
    ]

    private static let youTubeText = ArgumentSpec(
        placeholder: "TEXT",
        meaning: "what to look for, at most 500 characters",
        count: .words
    )

    private static let videoText = ArgumentSpec(
        placeholder: youTubeText.placeholder,
        meaning: youTubeText.meaning,
        count: youTubeText.count,
        needlessWith: .channel
    )

    private static let youTubeFilters: [OptionSpec] = [
        .choice(.order, YouTubeOrder.allCases.map(\.rawValue), "in this order"),
        .text(.after, "TIME", "only from this time on: 2026-01-31, 7d"),
        .text(.before, "TIME", "only before this time"),
        .text(.region, "CODE", "as seen in this country: JP"),
        .text(.language, "CODE", "rather in this language: ja"),
        .choice(.safeSearch, YouTubeSafeSearch.allCases.map(\.rawValue), "leave out what is not for everybody"),
    ]
}
