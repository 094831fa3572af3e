import Seek
import SeekBasics

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// `seek video ID...`: what YouTube tells of single videos.
struct VideoCommand {
    private let invocation: Invocation
    private let ids: [String]
    private let output: OutputOptions
    private let console: Console

    init(_ invocation: Invocation, _ console: Console) throws(UsageError) {
        self.invocation = invocation
        self.console = console
        var ids: [String] = []
        for text in invocation.arguments {
            let id = try VideoID.parse(text)
            if !ids.contains(id) { ids.append(id) }
        }
        self.ids = ids
        output = try OutputOptions(invocation, known: ResultKind.videoDetails.fieldNames)
    }

    /// Looks the videos up and writes them.
    func run() async throws(UsageError) -> CommandStatus {
        if invocation.has(.web) {
            let opener = OpenCommand(console: console)
            for id in ids {
                guard let url = YouTubeVideo(id: id).webURL else { continue }
                let status = await opener.open(OpenTarget(web: url), mode: .web)
                guard status == .success else { return status }
            }
            return .success
        }
        if invocation.has(.dryRun) {
            var facts = Facts()
            facts.add("units at most", (ids.count + YouTubeClient.maximumIDs - 1) / YouTubeClient.maximumIDs)
            return console.write(facts)
        }
        let session = try console.session(of: invocation)
        return await session.end(with: await lookUp(session))
    }

    /// What is fetched: statistics have a bucket of their own, which is enough where nothing else is shown.
    private var parts: Set<YouTubeVideoPart> {
        let counts: Set = ["id", "url", "viewCount", "likeCount", "commentCount"]
        guard let fields = output.fields, counts.isSuperset(of: fields) else {
            return [.snippet, .contentDetails, .statistics]
        }
        return [.statistics]
    }

    private func lookUp(_ session: Session) async -> CommandStatus {
        do throws(SearchError) {
            let lookup = try await session.seek.youTube.videos(
                ids,
                parts: parts
            )
            if invocation.has(.verbose) {
                console.say("\(lookup.items.count) of \(ids.count) videos, cost \(lookup.quotaCost) units")
            }
            for skip in lookup.skipped { console.warn("left out \(skip)") }
            let written = await write(lookup.items, session)
            guard !lookup.missingIDs.isEmpty else { return written }
            let missing = lookup.missingIDs.joined(separator: ", ")
            console.say("YouTube has no video \(missing), or does not show it to you")
            return .failure
        } catch {
            console.say(console.describe(error))
            return CommandStatus(error)
        }
    }

    private func write(_ videos: [YouTubeVideo], _ session: Session) async -> CommandStatus {
        let style = console.style(at: session.now)
        if let video = videos.first, videos.count == 1, output.fields == nil, output.template == nil,
            console.context.terminal != nil
        {
            guard let picture = await picture(of: video, session) else {
                return console.page(Self.page(of: video, style))
            }
            // A pager would cut a picture into letters.
            return console.write(picture + Self.page(of: video, style))
        }
        let writer = ResultWriter(kind: .videoDetails, options: output, console: console, style: style)
        return writer.write(videos, nothing: nil)
    }

    /// What shows the video's thumbnail; nil where the terminal shows none, or there is none to be had. Its address stands below.
    private func picture(of video: YouTubeVideo, _ session: Session) async -> String? {
        guard let terminal = PictureProtocol(environment: (try? console.environment()) ?? console.context.environment),
            let url = Self.thumbnail(of: video)
        else { return nil }
        // What the address already tells need not be fetched to be left out: YouTube's thumbnails are JPEG.
        if terminal == .kitty, [".jpg", ".jpeg"].contains(where: url.path().lowercased().hasSuffix) { return nil }
        guard let image = try? await session.seek.image(at: url) else { return nil }
        return terminal.text(image, lines: 10)
    }

    /// The smallest one that is wide enough for ten lines, else any.
    private static func thumbnail(of video: YouTubeVideo) -> URL? {
        ["medium", "high", "standard", "maxres", "fhd", "qhd", "uhd", "default"].lazy.compactMap {
            video.thumbnails[$0]?.url
        }.first
    }

    /// One video, for a person.
    private static func page(of video: YouTubeVideo, _ style: OutputStyle) -> String {
        var facts = Facts()
        func add(_ name: String, _ text: String?) {
            if let text, !text.isEmpty { facts.add(name, text) }
        }
        add("title", video.title)
        add("channel", video.channelTitle)
        add("published", video.publishedAt.map { "\(RFC3339.text($0)), \(Timestamp.relative($0, to: style.now))" })
        add("duration", video.duration.map(ResultKind.clock))
        add("views", video.viewCount.map { "\($0)" })
        add("likes", video.likeCount.map { "\($0)" })
        add("comments", video.commentCount.map { "\($0)" })
        add("tags", video.tags.joined(separator: ", "))
        add("url", video.webAddress)
        add("picture", thumbnail(of: video)?.absoluteString)
        var page = facts.text(isTable: true, style: style)
        let lines = (video.description ?? "").split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        if lines.contains(where: { !$0.isEmpty }) {
            page += "\n" + lines.map { style.isolated(SafeText.line(String($0))) + "\n" }.joined()
        }
        return page
    }
}
