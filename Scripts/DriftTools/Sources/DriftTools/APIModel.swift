import SeekBasics
import SeekModels

/// A kind of response, with the model that decodes it and the known differences.
struct APIModel: Sendable {
    let name: String
    let resource: Resource
    /// Decodes a response, and returns the skipped items of a page; empty for other responses.
    let decode: @Sendable (any Decoder) throws -> [SkippedItem]

    private init(
        _ name: String,
        _ resource: Resource,
        decode: @escaping @Sendable (any Decoder) throws -> [SkippedItem]
    ) {
        self.name = name
        self.resource = resource
        self.decode = decode
    }

    /// Creates the model of a response that is not a page.
    private init<Model: Decodable>(_ name: String, _ resource: Resource, single: Model.Type) {
        self.init(name, resource) { decoder in
            _ = try Model(from: decoder)
            return []
        }
    }

    private static func youTubeList<Item: Decodable & Sendable>(
        _ name: String,
        of resource: Resource,
        _ item: Item.Type
    ) -> APIModel {
        APIModel(name, .youTubePage(of: resource)) { try YouTubeListPage<Item>(from: $0).skipped }
    }

    private static func gitHubSearch<Item: Decodable & Sendable>(
        _ name: String,
        of resource: Resource,
        _ item: Item.Type
    ) -> APIModel {
        APIModel(name, .gitHubPage(of: resource)) { try GitHubSearchPage<Item>(from: $0).skipped }
    }

    private static func gitHubList<Item: Decodable & Sendable>(
        _ name: String,
        of resource: Resource,
        _ item: Item.Type
    ) -> APIModel {
        APIModel(name, .gitHubPage(of: resource)) { try GitHubListPage<Item>(from: $0).skipped }
    }
}

extension APIModel {
    static let youTubeSearch = APIModel("youTubeSearch", .youTubePage(of: .searchItem)) {
        try YouTubeSearchPage(from: $0).skipped
    }
    static let youTubeVideos = youTubeList("youTubeVideos", of: .video, YouTubeVideo.self)
    static let youTubeChannels = youTubeList("youTubeChannels", of: .channel, YouTubeChannel.self)
    static let youTubePlaylists = youTubeList("youTubePlaylists", of: .playlist, YouTubePlaylist.self)
    static let youTubePlaylistItems = youTubeList("youTubePlaylistItems", of: .playlistItem, YouTubePlaylistItem.self)
    static let youTubeVideoCategories = youTubeList("youTubeVideoCategories", of: .category, YouTubeVideoCategory.self)
    static let youTubeError = APIModel("youTubeError", .youTubeError, single: YouTubeErrorEnvelope.self)

    static let gitHubRepositories = gitHubSearch("gitHubRepositories", of: .repository, GitHubRepository.self)
    static let gitHubIssues = gitHubSearch("gitHubIssues", of: .issue, GitHubIssue.self)
    static let gitHubUsers = gitHubSearch("gitHubUsers", of: .user, GitHubUser.self)
    static let gitHubCode = gitHubSearch("gitHubCode", of: .code, GitHubCode.self)
    static let gitHubCommits = gitHubSearch("gitHubCommits", of: .commit, GitHubCommit.self)
    static let gitHubTopics = gitHubSearch("gitHubTopics", of: .topic, GitHubTopic.self)
    static let gitHubLabels = gitHubSearch("gitHubLabels", of: .label, GitHubLabel.self)
    static let gitHubRepositoryList = gitHubList("gitHubRepositoryList", of: .repository, GitHubRepository.self)
    static let gitHubIssueList = gitHubList("gitHubIssueList", of: .issue, GitHubIssue.self)
    static let gitHubUserList = gitHubList("gitHubUserList", of: .user, GitHubUser.self)
    static let gitHubRepository = APIModel("gitHubRepository", .repository, single: GitHubRepository.self)
    static let gitHubIssue = APIModel("gitHubIssue", .issue, single: GitHubIssue.self)
    static let gitHubError = APIModel("gitHubError", .gitHubError, single: GitHubErrorEnvelope.self)
}

extension APIModel {
    /// Returns the model of a response, recognized by its members; nil if Seek does not decode the response.
    static func of(_ response: JSONValue) -> APIModel? {
        switch response {
        case .array(let elements): elements.first.flatMap(ofList)
        case .object: ofObject(response)
        default: nil
        }
    }

    private static func ofObject(_ response: JSONValue) -> APIModel? {
        func has(_ names: String...) -> Bool { names.allSatisfy { response.object?[$0] != nil } }
        if let model = response["kind"].string.flatMap({ youTubeModelsByKind[$0] }) { return model }
        if has("error") { return .youTubeError }
        if let items = response["items"].array { return ofItems(items.first ?? .null, isGitHub: has("total_count")) }
        if has("message"), !has("sha") { return .gitHubError }
        if has("html_url", "number", "title") { return .gitHubIssue }
        return has("html_url", "full_name") ? .gitHubRepository : nil
    }

    private static let youTubeModelsByKind: [String: APIModel] = [
        "youtube#searchListResponse": .youTubeSearch, "youtube#videoListResponse": .youTubeVideos,
        "youtube#channelListResponse": .youTubeChannels, "youtube#playlistListResponse": .youTubePlaylists,
        "youtube#playlistItemListResponse": .youTubePlaylistItems,
        "youtube#videoCategoryListResponse": .youTubeVideoCategories,
    ]

    private static func ofList(_ first: JSONValue) -> APIModel? {
        func has(_ name: String) -> Bool { first.object?[name] != nil }
        if has("full_name") { return .gitHubRepositoryList }
        if has("number"), has("title") { return .gitHubIssueList }
        return has("login") ? .gitHubUserList : nil
    }

    private static func ofItems(_ first: JSONValue, isGitHub: Bool) -> APIModel {
        func has(_ name: String) -> Bool { first.object?[name] != nil }
        guard isGitHub else {
            // A response to a request with the parameter `fields` may lack `kind`.
            return first.object == nil || first["id"].object != nil ? .youTubeSearch : .youTubeVideos
        }
        if has("commit") { return .gitHubCommits }
        if has("path") { return .gitHubCode }
        if has("number") { return .gitHubIssues }
        if has("login") { return .gitHubUsers }
        if has("color") { return .gitHubLabels }
        return has("featured") ? .gitHubTopics : .gitHubRepositories
    }
}
