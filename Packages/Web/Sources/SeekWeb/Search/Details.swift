import Seek
import SeekBasics
import SeekNetworking

/// The details of a result, which search results do not contain.
struct ResultDetails: Sendable, Hashable {
    /// A number with its name: `views`, `likes`, `forks`.
    struct Statistic: Sendable, Hashable {
        var name: String
        var value: Int64
    }

    /// A property with its name: `license`, `definition`.
    struct Fact: Sendable, Hashable {
        var name: String
        var value: String
    }

    /// The result, with the complete description.
    var hit: SearchHit
    /// The topics of a repository or the tags of a video.
    var topics: [String] = []
    /// The numbers, the most important ones first.
    var statistics: [Statistic] = []
    var facts: [Fact] = []
    /// The units of YouTube's quota that were used; 0 if the details were stored, and for GitHub.
    var quotaCost = 0
}

/// The cost of loading details, which is shown before they are loaded.
struct DetailsCost: Sendable, Hashable {
    /// The service: `YouTube`, `GitHub`.
    var service: String
    /// The name of the quota or rate limit: `youtube.units`, `core`.
    var quota: String
    /// The calls or units that loading costs if the details are not stored.
    var cost = 1
    /// The calls or units left in the quota; nil if unknown.
    var remaining: Int64?
}

/// The parts of the ID of a result: `youtube:video:gQ_1zX-F_No`.
struct ResultID: Sendable, Hashable {
    let kind: SearchHit.Kind
    /// The ID that the service uses.
    let rawID: String

    /// Parses an ID; nil for a string that cannot be the ID of a result.
    init?(_ id: String) {
        let parts = id.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, !parts[2].isEmpty else { return nil }
        (kind, rawID) = (SearchHit.Kind(rawValue: parts[1]), parts[2])
        guard SearchParameters.allKinds.contains(kind), parts[0] == (kind.isOnYouTube ? "youtube" : "github") else {
            return nil
        }
        // Only the IDs of results with details are sent to a service.
        guard hasDetails else { return }
        let isValid = rawID.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): true
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"): kind.isOnYouTube
            case UInt8(ascii: "-"), UInt8(ascii: "_"): kind.isOnYouTube
            default: false
            }
        }
        guard isValid, rawID.utf8.count <= 100 else { return nil }
    }

    /// Whether results of the kind have details: videos, channels, playlists and repositories.
    var hasDetails: Bool { kind.isOnYouTube || kind == .repository }

    /// The URL of the result's web page on YouTube; nil for GitHub, where the URL does not follow from the ID.
    var url: URL? {
        YouTubeSearchItem.Kind(rawValue: kind.rawValue).flatMap { URL(string: $0.webAddress(ofID: rawID)) }
    }
}

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
            statistics: ["stars": starCount, "forks": forkCount, "open issues": openIssueCount],
            facts: [
                "language": language, "license": license, "archived": isArchived ? "yes" : nil,
                "fork": isFork ? "yes" : nil,
                "created": createdAt.map { UTCTime($0).date.description },
            ]
        )
    }
}
