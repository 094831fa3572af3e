/// The JSON of YouTube's resources.
enum YouTubeJSON {
    /// Returns an item of search.list. Its strings contain HTML entities, and its description is truncated.
    static func searchItem(_ resource: YouTubeResource, parts: Set<String>) -> JSONText {
        let name = "\(resource.kind.rawValue)Id"
        var members: [JSONText.Member] = [
            .init(
                name: "id",
                value: .object([
                    .init(name: "kind", value: .string("youtube#\(resource.kind.rawValue)")),
                    .init(name: name, value: .string(resource.id)),
                ])
            )
        ]
        if parts.contains("snippet") {
            let snippet: JSONText = [
                "publishedAt": .string(resource.publishedAt),
                "channelId": .string(resource.channelID),
                "title": .string(escaped(resource.title)),
                "description": .string(escaped(excerpt(resource.description))),
                "thumbnails": thumbnails(resource.thumbnails),
                "channelTitle": .string(escaped(resource.channelTitle)),
                "liveBroadcastContent": .string(resource.liveBroadcastContent),
                "publishTime": .string(resource.publishedAt),
            ]
            members.append(.init(name: "snippet", value: snippet))
        }
        return tagged("youtube#searchResult", members)
    }

    /// Returns an item of videos.list. Its strings are plain and complete.
    static func video(_ resource: YouTubeResource, parts: Set<String>) -> JSONText {
        var members: [JSONText.Member] = [.init(name: "id", value: .string(resource.id))]
        guard let video = resource.video else { return tagged("youtube#video", members) }
        if parts.contains("snippet") { members.append(.init(name: "snippet", value: snippet(video, resource))) }
        if parts.contains("contentDetails") {
            let details = video.contentDetails
            members.append(
                .init(
                    name: "contentDetails",
                    value: [
                        "duration": .string(details.duration), "dimension": .string(details.dimension),
                        "definition": .string(details.definition), "caption": .string(details.caption),
                        "licensedContent": .bool(details.licensedContent), "projection": "rectangular",
                    ]
                )
            )
        }
        if parts.contains("status") {
            members.append(
                .init(
                    name: "status",
                    value: [
                        "uploadStatus": "processed", "privacyStatus": .string(video.status.privacyStatus),
                        "license": .string(video.status.license), "embeddable": .bool(video.status.embeddable),
                    ]
                )
            )
        }
        if parts.contains("statistics") {
            var counts = counts(video)
            counts.insert(("favoriteCount", "0"), at: 2)
            members.append(.init(name: "statistics", value: present(counts)))
        }
        if parts.contains("liveStreamingDetails"), let live = video.liveStreamingDetails {
            members.append(
                .init(
                    name: "liveStreamingDetails",
                    value: present([
                        ("actualStartTime", live.actualStartTime), ("actualEndTime", live.actualEndTime),
                        ("scheduledStartTime", live.scheduledStartTime), ("concurrentViewers", live.concurrentViewers),
                    ])
                )
            )
        }
        return tagged("youtube#video", members)
    }

    /// Returns an item of videos.batchGetStats, whose parts have fewer members than those of videos.list.
    static func videoStatistics(_ resource: YouTubeResource, parts: Set<String>) -> JSONText {
        var members: [JSONText.Member] = [.init(name: "id", value: .string(resource.id))]
        if parts.contains("snippet") {
            members.append(.init(name: "snippet", value: ["publishTime": .string(resource.publishedAt)]))
        }
        if let video = resource.video, parts.contains("statistics") {
            members.append(.init(name: "statistics", value: present(counts(video))))
        }
        if let video = resource.video, parts.contains("contentDetails") {
            members.append(.init(name: "contentDetails", value: ["duration": .string(video.contentDetails.duration)]))
        }
        return tagged("youtube#videoStats", members)
    }

    private static func counts(_ video: VideoRecord) -> [(String, String?)] {
        [
            ("viewCount", video.statistics.viewCount), ("likeCount", video.statistics.likeCount),
            ("commentCount", video.statistics.commentCount),
        ]
    }

    /// Returns an object of the members that have a value.
    private static func present(_ members: [(String, String?)]) -> JSONText {
        .object(members.compactMap { name, text in text.map { JSONText.Member(name: name, value: .string($0)) } })
    }

    private static func snippet(_ video: VideoRecord, _ resource: YouTubeResource) -> JSONText {
        var members: [JSONText.Member] = [
            .init(name: "publishedAt", value: .string(resource.publishedAt)),
            .init(name: "channelId", value: .string(resource.channelID)),
            .init(name: "title", value: .string(resource.title)),
            .init(name: "description", value: .string(resource.description)),
            .init(name: "thumbnails", value: thumbnails(resource.thumbnails)),
            .init(name: "channelTitle", value: .string(resource.channelTitle)),
            .init(name: "categoryId", value: .string(video.snippet.categoryId)),
            .init(name: "liveBroadcastContent", value: .string(resource.liveBroadcastContent)),
        ]
        if let language = video.snippet.defaultAudioLanguage {
            members.append(.init(name: "defaultAudioLanguage", value: .string(language)))
        }
        return .object(members)
    }

    /// Returns the ETag of a list, which changes with the ETags of its items.
    static func etag(_ items: [JSONText]) -> JSONText {
        .string(EntityTag.digest(of: items.compactMap { $0["etag"].string }.joined(separator: " ")))
    }

    private static func tagged(_ kind: String, _ members: [JSONText.Member]) -> JSONText {
        let tag = EntityTag.digest(of: JSONText.object(members).text(pretty: false))
        return .object([.init(name: "kind", value: .string(kind)), .init(name: "etag", value: .string(tag))] + members)
    }

    private static func thumbnails(_ records: [String: ThumbnailRecord]) -> JSONText {
        let sizes = ["default", "medium", "high", "standard", "maxres", "fhd", "qhd", "uhd"]
        let names = sizes.filter { records[$0] != nil } + records.keys.filter { !sizes.contains($0) }.sorted()
        return .object(
            names.map { name in
                var members: [JSONText.Member] = []
                if let record = records[name] {
                    members.append(.init(name: "url", value: .string(record.url)))
                    if let width = record.width { members.append(.init(name: "width", value: .integer(width))) }
                    if let height = record.height { members.append(.init(name: "height", value: .integer(height))) }
                }
                return .init(name: name, value: .object(members))
            }
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

    /// Returns the description on one line. If it has more than 160 characters, it is truncated after a word within
    /// the first 150, and an ellipsis is appended.
    static func excerpt(_ description: String) -> String {
        let line = String(description.map { $0.isNewline ? " " : $0 })
        guard line.count > 160 else { return line }
        let start = line.prefix(150)
        let cut = start.lastIndex(of: " ") ?? start.endIndex
        return start[..<cut] + " ..."
    }
}
