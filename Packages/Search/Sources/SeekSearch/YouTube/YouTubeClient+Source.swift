public import SeekBasics
public import SeekModels
import SeekNetworking

extension YouTubeClient {
    /// The maximum number of results that YouTube returns for one search, whatever total it reports.
    public static let maximumResults = 500

    /// Returns a source of the results of one kind.
    ///
    /// ```swift
    /// let latest = youTube.source { $0.order = .date }
    /// let channels = youTube.source(of: .channel) { $0.regionCode = "JP" }
    /// ```
    ///
    /// - Parameters:
    ///   - kind: The kind of results; nil is all kinds.
    ///   - span: A span of publication dates, whose results are all returned, even if there are more than
    ///     ``maximumResults``: each request is limited to a window of the span, whose dates replace those of the query,
    ///     and whose pages have the maximum size. Windows are not divided into parts shorter than a day, because YouTube
    ///     overestimates totals. See ``SearchPage/estimatedPages`` for the cost. A stored cursor continues the windows
    ///     of the span with which its search started.
    ///   - name: The source's name; by default `youtube`, `youtube-channels` or `youtube-playlists`.
    ///   - displayName: The source's user-facing name; by default `name` or, without it, `YouTube`, `YouTube channels` or
    ///     `YouTube playlists`.
    ///   - change: Sets the order, the filters and the page size of the query, which is 50 by default: every page costs a
    ///     call, whatever its size. The text is that of each search.
    public func source(
        of kind: YouTubeSearchItem.Kind? = .video,
        over span: Range<Date>? = nil,
        name: String? = nil,
        displayName: String? = nil,
        _ change: (inout YouTubeSearchQuery) -> Void = { _ in }
    ) -> some SearchSource<YouTubeSearchItem> {
        var template = YouTubeSearchQuery("", kind: kind)
        change(&template)
        if span != nil { template.pageSize = YouTubeSearchQuery.maximumPageSize }
        let windows = span.map {
            WindowedSearch(
                span: TimeWindow($0),
                rules: .init(cap: Self.maximumResults, pageSize: template.pageSize, minimumSeconds: 24 * 3600)
            )
        }
        let hitKind = SearchHit.Kind(rawValue: (kind ?? .video).rawValue)
        return ClientSource(
            name: name ?? hitKind.sourceName,
            displayName: displayName ?? name ?? hitKind.sourceDisplayName,
            client: self,
            hasQualifier: { _ in false }
        ) { [template] client, text, cursor throws(SearchError) in
            var query = template
            query.text = text
            guard let windows else { return try await client.search(query, at: cursor) }
            (query.publishedAfter, query.publishedBefore) = (nil, nil)
            let key = query.parameters(text: QueryText.trimmed(text), at: nil).encoded
            return try await windows.page(of: key, at: cursor) { [query] window, cursor throws(SearchError) in
                var query = query
                query.publishedAfter = window.start
                // `publishedBefore` includes its date, and a window excludes its end.
                query.publishedBefore = window.end - 1
                return try await client.search(query, at: cursor)
            }
        }
    }
}
