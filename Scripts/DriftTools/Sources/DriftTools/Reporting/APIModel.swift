@testable import SeekModels

/// A kind of response, with the model that decodes it and the known differences.
struct APIModel: Sendable {
    let name: String
    let resource: Resource
    /// Decodes a response, and returns the skipped items of a page; empty for other responses.
    let decode: @Sendable (TapeDecoder) throws -> [SkippedItem]

    private init(
        _ name: String,
        _ resource: Resource,
        decode: @escaping @Sendable (TapeDecoder) throws -> [SkippedItem]
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
    /// Returns the model for the value at an entry of the tape (the parsed document), recognized by the value's
    /// members; nil if Seek does not decode the value.
    static func of(_ tape: JSONTape, at index: Int) -> APIModel? {
        switch tape[index].kind {
        case .array: ofList(tape, at: index)
        case .object: ofObject(tape, at: index)
        default: nil
        }
    }

    private static func ofObject(_ tape: JSONTape, at index: Int) -> APIModel? {
        func has(_ names: String...) -> Bool { names.allSatisfy { tape.member($0, ofObjectAt: index) != nil } }
        if let kind = tape.member("kind", ofObjectAt: index), tape[kind].kind == .string,
            let model = youTubeModelsByKind[tape.string(at: kind) ?? ""]
        {
            return model
        }
        if has("error") { return .youTubeError }
        if let items = tape.member("items", ofObjectAt: index), tape[items].kind == .array {
            return ofItems(tape, at: items, isGitHub: has("total_count"))
        }
        if has("message"), !has("sha") { return .gitHubError }
        if has("html_url", "number", "title") { return .gitHubIssue }
        if has("html_url", "full_name") { return .gitHubRepository }
        return nil
    }

    private static let youTubeModelsByKind: [String: APIModel] = [
        "youtube#searchListResponse": .youTubeSearch, "youtube#videoListResponse": .youTubeVideos,
        "youtube#channelListResponse": .youTubeChannels, "youtube#playlistListResponse": .youTubePlaylists,
        "youtube#playlistItemListResponse": .youTubePlaylistItems,
        "youtube#videoCategoryListResponse": .youTubeVideoCategories,
    ]

    private static func ofList(_ tape: JSONTape, at index: Int) -> APIModel? {
        guard tape[index].count > 0, tape[index + 1].kind == .object else { return nil }
        func has(_ names: String...) -> Bool { names.allSatisfy { tape.member($0, ofObjectAt: index + 1) != nil } }
        if has("full_name") { return .gitHubRepositoryList }
        if has("number", "title") { return .gitHubIssueList }
        return has("login") ? .gitHubUserList : nil
    }

    private static func ofItems(_ tape: JSONTape, at index: Int, isGitHub: Bool) -> APIModel? {
        guard tape[index].count > 0, tape[index + 1].kind == .object else {
            return isGitHub ? .gitHubRepositories : .youTubeSearch
        }
        func member(_ name: String) -> Int? { tape.member(name, ofObjectAt: index + 1) }
        guard isGitHub else {
            // A response to a request with the parameter `fields` may lack `kind`.
            return member("id").map { tape[$0].kind } == .object ? .youTubeSearch : .youTubeVideos
        }
        if member("commit") != nil { return .gitHubCommits }
        if member("path") != nil { return .gitHubCode }
        if member("number") != nil { return .gitHubIssues }
        if member("login") != nil { return .gitHubUsers }
        if member("color") != nil { return .gitHubLabels }
        return member("featured") != nil ? .gitHubTopics : .gitHubRepositories
    }
}
