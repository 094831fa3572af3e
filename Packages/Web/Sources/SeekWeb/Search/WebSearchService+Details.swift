import Seek
import SeekBasics
import SeekNetworking

extension WebSearchService {
    /// Returns the cost of the details of a result, without sending a request; nil if there are no details.
    ///
    /// - Parameter id: The ID of the result: ``SearchHit/id``.
    func detailsCost(of id: String) async -> DetailsCost? {
        guard let id = ResultID(id), id.hasDetails else { return nil }
        if id.kind == .repository {
            let remaining = client.gitHub.rateLimits.limits["core"]?.remaining(at: now)
            return DetailsCost(service: "GitHub", quota: "core", remaining: remaining)
        }
        let name = configuration.client.youTubeUnitBucket.name
        let status = await client.youTube.quota().first { $0.bucket.name == name }
        return DetailsCost(service: "YouTube", quota: name, remaining: status.map { Int64($0.remaining) })
    }

    /// Returns the details of a video, a channel, a playlist or a repository.
    ///
    /// - Parameter id: The ID of the result: ``SearchHit/id``.
    /// - Throws: ``SearchError/noDetails`` if the ID is not that of a result with details, `SearchError.notFound` if
    ///   the result no longer exists, or the error of the request.
    func details(of id: String) async throws(SearchError) -> ResultDetails {
        guard let id = ResultID(id), id.hasDetails else { throw .noDetails }
        switch id.kind {
        case .channel: return try await details(in: client.youTube.channels([id.rawID])) { $0.details }
        case .playlist: return try await details(in: client.youTube.playlists([id.rawID])) { $0.details }
        case .repository:
            guard let number = Int64(id.rawID) else { throw .noDetails }
            guard let details = try await client.gitHub.repository(id: number).details else { throw .noDetails }
            return details
        default: return try await details(in: client.youTube.videos([id.rawID])) { $0.details }
        }
    }

    private func details<Item>(
        in lookup: YouTubeLookup<Item>,
        _ makeDetails: (Item) -> ResultDetails?
    ) throws(SearchError) -> ResultDetails {
        guard let item = lookup.items.first, var details = makeDetails(item) else {
            throw .notFound(.youTube, "such result; it may have been removed")
        }
        details.quotaCost = lookup.quotaCost
        return details
    }
}

extension SearchError {
    static let noDetails = Self.invalidQuery("only videos, channels, playlists and repositories have details")
}

extension ResultDetails {
    /// Creates the details of a result; nil without a result. Numbers and properties that are nil are omitted.
    fileprivate init?(
        _ hit: SearchHit?,
        topics: [String] = [],
        statistics: KeyValuePairs<String, Int64?>,
        facts: KeyValuePairs<String, String?> = [:]
    ) {
        guard let hit else { return nil }
        self.init(
            hit: hit,
            topics: topics,
            statistics: statistics.compactMap { name, value in value.map { Statistic(name: name, value: $0) } },
            facts: facts.compactMap { name, value in value.map { Fact(name: name, value: $0) } }
        )
    }
}

extension YouTubeVideo {
    fileprivate var details: ResultDetails? {
        ResultDetails(
            searchHit,
            topics: tags,
            statistics: [
                "views": viewCount, "likes": likeCount, "comments": commentCount,
                "viewers": live?.concurrentViewers,
            ],
            facts: [
                "definition": definition?.uppercased(),
                "captions": hasCaptions.map { $0 ? "yes" : "no" },
                "license": license,
            ]
        )
    }
}

extension YouTubeChannel {
    fileprivate var details: ResultDetails? {
        ResultDetails(
            searchHit,
            statistics: ["subscribers": subscriberCount, "videos": videoCount, "views": viewCount],
            facts: ["handle": handle, "country": country]
        )
    }
}

extension YouTubePlaylist {
    fileprivate var details: ResultDetails? { ResultDetails(searchHit, statistics: ["videos": itemCount]) }
}

extension GitHubRepository {
    fileprivate var details: ResultDetails? {
        ResultDetails(
            searchHit,
            topics: topics,
            statistics: ["stars": starCount, "forks": forkCount],
            facts: [
                "language": language, "license": license, "archived": isArchived ? "yes" : nil,
                "fork": isFork ? "yes" : nil,
                "created": createdAt.map { UTCTime($0).date.description },
            ]
        )
    }
}
