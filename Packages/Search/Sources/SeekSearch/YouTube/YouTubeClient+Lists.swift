public import SeekModels
import SeekNetworking

extension YouTubeClient {
    /// Returns a page of a channel's playlists (playlists.list). Costs one unit.
    ///
    /// - Parameters:
    ///   - channelID: The id of the channel: `UC…`.
    ///   - pageSize: The number of results per page: 1...50.
    ///   - cursor: The page; nil is the first.
    public func playlists(
        ofChannel channelID: String,
        pageSize: Int = 50,
        at cursor: PageCursor? = nil
    ) async throws(SearchError) -> SearchPage<YouTubePlaylist> {
        try await page(.playlists, of: ("channel", channelID), .playlistModel, pageSize, at: cursor)
    }

    /// Returns a page of a playlist's items (playlistItems.list). Costs one unit.
    ///
    /// All uploads of a channel are in its playlist ``/SeekModels/YouTubeChannel/uploadsPlaylistID``. Listing them does
    /// not count as a search.
    ///
    /// - Parameters:
    ///   - playlistID: The id of the playlist: `PL…` or `UU…`.
    ///   - pageSize: The number of results per page: 1...50.
    ///   - cursor: The page; nil is the first.
    public func playlistItems(
        of playlistID: String,
        pageSize: Int = 50,
        at cursor: PageCursor? = nil
    ) async throws(SearchError) -> SearchPage<YouTubePlaylistItem> {
        try await page(.playlistItems, of: ("playlist", playlistID), .playlistItemModel, pageSize, at: cursor)
    }

    /// Returns the video categories of a country (videoCategories.list). Costs one unit.
    ///
    /// - Parameters:
    ///   - regionCode: The country as an ISO 3166-1 code of two letters.
    ///   - language: The language of the titles, such as `ja_JP`; nil is `en_US`.
    public func videoCategories(
        in regionCode: String,
        language: String? = nil
    ) async throws(SearchError) -> [YouTubeVideoCategory] {
        if let problem = QueryText.problem(inRegionCode: regionCode) { throw .invalidQuery(problem) }
        let parameters: QueryParameters = [
            "part": "snippet", "regionCode": regionCode.uppercased(), "hl": language,
            "fields": YouTubeFields.videoCategoryModel.text, "prettyPrint": "false",
        ]
        let response: Response<YouTubeListPage<YouTubeVideoCategory>> = try await get(.videoCategories, parameters)
        return response.value.items
    }

    private func page<Item: Decodable & Sendable>(
        _ method: YouTubeMethod,
        of parent: (name: String, id: String),
        _ fields: YouTubeFields,
        _ pageSize: Int,
        at cursor: PageCursor?
    ) async throws(SearchError) -> SearchPage<Item> {
        let id = try QueryText.checked(parent.id, name: "\(parent.name) id", limit: 100)
        let parameters: QueryParameters = [
            "part": "snippet,contentDetails", "\(parent.name)Id": id,
            "maxResults": try QueryText.checked(pageSize: pageSize, limit: YouTubeSearchQuery.maximumPageSize),
            "prettyPrint": "false", "pageToken": cursor?.rawValue, "fields": fields.text,
        ]
        let response: Response<YouTubeListPage<Item>> = try await get(
            method,
            parameters,
            subject: "\(parent.name) '\(id)'"
        )
        var page = SearchPage(
            items: response.value.items,
            skipped: response.value.skipped,
            totalCount: response.value.totalResults,
            next: response.value.nextPageToken.map(PageCursor.init),
            provenance: response.provenance
        )
        page.deprecation = response.response.deprecation
        return page
    }
}
