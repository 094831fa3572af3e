import Seek

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
                guard let url = URL(string: YouTubeVideo(id: id).webURL) else { continue }
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

    private func lookUp(_ session: Session) async -> CommandStatus {
        do throws(SearchError) {
            let lookup = try await session.seek.youTube.videos(
                ids,
                parts: [.snippet, .contentDetails, .statistics]
            )
            if invocation.has(.verbose) {
                console.say("\(lookup.items.count) of \(ids.count) videos, cost \(lookup.quotaCost) units")
            }
            for skip in lookup.skipped { console.warn("left out \(skip)") }
            let written = write(lookup.items, session)
            guard !lookup.missingIDs.isEmpty else { return written }
            let missing = lookup.missingIDs.joined(separator: ", ")
            console.say("YouTube has no video \(missing), or does not show it to you")
            return .failure
        } catch {
            console.say(console.describe(error))
            return CommandStatus(error)
        }
    }

    private func write(_ videos: [YouTubeVideo], _ session: Session) -> CommandStatus {
        let style = console.style(at: session.now)
        if let video = videos.first, videos.count == 1, output.fields == nil, output.template == nil,
            console.world.terminal != nil
        {
            return console.page(Self.page(of: video, style))
        }
        let writer = ResultWriter(kind: .videoDetails, options: output, console: console, style: style)
        return writer.write(videos, nothing: nil)
    }

    /// One video, for a person.
    private static func page(of video: YouTubeVideo, _ style: OutputStyle) -> String {
        var facts = Facts()
        func add(_ name: String, _ text: String?) {
            if let text, !text.isEmpty { facts.add(name, text) }
        }
        add("title", video.title)
        add("channel", video.channelTitle)
        add("published", video.publishedAt.map { "\(Timestamp.text($0)), \(Timestamp.relative($0, to: style.now))" })
        add("duration", video.duration.map(ResultKind.clock))
        add("views", video.viewCount.map { "\($0)" })
        add("likes", video.likeCount.map { "\($0)" })
        add("comments", video.commentCount.map { "\($0)" })
        add("tags", video.tags.joined(separator: ", "))
        add("url", video.webURL)
        var page = facts.text(isTable: true, style: style)
        let lines = (video.description ?? "").split(separator: "\n", omittingEmptySubsequences: false)
        if lines.contains(where: { !$0.isEmpty }) {
            page += "\n" + lines.map { style.isolated(SafeText.line(String($0))) + "\n" }.joined()
        }
        return page
    }
}
