import Seek
import SeekBasics
import SeekNetworking

extension Command {
    static let playlist = Command(
        path: ["playlist"],
        summary: "List the videos of a YouTube playlist",
        arguments: [
            ArgumentSpec(
                placeholder: "ID",
                meaning: "The ID or URL of a playlist, or its number in the last table"
            )
        ],
        options: [
            OptionSpec(name: .all, conflicts: [.limit, .web], meaning: "List all videos"),
            OptionSpec(name: .details, conflicts: [.web], meaning: "Show durations and views"), .thumbnails,
        ] + OptionSpec.search(of: ResultKind.playlistVideos(withDetails: true).fieldNames),
        details: [
            "Costs one of 10,000 daily quota units for each page of 50 videos, and no search. --details costs one of "
                + "10,000 daily calls for statistics per page.",
            "Private playlists and the list of videos to watch later are not accessible with an API key.",
        ],
        examples: [
            "playlist PLdXHL4Lh_Bdzm48P__d1E9oRU_c9rF3vc", "playlist 2 --all --format ndjson", "playlist 2 --web",
        ]
    ) { invocation, settings throws(UsageError) in
        let kind = ResultKind.playlistVideos(withDetails: invocation.has(.details))
        return try await SearchCommand(kind, VideoLists.plan(invocation, settings), invocation, settings).run()
    }
}

/// The plans of lists of videos that are no searches: those of playlists and of the uploads of channels.
enum VideoLists {
    /// The maximum number of videos that YouTube lists of a channel's uploads.
    private static let maximumResults = 20_000

    fileprivate static func plan(
        _ invocation: Invocation,
        _ settings: CommandSettings
    ) throws(UsageError) -> SearchPlan<YouTubeResult> {
        let addresses = try settings.resolved(invocation.argument)
        guard addresses.count == 1, let address = addresses.first else {
            throw UsageError("seek playlist lists one playlist; enter one number")
        }
        let id: String
        do throws(UsageError) {
            id = try PlaylistID.parse(address)
        } catch {
            guard address != invocation.argument else { throw error }
            throw UsageError(
                "result \(invocation.argument) of the last table is not a playlist, but \(SafeText.line(address))"
            )
        }
        var plan = SearchPlan<YouTubeResult>(
            pages: { session, cursor in
                PageSequence(from: cursor) { cursor throws(SearchError) in
                    let page = try await session.seek.youTube.playlistItems(of: id, at: cursor)
                    return (page.map(YouTubeResult.init(entry:)), page.next)
                }
            },
            site: URL(string: YouTubeSearchItem.Kind.playlist.webAddress(ofID: id)),
            service: .youTube,
            quota: QuotaBucket.youTubeUnits.name
        )
        plan.maximumResults = maximumResults
        if invocation.has(.details) { plan.details = [YouTubeSearches.statistics(settings)] }
        return plan
    }

    /// Returns a plan that lists the uploads of a channel, newest first, in place of a search with the same results;
    /// `nil` if only a search has them.
    static func uploads(
        _ query: YouTubeSearchQuery,
        _ invocation: Invocation,
        _ settings: CommandSettings
    ) -> SearchPlan<YouTubeResult>? {
        guard let channel = query.channelID else { return nil }
        var listed = YouTubeSearchQuery("", kind: .video, pageSize: query.pageSize)
        (listed.channelID, listed.publishedAfter) = (channel, query.publishedAfter)
        listed.order = query.order == .date ? .date : nil
        let searchedFields = [ResultKind.liveBroadcastContent] + ResultKind.liveFields
        let selection = [.json, .columns, .template].compactMap { invocation.values[$0] }.joined(separator: ",")
        guard query == listed, !searchedFields.contains(where: selection.contains) else { return nil }
        let after = query.publishedAfter
        var plan = SearchPlan<YouTubeResult>(
            pages: { session, cursor throws(SearchError) in
                let (id, playlist) = try await uploads(of: channel, session, invocation)
                return PageSequence(from: cursor) { cursor throws(SearchError) in
                    guard let playlist else {
                        // Only a search finds the videos if the response does not name the playlist.
                        var search = query
                        (search.channelID, search.order) = (id, .date)
                        let page = try await session.seek.youTube.search(search, at: cursor)
                        return (page.map { YouTubeResult(item: $0) }, page.next)
                    }
                    let page = try await page(of: playlist, at: cursor, after: after, session)
                    return (page, page.next)
                }
            },
            site: YouTubeSearches.site(.video, "", channel: channel),
            service: .youTube,
            quota: QuotaBucket.youTubeUnits.name,
            lookupQuota: QuotaBucket.youTubeUnits.name
        )
        plan.maximumResults = maximumResults
        if invocation.has(.details) { plan.details = [YouTubeSearches.statistics(settings)] }
        return plan
    }

    /// Returns the ID of a channel and that of the playlist of its uploads, which is nil if the response lacks it. Costs
    /// one unit.
    private static func uploads(
        of channel: String,
        _ session: Session,
        _ invocation: Invocation
    ) async throws(SearchError) -> (id: String, playlist: String?) {
        let found: YouTubeChannel?
        let provenance: Provenance?
        if channel.hasPrefix("@") {
            let response = try await session.seek.youTube.channel(handle: channel)
            (found, provenance) = (response.value, response.provenance)
        } else {
            let lookup = try await session.seek.youTube.channels([channel])
            (found, provenance) = (lookup.items.first, lookup.provenance)
            if found == nil, lookup.skipped.isEmpty { throw .notFound(.youTube, "channel '\(channel)'") }
        }
        if let provenance { session.reportLookup(of: "channel \(channel)", provenance, unit: "unit", invocation) }
        return (found?.id ?? channel, found?.uploadsPlaylistID)
    }

    /// Returns a page of uploads that were published at or after a date. Pages after one with older videos only are not
    /// requested.
    private static func page(
        of id: String,
        at cursor: PageCursor?,
        after: Date?,
        _ session: Session
    ) async throws(SearchError) -> SearchPage<YouTubeResult> {
        do throws(SearchError) {
            var page = try await session.seek.youTube.playlistItems(of: id, at: cursor)
            guard let after else { return page.map(YouTubeResult.init(entry:)) }
            let count = page.items.count
            page.items.removeAll { ($0.publishedAt ?? .distantPast) < after }
            if page.items.isEmpty, count > 0 { page.next = nil }
            page.totalCount = nil
            return page.map(YouTubeResult.init(entry:))
        } catch .notFound where cursor == nil {
            // YouTube has no playlist of the uploads of a channel without public videos.
            return SearchPage(items: [])
        }
    }
}
