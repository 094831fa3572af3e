import Seek
import SeekBasics
import SeekNetworking

extension Command {
    static let videos = Command(
        path: ["videos"],
        summary: "Search YouTube for videos",
        arguments: [.text(textMeaning, orFlags: .channel, .topic, .location)],
        options: youTubeFilters + [channel] + videoFilters + [details, .thumbnails]
            + OptionSpec.search(of: ResultKind.detailedVideos.fieldNames),
        details: [
            "Needs a YouTube Data API key in YOUTUBE_API_KEY. A key allows 100 searches per day; each page of 50 "
                + "videos counts as one. A search that is repeated within 15 minutes is served from disk and "
                + "costs nothing.",
            "--details adds the fields \(detailFields.joined(separator: ", ")). It costs one of 10,000 daily calls "
                + "for statistics per 50 videos, which count for nothing else. Only the fields concurrentViewers "
                + "and scheduledStartAt cost one of 10,000 daily quota units for each page with broadcasts.",
            "With --channel, TEXT is optional. Without TEXT, the channel's uploads are listed, newest first, which is not "
                + "a search: it costs one of 10,000 daily quota units for the channel and one for each page of 50 videos, "
                + "also with --all. A search is sent for filters other than --after, for an --order other than date, and "
                + "if the fields liveBroadcastContent, concurrentViewers or scheduledStartAt are selected. Looking up the "
                + "handle for a search costs one unit.",
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
    ) { invocation, settings throws(UsageError) in
        let kind = invocation.has(.details) ? ResultKind.detailedVideos : .videos
        let plan = try YouTubeSearches.plan(.video, invocation, settings)
        return try await SearchCommand(kind, plan, invocation, settings).run()
    }

    static let channels = Command(
        path: ["channels"],
        summary: "Search YouTube for channels",
        arguments: [.text(textMeaning, orFlags: .topic)],
        options: youTubeFilters + [
            .parameter(.channelType, \.channelType, "Filter by channel type")
        ] + [.thumbnails] + OptionSpec.search(of: ResultKind.channels.fieldNames),
        details: ["Costs the same as a search for videos."],
        examples: ["channels swift"]
    ) { invocation, settings throws(UsageError) in
        let plan = try YouTubeSearches.plan(.channel, invocation, settings)
        return try await SearchCommand(.channels, plan, invocation, settings).run()
    }

    static let playlists = Command(
        path: ["playlists"],
        summary: "Search YouTube for playlists",
        arguments: [.text(textMeaning, orFlags: .channel, .topic)],
        options: youTubeFilters + [channel.withoutWeb]
            + [.thumbnails] + OptionSpec.search(of: ResultKind.playlists.fieldNames),
        details: ["Costs the same as a search for videos."],
        examples: ["playlists 'swift course'"]
    ) { invocation, settings throws(UsageError) in
        let plan = try YouTubeSearches.plan(.playlist, invocation, settings)
        return try await SearchCommand(.playlists, plan, invocation, settings).run()
    }

    private static let detailFields = ResultKind.detailedVideos.fieldNames.filter {
        !ResultKind.videos.fieldNames.contains($0)
    }

    private static let details = OptionSpec(
        name: .details,
        conflicts: [.web],
        meaning: "Show durations, views and live status"
    )

    private static let textMeaning = "The search text, at most 500 characters"

    private static let channel = OptionSpec.value(.channel, "ID", "Filter by channel: its ID, @HANDLE or URL")

    private static let youTubeFilters: [OptionSpec] = [
        .parameter(.order, \.order, "Sort order"),
        .parameter(
            .after,
            \.publishedAfter,
            SearchDate.start,
            "Only results published at or after this time: 2026-01-31, 2026-01, 7d"
        )
        .with(aliases: "since"),
        .parameter(.before, \.publishedBefore, SearchDate.end, "Only results published at or before this time")
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

/// The plans of the commands that search YouTube for videos, channels or playlists.
enum YouTubeSearches {
    static func plan(
        _ kind: YouTubeSearchItem.Kind,
        _ invocation: Invocation,
        _ settings: CommandSettings
    ) throws(UsageError) -> SearchPlan<YouTubeResult> {
        let query = try query(kind, invocation)
        if kind == .video, let plan = VideoLists.uploads(query, invocation, settings) { return plan }
        let handle = query.channelID.flatMap { $0.hasPrefix("@") ? $0 : nil }
        @Sendable func resolved(_ session: Session) async throws(SearchError) -> YouTubeSearchQuery {
            var query = query
            guard let handle else { return query }
            let channel = try await session.seek.youTube.channel(handle: handle)
            session.reportLookup(of: "channel \(handle)", channel.provenance, unit: "unit", invocation)
            query.channelID = channel.value.id
            return query
        }
        var plan = SearchPlan<YouTubeResult>(
            pages: { session, cursor throws(SearchError) in
                let query = try await resolved(session)
                return PageSequence(from: cursor) { cursor throws(SearchError) in
                    let page = try await session.seek.youTube.search(query, at: cursor)
                    return (page.map { YouTubeResult(item: $0) }, page.next)
                }
            },
            site: site(kind, query.text, channel: query.channelID),
            service: .youTube,
            quota: QuotaBucket.youTubeSearch.name,
            lookupQuota: handle == nil ? nil : QuotaBucket.youTubeUnits.name,
            exhaustive: ExhaustiveSearch(earliest: earliest) { session, span throws(SearchError) in
                let query = try await resolved(session)
                let source = session.seek.youTube.source(of: kind, over: span) { $0 = query }
                return { cursor throws(SearchError) in
                    try await source.page(for: query.text, at: cursor).map { YouTubeResult(item: $0) }
                }
            }
        )
        plan.maximumResults = YouTubeClient.maximumResults
        plan.emptyHint = hint(on: query.text)
        if invocation.has(.details) { plan.details = try details(invocation, settings) }
        return plan
    }

    /// Returns the lookups of `--details`: of durations and counts, which have a quota of their own, and, if fields that
    /// only live broadcasts have are requested, of the broadcasts on the page.
    private static func details(
        _ invocation: Invocation,
        _ settings: CommandSettings
    ) throws(UsageError) -> [SearchPlan<YouTubeResult>.Details] {
        let statistics = statistics(settings)
        // With --dry-run, the output is the estimate.
        if invocation.has(.dryRun) { return [statistics] }
        let output = try OutputOptions(invocation, fieldNames: invocation.command.fieldNames, settings.console)
        let isJSON = output.format.map { [.json, .ndjson].contains($0) } == true
        let names = (output.fields ?? (isJSON ? ResultKind.liveFields : [])) + (output.template?.fields ?? [])
        guard names.contains(where: ResultKind.liveFields.contains) else { return [statistics] }
        let broadcasts = SearchPlan<YouTubeResult>.Details(quota: QuotaBucket.youTubeUnits.name) {
            seek,
            items throws(SearchError) in
            let live = items.filter { $0.item.liveState?.durationText != nil }
            let lookup = try await seek.youTube.videos(
                live.map(\.item.id),
                parts: [.snippet, .contentDetails, .statistics, .liveStreamingDetails]
            )
            return (items.map { $0.with(lookup.items) }, lookup.quotaCost)
        }
        return [statistics, broadcasts]
    }

    /// Returns the lookup of durations and counts, which have a quota of their own.
    static func statistics(_ settings: CommandSettings) -> SearchPlan<YouTubeResult>.Details {
        .init(quota: QuotaBucket.youTubeStatistics.name) {
            seek,
            items throws(SearchError) in
            let lookup = try await seek.youTube.statistics(of: items.map(\.item.id))
            if !lookup.failedIDs.isEmpty {
                let ids = lookup.failedIDs.joined(separator: ", ")
                settings.console.warn("YouTube failed to return the details of \(ids); try again later")
            }
            return (items.map { $0.with(lookup.items) }, lookup.quotaCost)
        }
    }

    /// Returns advice to run another command if the search text is a URL or the handle of a channel; otherwise `nil`.
    private static func hint(on text: String) -> String? {
        if OpenTarget.isHandle(text) {
            return "to list the videos of this channel, run: seek videos --channel \(quotedIfNeeded(text))"
        }
        guard text.contains("://"), (try? OpenTarget(text)) != nil else { return nil }
        return (try? VideoID.parse(text)) == nil
            ? "to open this URL, run: seek open \(quotedIfNeeded(text))"
            : "to show this video, run: seek video \(quotedIfNeeded(text))"
    }

    /// 2005-04-23, the date of YouTube's first video.
    private static let earliest = Date(timeIntervalSince1970: 1_114_214_400)

    /// Returns the URL of a search on YouTube's site; `nil` if the ID or handle of the channel is invalid.
    static func site(_ kind: YouTubeSearchItem.Kind, _ text: String, channel: String? = nil) -> URL? {
        guard let channel else {
            // An undocumented parameter, which the site itself uses.
            let filter =
                switch kind {
                case .video: "EgIQAQ=="
                case .channel: "EgIQAg=="
                case .playlist: "EgIQAw=="
                }
            let parameters: QueryParameters = ["search_query": text, "sp": filter]
            return URL(string: "https://www.youtube.com/results?\(parameters.encoded)")
        }
        guard OpenTarget.isHandle(channel) || OpenTarget.isName(channel) else { return nil }
        let page = channel.hasPrefix("@") ? channel : "channel/\(channel)"
        let parameters: QueryParameters = ["query": text]
        return URL(
            string: "https://www.youtube.com/\(page)/\(text.isEmpty ? "videos" : "search?\(parameters.encoded)")"
        )
    }

    /// Returns the ID or the handle in the value of `--channel`, which may be a URL with one of them.
    static func channel(_ text: String) throws(UsageError) -> String {
        let components = text.contains("/") ? URLComponents(youTubeAddress: text) : nil
        let parts = (components?.path ?? "").split(separator: "/").map(String.init)
        let isSite = components?.isShortYouTubeAddress == false
        let pathName = parts.first == "channel" ? parts.dropFirst().first : parts.first
        let name = isSite ? pathName ?? "" : text
        let isID = name.count == 24 && name.hasPrefix("UC") && OpenTarget.isName(name)
        guard isID || OpenTarget.isHandle(name) else {
            // URLs such as /c/NAME and /user/NAME contain neither an ID nor a handle.
            let advice =
                isSite
                ? ", which does not contain either of them; use the @HANDLE on the channel's page"
                : OpenTarget.isName(name) ? "; did you mean '@\(name)'?" : ""
            throw UsageError(
                "--channel must be @HANDLE, the ID of a channel (UC and 22 letters, digits, - or _) or a URL with one "
                    + "of them, not '\(SafeText.line(text))'\(advice)"
            )
        }
        return name
    }

    private static func query(
        _ kind: YouTubeSearchItem.Kind,
        _ invocation: Invocation
    ) throws(UsageError) -> YouTubeSearchQuery {
        var query = YouTubeSearchQuery(invocation.argument, kind: kind, pageSize: YouTubeSearchQuery.maximumPageSize)
        query.channelID = try invocation.values[.channel].map(channel)
        let now = invocation.now()
        for option in invocation.command.options {
            guard let value = invocation.values[option.name] else { continue }
            try option.setParameter?(&query, value, now)
        }
        if let after = query.publishedAfter, let before = query.publishedBefore, after >= before {
            throw UsageError(
                "\(invocation.flag(.after)) must be earlier than \(invocation.flag(.before)); change one of them"
            )
        }
        return query
    }
}
