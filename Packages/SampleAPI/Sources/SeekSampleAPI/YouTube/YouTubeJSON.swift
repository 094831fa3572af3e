import SeekBasics

/// Encodes the resources of the sample API as YouTube's API returns them.
struct YouTubeJSON: Sendable {
    /// The origin of the server, for the URLs of images.
    var origin: String

    /// Returns an item of search.list. Its strings are escaped for HTML, and a long description is truncated.
    func searchItem(_ resource: YouTubeResource, parts: Set<String>) -> JSONValue {
        let kind = resource.kind.rawValue
        let snippet: JSONValue = [
            "publishedAt": .string(resource.snippet.publishedAt),
            "channelId": .string(resource.channelID),
            "title": .string(Self.escaped(resource.snippet.title)),
            "description": .string(Self.escaped(Self.excerpt(resource.snippet.description))),
            "thumbnails": thumbnails(resource.snippet.thumbnails),
            "channelTitle": .string(Self.escaped(resource.channelTitle)),
            "liveBroadcastContent": .string(resource.snippet.liveBroadcastContent ?? "none"),
            "publishTime": .string(resource.snippet.publishedAt),
        ]
        let id: JSONValue = ["kind": "youtube#\(kind)", "\(kind)Id": .string(resource.id)]
        return item("youtube#searchResult", id: id, [("snippet", snippet)], requested: parts)
    }

    /// Returns an item of videos.list. Its strings are neither escaped nor truncated.
    func video(_ resource: YouTubeResource, parts: Set<String>) -> JSONValue {
        guard let video = resource.video else { return .null }
        let details: JSONValue = [
            "duration": .string(video.contentDetails.duration),
            "dimension": .string(video.contentDetails.dimension),
            "definition": .string(video.contentDetails.definition),
            "caption": .string(video.contentDetails.caption),
            "licensedContent": .bool(video.contentDetails.licensedContent),
            "projection": "rectangular",
        ]
        let status: JSONValue = [
            "uploadStatus": "processed",
            "privacyStatus": .string(video.status.privacyStatus),
            "license": .string(video.status.license),
            "embeddable": .bool(video.status.embeddable),
        ]
        let statistics: JSONValue = [
            "viewCount": .string(video.statistics.viewCount),
            "likeCount": .optional(video.statistics.likeCount),
            "favoriteCount": "0",
            "commentCount": .optional(video.statistics.commentCount),
        ]
        let live = video.liveStreamingDetails.map { live -> JSONValue in
            [
                "actualStartTime": .optional(live.actualStartTime),
                "actualEndTime": .optional(live.actualEndTime),
                "scheduledStartTime": .optional(live.scheduledStartTime),
                "concurrentViewers": .optional(live.concurrentViewers),
            ]
        }
        let availableParts: [JSONObject.Member] = [
            ("snippet", videoSnippet(resource)), ("contentDetails", details), ("status", status),
            ("statistics", statistics.withoutNulls), ("liveStreamingDetails", live?.withoutNulls ?? .null),
        ]
        return item("youtube#video", id: .string(resource.id), availableParts, requested: parts)
    }

    /// Returns an item of channels.list.
    func channel(_ resource: YouTubeResource, parts: Set<String>) -> JSONValue {
        let snippet: JSONValue = [
            "title": .string(resource.snippet.title),
            "description": .string(resource.snippet.description),
            "customUrl": .string(resource.handle),
            "publishedAt": .string(resource.snippet.publishedAt),
            "thumbnails": thumbnails(resource.snippet.thumbnails),
        ]
        let availableParts: [JSONObject.Member] = [
            ("snippet", snippet),
            ("contentDetails", ["relatedPlaylists": ["likes": "", "uploads": .string(resource.uploadsPlaylistID)]]),
            ("statistics", ["videoCount": .string("\(resource.videoCount)")]),
        ]
        return item("youtube#channel", id: .string(resource.id), availableParts, requested: parts)
    }

    /// Returns an item of playlistItems.list.
    ///
    /// - Parameter video: The video; nil for a private one, whose ID alone is returned.
    func playlistItem(
        of playlist: YouTubePlaylistRecord,
        at position: Int,
        _ video: YouTubeResource?,
        parts: Set<String>
    ) -> JSONValue {
        let videoID = video?.id ?? YouTubePlaylistRecord.privateVideoID
        let snippet: JSONValue = [
            "publishedAt": .string(max(playlist.publishedAt, video?.snippet.publishedAt ?? "")),
            "channelId": .string(playlist.channelID),
            "title": .string(video?.snippet.title ?? "Private video"),
            "description": .string(video?.snippet.description ?? "This video is private."),
            "thumbnails": thumbnails(video?.snippet.thumbnails ?? [:]),
            "channelTitle": .string(playlist.channelTitle),
            "playlistId": .string(playlist.id),
            "position": .number(position),
            "resourceId": ["kind": "youtube#video", "videoId": .string(videoID)],
            "videoOwnerChannelTitle": .optional(video?.channelTitle),
            "videoOwnerChannelId": .optional(video?.channelID),
        ]
        let content: JSONValue = [
            "videoId": .string(videoID), "videoPublishedAt": .optional(video?.snippet.publishedAt),
        ]
        let availableParts: [JSONObject.Member] = [
            ("snippet", snippet.withoutNulls), ("contentDetails", content.withoutNulls),
        ]
        return item("youtube#playlistItem", id: "\(playlist.id).\(position)", availableParts, requested: parts)
    }

    /// Returns an item of videos.batchGetStats, whose parts have fewer members than those of videos.list.
    func videoStatistics(_ resource: YouTubeResource, parts: Set<String>) -> JSONValue {
        guard let video = resource.video else { return .null }
        let statistics: JSONValue = [
            "viewCount": .string(video.statistics.viewCount),
            "likeCount": .optional(video.statistics.likeCount),
            "commentCount": .optional(video.statistics.commentCount),
        ]
        let milliseconds = ISO8601Duration.parse(video.contentDetails.duration).map {
            "\($0.components.seconds * 1_000)"
        }
        let details: JSONValue = [
            "duration": .string(video.contentDetails.duration), "durationMillis": .optional(milliseconds),
        ]
        let availableParts: [JSONObject.Member] = [
            ("snippet", ["publishTime": .string(resource.snippet.publishedAt)]),
            ("statistics", statistics.withoutNulls),
            ("contentDetails", details),
        ]
        return item("youtube#videoStats", id: .string(resource.id), availableParts, requested: parts)
    }

    private func videoSnippet(_ resource: YouTubeResource) -> JSONValue {
        let snippet: JSONValue = [
            "publishedAt": .string(resource.snippet.publishedAt),
            "channelId": .string(resource.channelID),
            "title": .string(resource.snippet.title),
            "description": .string(resource.snippet.description),
            "thumbnails": thumbnails(resource.snippet.thumbnails),
            "channelTitle": .string(resource.channelTitle),
            "categoryId": .optional(resource.snippet.categoryId),
            "liveBroadcastContent": .optional(resource.snippet.liveBroadcastContent),
            "defaultAudioLanguage": .optional(resource.snippet.defaultAudioLanguage),
        ]
        return snippet.withoutNulls
    }

    static func etag(_ items: [JSONValue]) -> JSONValue {
        .string(EntityTag.digest(of: JSONValue.array(items).text()))
    }

    /// Returns an item with its ETag. Omits parts that are null or were not requested.
    private func item(
        _ kind: String,
        id: JSONValue,
        _ parts: [JSONObject.Member],
        requested: Set<String>
    ) -> JSONValue {
        let requestedParts = parts.filter { requested.contains($0.name) && !$0.value.isNull }
        let content = JSONValue.object(JSONObject([("id", id)] + requestedParts.map { ($0.name, $0.value) }))
        let tag = EntityTag.digest(of: content.text())
        return (["kind": .string(kind), "etag": .string(tag)] as JSONValue).adding(content)
    }

    private func thumbnails(_ records: [String: ThumbnailRecord]) -> JSONValue {
        let sizes = ["default", "medium", "high", "standard", "maxres", "fhd", "qhd", "uhd"]
        let otherNames = records.keys.filter { !sizes.contains($0) }.sorted()
        return .object(
            JSONObject(
                (sizes + otherNames).compactMap { name in
                    guard let record = records[name] else { return nil }
                    let thumbnail: JSONValue = [
                        "url": SampleImages.url(record.url, origin: origin), "width": .optional(record.width),
                        "height": .optional(record.height),
                    ]
                    return (name, thumbnail.withoutNulls)
                }
            )
        )
    }

    /// Escapes the special characters of HTML as YouTube does.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    /// Returns the description with its line breaks replaced by spaces. If it has more than 160 characters, it is
    /// cut at the last space of the first 150 (after all 150 if there is none), and ` ...` is appended.
    static func excerpt(_ description: String) -> String {
        let line = String(description.map { $0.isNewline ? " " : $0 })
        guard line.count > 160 else { return line }
        let start = line.prefix(150)
        let cut = start.lastIndex(of: " ") ?? start.endIndex
        return start[..<cut] + " ..."
    }
}

/// The `fields` parameter of Google's APIs: the requested members of a response, such as
/// `items(id,snippet/title),nextPageToken`. An empty selector selects everything. The text after an unmatched `)` is
/// ignored.
struct FieldSelector: Sendable {
    private indirect enum Node: Sendable {
        case all
        case members([(name: String, node: Node)])
    }

    private let root: Node

    init(_ text: String) {
        var rest = Array(text.filter { !$0.isWhitespace })[...]
        root = Self.parseList(&rest)
    }

    func select(from value: JSONValue) -> JSONValue { Self.select(value, root) }

    private static func parseList(_ rest: inout ArraySlice<Character>) -> Node {
        var members: [(name: String, node: Node)] = []
        while let first = rest.first, first != ")" {
            if first == "," { rest = rest.dropFirst() } else { members.append(parsePath(&rest)) }
        }
        rest = rest.dropFirst()
        return members.isEmpty ? .all : .members(members)
    }

    private static func parsePath(_ rest: inout ArraySlice<Character>) -> (name: String, node: Node) {
        let name = rest.prefix { !",/()".contains($0) }
        rest = rest.dropFirst(name.count)
        switch rest.first {
        case "/":
            rest = rest.dropFirst()
            return (String(name), .members([parsePath(&rest)]))
        case "(":
            rest = rest.dropFirst()
            return (String(name), parseList(&rest))
        default:
            return (String(name), .all)
        }
    }

    private static func select(_ value: JSONValue, _ node: Node) -> JSONValue {
        guard case .members(let selected) = node else { return value }
        switch value {
        case .array(let elements):
            return .array(elements.map { select($0, node) })
        case .object(let members):
            return .object(
                JSONObject(
                    members.compactMap { member in
                        let nodes = selected.filter { $0.name == member.name || $0.name == "*" }.map(\.node)
                        guard let first = nodes.first else { return nil }
                        let merged = nodes.dropFirst().reduce(first, merge)
                        return (member.name, select(member.value, merged))
                    }
                )
            )
        default: return value
        }
    }

    private static func merge(_ left: Node, _ right: Node) -> Node {
        guard case .members(let first) = left, case .members(let second) = right else { return .all }
        return .members(first + second)
    }
}
