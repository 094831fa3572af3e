import SeekBasics
import SeekNetworking

enum YouTubeSamples {
    static func response(to method: YouTubeMethod, _ parameters: QueryParameters) -> HTTPResponse {
        let ids = parameters.value(of: "id").map { $0.split(separator: ",").map(String.init) }
        switch method {
        case .search:
            return page(of: searchResults(type: parameters.value(of: "type")), parameters)
        case .videos, .statistics:
            let parts = (parameters.value(of: "part") ?? "").split(separator: ",")
            let videos = items(ids, from: SampleVideo.all, \.id, \.json).map { $0.withParts(parts) }
            return list(method == .videos ? videos : videos.map(statistics))
        case .channels:
            var channels = items(ids, from: SampleChannel.all, \.id, \.json)
            if let handle = parameters.value(of: "forHandle") {
                channels = [SampleChannel.all[0].json]
                channels[0]["snippet"]["customUrl"] = .string(handle)
            }
            return list(channels)
        case .playlists:
            let playlists = items(ids, from: SamplePlaylist.all, \.id, \.json)
            guard let channel = parameters.value(of: "channelId") else { return list(playlists) }
            return page(of: playlists.map { $0.settingInSnippet("channelId", to: channel) }, parameters)
        case .playlistItems:
            let playlist = parameters.value(of: "playlistId") ?? SamplePlaylist.all[0].id
            let entries = SampleVideo.all.enumerated().map { position, video in
                video.playlistItem(of: playlist, at: position)
            }
            return page(of: entries, parameters)
        case .videoCategories:
            return list(categories)
        }
    }

    /// Returns a video as videos.batchGetStats returns it, with fewer members in its parts.
    private static func statistics(_ video: JSONValue) -> JSONValue {
        var video = video
        video["snippet"] = ["publishTime": video["snippet"]["publishedAt"]]
        video["contentDetails"] = ["duration": video["contentDetails"]["duration"]]
        return video
    }

    private static func list(_ items: [JSONValue]) -> HTTPResponse {
        HTTPResponse(sample: ["items": .array(items)])
    }

    private static func page(of items: [JSONValue], _ parameters: QueryParameters) -> HTTPResponse {
        let page = SamplePage(
            of: items,
            number: parameters.value(of: "pageToken"),
            size: parameters.value(of: "maxResults")
        )
        var body: JSONValue = [
            "items": .array(page.items),
            "pageInfo": [
                "totalResults": .number(Double(page.total)), "resultsPerPage": .number(Double(page.items.count)),
            ],
        ]
        if let next = page.next { body["nextPageToken"] = .string(String(next)) }
        return HTTPResponse(sample: body)
    }

    /// Returns the items with the given ids, in their order, or all items if no ids are given. For an unknown id,
    /// one of the samples is returned with that id.
    private static func items<Sample>(
        _ ids: [String]?,
        from samples: [Sample],
        _ id: KeyPath<Sample, String>,
        _ json: KeyPath<Sample, JSONValue>
    ) -> [JSONValue] {
        guard let ids else { return samples.map { $0[keyPath: json] } }
        return ids.enumerated().map { position, requested in
            let sample = samples.first { $0[keyPath: id] == requested } ?? samples[position % samples.count]
            var item = sample[keyPath: json]
            item["id"] = .string(requested)
            return item
        }
    }

    /// Returns search results of the given types, which are separated by commas; nil is all.
    private static func searchResults(type: String?) -> [JSONValue] {
        let types = type.map { $0.split(separator: ",") } ?? ["video", "channel", "playlist"]
        var results: [JSONValue] = []
        if types.contains("channel") { results += SampleChannel.all.map(\.searchResult) }
        if types.contains("video") { results += SampleVideo.all.map(\.searchResult) }
        if types.contains("playlist") { results += SamplePlaylist.all.map(\.searchResult) }
        return results
    }

    private static let categories: [JSONValue] = [
        ["id": "1", "snippet": ["title": "Film & Animation", "assignable": true]],
        ["id": "10", "snippet": ["title": "Music", "assignable": true]],
        ["id": "19", "snippet": ["title": "Travel & Events", "assignable": true]],
        ["id": "27", "snippet": ["title": "Education", "assignable": true]],
        ["id": "30", "snippet": ["title": "Movies", "assignable": false]],
    ]
}

extension JSONValue {
    fileprivate func withParts(_ parts: [Substring]) -> JSONValue {
        .object((object ?? [:]).filter { name, _ in name == "id" || parts.contains { $0 == name } })
    }

    fileprivate func settingInSnippet(_ name: String, to text: String) -> JSONValue {
        var item = self
        item["snippet"][name] = .string(text)
        return item
    }

    /// Returns a search result: strings are HTML-escaped, as in the API's responses.
    fileprivate static func searchResult(id: JSONValue, snippet: JSONValue) -> JSONValue {
        var snippet = snippet
        for name in ["title", "description", "channelTitle"] {
            if let text = snippet[name].string { snippet[name] = .string(text.replacing("&", with: "&amp;")) }
        }
        return ["id": id, "snippet": snippet]
    }
}

extension SampleVideo {
    fileprivate var snippet: JSONValue {
        var snippet = channel.snippet(title, description, publishedAt: publishedAt, thumbnailsOf: id)
        if isLive { snippet["liveBroadcastContent"] = "live" }
        return snippet
    }

    fileprivate var searchResult: JSONValue { .searchResult(id: ["videoId": .string(id)], snippet: snippet) }

    /// The video with all its parts, in the format of videos.list.
    fileprivate var json: JSONValue {
        var video: JSONValue = [
            "id": .string(id), "snippet": snippet,
            "contentDetails": ["duration": .string(duration), "definition": "hd", "caption": "false"],
            "statistics": ["viewCount": .string(String(viewCount)), "commentCount": .string(String(viewCount / 400))],
            "status": ["privacyStatus": "public", "embeddable": true, "license": "youtube"],
        ]
        video["snippet"]["categoryId"] = "27"
        video["snippet"]["tags"] = ["sample"]
        if hasLikes { video["statistics"]["likeCount"] = .string(String(viewCount / 30)) }
        if isLive {
            video["liveStreamingDetails"] = ["actualStartTime": .string(publishedAt), "concurrentViewers": "64"]
        }
        return video
    }

    fileprivate func playlistItem(of playlist: String, at position: Int) -> JSONValue {
        var item: JSONValue = ["id": .string("\(playlist).\(id)"), "snippet": snippet]
        item["snippet"]["playlistId"] = .string(playlist)
        item["snippet"]["position"] = .number(Double(position))
        item["snippet"]["resourceId"] = ["kind": "youtube#video", "videoId": .string(id)]
        item["snippet"]["videoOwnerChannelId"] = .string(channel.id)
        item["snippet"]["videoOwnerChannelTitle"] = .string(channel.title)
        return item
    }
}

extension SampleChannel {
    /// Returns the snippet of the channel, or of one of its videos or playlists.
    fileprivate func snippet(
        _ title: String,
        _ description: String,
        publishedAt: String,
        thumbnailsOf video: String
    ) -> JSONValue {
        let folder = "https://i.ytimg.com/vi/\(video)"
        return [
            "title": .string(title), "description": .string(description), "channelId": .string(id),
            "channelTitle": .string(self.title), "publishedAt": .string(publishedAt), "liveBroadcastContent": "none",
            "thumbnails": [
                "default": ["url": .string("\(folder)/default.jpg"), "width": 120, "height": 90],
                "medium": ["url": .string("\(folder)/mqdefault.jpg"), "width": 320, "height": 180],
                "high": ["url": .string("\(folder)/hqdefault.jpg"), "width": 480, "height": 360],
            ],
        ]
    }

    fileprivate var snippet: JSONValue {
        let video = SampleVideo.all[0].id
        return snippet(title, description, publishedAt: "2016-04-01T09:00:00Z", thumbnailsOf: video)
    }

    fileprivate var searchResult: JSONValue { .searchResult(id: ["channelId": .string(id)], snippet: snippet) }

    fileprivate var json: JSONValue {
        var channel: JSONValue = [
            "id": .string(id), "snippet": snippet,
            "statistics": [
                "subscriberCount": .string(String(subscriberCount)), "hiddenSubscriberCount": false, "videoCount": "96",
                "viewCount": .string(String(subscriberCount * 40)),
            ],
            "contentDetails": ["relatedPlaylists": ["uploads": .string("UU\(id.dropFirst(2))")]],
        ]
        channel["snippet"]["customUrl"] = .string(handle)
        channel["snippet"]["country"] = "NZ"
        return channel
    }
}

extension SamplePlaylist {
    fileprivate var snippet: JSONValue {
        let video = SampleVideo.all[1].id
        return channel.snippet(title, description, publishedAt: "2025-11-30T18:00:00Z", thumbnailsOf: video)
    }

    fileprivate var searchResult: JSONValue { .searchResult(id: ["playlistId": .string(id)], snippet: snippet) }

    fileprivate var json: JSONValue {
        let count = Double(SampleVideo.all.count)
        return ["id": .string(id), "snippet": snippet, "contentDetails": ["itemCount": .number(count)]]
    }
}
