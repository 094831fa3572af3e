import Seek
import SeekBasics

extension Command {
    static let video = Command(
        path: ["video"],
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
    ) { invocation, settings throws(UsageError) in
        try await VideoCommand(invocation, settings).run()
    }
}

/// `seek video`: shows the details of videos, or opens them in the browser.
struct VideoCommand {
    private let invocation: Invocation
    private let output: OutputOptions
    private let settings: CommandSettings

    init(_ invocation: Invocation, _ settings: CommandSettings) throws(UsageError) {
        self.invocation = invocation
        self.settings = settings
        output = try OutputOptions(invocation, fieldNames: ResultKind.videoDetails.fieldNames, settings.console)
    }

    private var console: Console { settings.console }

    func run() async throws(UsageError) -> CommandStatus {
        let ids = try await ids()
        if invocation.has(.web) {
            let opener = OpenCommand(settings: settings)
            for id in ids {
                guard let url = YouTubeVideo(id: id).webURL else { continue }
                let status = await opener.openSite(url, invocation)
                guard status == .success else { return status }
            }
            return .success
        }
        let session = try Session(of: invocation, settings)
        if invocation.has(.dryRun) { return await session.end(with: try await estimate(ids, session)) }
        let invocation = invocation.with(maximumCalls: Self.batches(of: ids).count)
        return await session.end(with: await lookUp(ids, invocation, session))
    }

    /// Returns the IDs of the arguments without duplicates. `-` is replaced with the IDs of standard input.
    private func ids() async throws(UsageError) -> [String] {
        var ids: [String] = []
        for argument in invocation.arguments {
            for text in argument == "-" ? await inputWords() : [argument] {
                for id in try self.ids(of: text) where !ids.contains(id) { ids.append(id) }
            }
        }
        // A cancelled command has the same exit status as an invalid one.
        if Task.isCancelled { throw UsageError("cancelled") }
        return ids
    }

    /// Returns the IDs of the videos that an ID, a URL, or numbers of results in the last table refer to.
    private func ids(of text: String) throws(UsageError) -> [String] {
        try settings.resolved(text).map { address throws(UsageError) in
            do throws(UsageError) {
                return try VideoID.parse(address)
            } catch {
                guard address != text else { throw error }
                throw UsageError("result \(text) of the last table is not a video, but \(SafeText.line(address))")
            }
        }
    }

    /// Returns one word for each line or JSON object of standard input: the last URL of a video (in the output of a
    /// search, other columns precede it); without one, the first word. Empty lines and lines that begin with `#` are
    /// ignored, and results of other kinds are skipped with a warning.
    private func inputWords() async -> [String] {
        var words: [String] = []
        var skipped = 0
        while let line = await console.context.input.nextLine() {
            let results = Self.results(inJSON: line)
            for text in results ?? [String(decoding: line, as: UTF8.self)] {
                let parts = text.split(whereSeparator: \.isWhitespace).map(String.init)
                if parts.first?.hasPrefix("#") == true { continue }
                let urls = parts.filter { $0.contains("://") }
                let url = urls.last { (try? VideoID.parse($0)) != nil }
                if url == nil, !urls.isEmpty, parts.count > 1 || results != nil {
                    // A result of another kind.
                    skipped += 1
                } else if let word = url ?? parts.first {
                    words.append(word)
                }
            }
        }
        if skipped > 0 { console.warn("skipped \(counted(skipped, "result")) without a video") }
        return words
    }

    /// Returns the URL or the ID of each result in a line of JSON, as `--json` and ndjson print them; `nil` if the line
    /// is neither a JSON object nor an array of objects.
    private static func results(inJSON line: [UInt8]) -> [String]? {
        struct Result: Decodable {
            var url: String?
            var id: JSONValue?
            /// The results in the JSON of a command with several sources: `seek search --json`.
            var results: [Result]?
        }
        let decoder = ModelDecoder()
        let result = try? decoder.decode(Result.self, from: Data(line))
        let results = result.map { [$0] } ?? (try? decoder.decode([Result].self, from: Data(line)))
        return results?.flatMap { $0.results ?? [$0] }.compactMap { $0.url ?? $0.id?.plain }
    }

    /// The parts to request. Requests for statistics alone are charged to a separate quota.
    private var parts: Set<YouTubeVideoPart> {
        let counts: Set = ["id", "url", "viewCount", "likeCount", "commentCount"]
        guard let fields = output.fields, output.thumbnails == nil, counts.isSuperset(of: fields) else {
            return [.snippet, .contentDetails, .statistics, .liveStreamingDetails]
        }
        return [.statistics]
    }

    private func estimate(_ ids: [String], _ session: Session) async throws(UsageError) -> CommandStatus {
        let quota = parts == [.statistics] ? QuotaBucket.youTubeStatistics : .youTubeUnits
        var estimates: [CostEstimate] = []
        do throws(SearchError) {
            for batch in Self.batches(of: ids) {
                let cost = try await session.cost(maximumCalls: 1) {
                    try await session.seek.youTube.videos(batch, parts: parts)
                }
                estimates.append(CostEstimate(.youTube, quota.name, cost))
            }
        } catch {
            return settings.report(error, of: invocation)
        }
        return try await session.write(estimates, of: invocation)
    }

    /// Returns the IDs in batches, one for each call.
    private static func batches(of ids: [String]) -> [[String]] {
        stride(from: 0, to: ids.count, by: YouTubeClient.maximumIDs).map { start in
            Array(ids[start...].prefix(YouTubeClient.maximumIDs))
        }
    }

    private func lookUp(_ ids: [String], _ invocation: Invocation, _ session: Session) async -> CommandStatus {
        console.progress.start("fetching \(ids.count == 1 ? "the video" : "\(ids.count.grouped) videos")")
        defer { console.progress.end() }
        do throws(SearchError) {
            let lookup = try await session.seek.youTube.videos(ids, parts: parts)
            console.progress.end()
            if invocation.has(.verbose) {
                let count = "\(lookup.items.count) of \(counted(ids.count, "video"))"
                let cost = counted(lookup.quotaCost, "unit")
                console.report("\(count)\(invocation.origin(lookup.provenance, cost: cost))")
            }
            console.warnIfStale(
                lookup.provenance,
                subject: "these details are",
                usedUpBudgetText: session.usedUpBudgetText(invocation)
            )
            for item in lookup.skipped { console.warn("skipped \(item)") }
            let emptyMessage = ids.isEmpty ? "standard input contains no ID" : nil
            let written = await write(lookup.items, session, emptyMessage: emptyMessage)
            let (missing, failed) = (lookup.missingIDs, lookup.failedIDs)
            if !missing.isEmpty {
                console.report("video not found or not accessible: \(missing.joined(separator: ", "))")
            }
            if !failed.isEmpty {
                console.report("YouTube failed to return: \(failed.joined(separator: ", ")); try again later")
            }
            return missing.isEmpty && failed.isEmpty ? written : .failure
        } catch {
            return settings.report(error, of: invocation)
        }
    }

    private func write(_ videos: [YouTubeVideo], _ session: Session, emptyMessage: String?) async -> CommandStatus {
        if let video = videos.first, videos.count == 1, output.isDefault, let terminal = console.context.terminal {
            let page = Self.page(of: video, console.style(at: session.now), width: terminal.columns)
            // Pagers do not support images.
            let written =
                await image(of: video, session).map { console.write($0 + page) }
                ?? console.write(page, through: settings.pager)
            let saved = await session.saveThumbnails(of: videos, as: .videoDetails, output)
            return written == .success ? saved : written
        }
        return await session.write(videos, as: .videoDetails, output, emptyMessage: emptyMessage)
    }

    /// Returns the escape sequences that show the video's thumbnail, or `nil` if there is none, if it cannot be
    /// fetched, or if the terminal cannot show an image of its format.
    private func image(of video: YouTubeVideo, _ session: Session) async -> String? {
        let variables = (try? settings.environment()) ?? console.context.environment
        let urls = Self.thumbnails(of: video)
        guard let imageProtocol = InlineImageProtocol(environment: variables), let url = urls.first else { return nil }
        // kitty does not support JPEG, the format of YouTube's thumbnails.
        if imageProtocol == .kitty, [".jpg", ".jpeg"].contains(where: url.path().lowercased().hasSuffix) { return nil }
        guard let image = try? await session.seek.image(atFirstOf: urls) else { return nil }
        return imageProtocol.escapeSequences(for: image, lines: 10)
    }

    /// Returns the URLs of the smallest thumbnail that is large enough for ten lines and of all smaller ones, the
    /// largest first.
    private static func thumbnails(of video: YouTubeVideo) -> [URL] {
        let sizes = video.thumbnails.largestFirst
        let names = ["medium", "high", "standard", "maxres", "fhd", "qhd", "uhd", "default"]
        let preferred = names.lazy.compactMap { video.thumbnails[$0] }.first
        return sizes.drop { $0 != preferred }.map(\.url)
    }

    private static func page(of video: YouTubeVideo, _ style: OutputStyle, width: Int) -> String {
        let properties: [DetailsPage.Property] = [
            ("title", video.title),
            ("channel", video.channelTitle),
            ("published", DetailsPage.date(video.publishedAt, in: style)),
            ("duration", video.liveState?.durationText ?? video.duration?.clockText),
            (
                "starts",
                video.liveState == .upcoming
                    ? video.live?.scheduledStart.map { Timestamp.upcoming($0, after: style.now) } : nil
            ),
            ("viewers", video.live?.concurrentViewers?.grouped),
            ("views", video.viewCount?.grouped),
            ("likes", video.likeCount?.grouped),
            ("comments", video.commentCount?.grouped),
            ("tags", video.tags.joined(separator: ", ")),
            ("url", video.webAddress),
            ("thumbnail", thumbnails(of: video).first?.absoluteString),
        ]
        return DetailsPage(properties: properties, text: video.description).formatted(style, width: width)
    }
}
