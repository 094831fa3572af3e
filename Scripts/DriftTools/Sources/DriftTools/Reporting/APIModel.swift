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
}

extension APIModel {
    static let youTubeSearch = APIModel("youTubeSearch", .youTubePage(of: .searchItem)) {
        try YouTubeSearchPage(from: $0).skipped
    }
    static let youTubeVideos = APIModel("youTubeVideos", .youTubePage(of: .video)) {
        try YouTubeListPage<YouTubeVideo>(from: $0).skipped
    }
    static let youTubeChannels = APIModel("youTubeChannels", .youTubePage(of: .channel)) {
        try YouTubeListPage<YouTubeChannel>(from: $0).skipped
    }
    static let youTubePlaylists = APIModel("youTubePlaylists", .youTubePage(of: .playlist)) {
        try YouTubeListPage<YouTubePlaylist>(from: $0).skipped
    }
    static let youTubePlaylistItems = APIModel("youTubePlaylistItems", .youTubePage(of: .playlistItem)) {
        try YouTubeListPage<YouTubePlaylistItem>(from: $0).skipped
    }
    static let youTubeVideoCategories = APIModel("youTubeVideoCategories", .youTubePage(of: .category)) {
        try YouTubeListPage<YouTubeVideoCategory>(from: $0).skipped
    }
    static let youTubeError = APIModel("youTubeError", .youTubeError, single: YouTubeErrorEnvelope.self)

    static let gitHubRepositories = APIModel("gitHubRepositories", .gitHubPage(of: .repository)) {
        try GitHubSearchPage<GitHubRepository>(from: $0).skipped
    }
    static let gitHubIssues = APIModel("gitHubIssues", .gitHubPage(of: .issue)) {
        try GitHubSearchPage<GitHubIssue>(from: $0).skipped
    }
    static let gitHubUsers = APIModel("gitHubUsers", .gitHubPage(of: .user)) {
        try GitHubSearchPage<GitHubUser>(from: $0).skipped
    }
    static let gitHubCode = APIModel("gitHubCode", .gitHubPage(of: .code)) {
        try GitHubSearchPage<GitHubCode>(from: $0).skipped
    }
    static let gitHubCommits = APIModel("gitHubCommits", .gitHubPage(of: .commit)) {
        try GitHubSearchPage<GitHubCommit>(from: $0).skipped
    }
    static let gitHubTopics = APIModel("gitHubTopics", .gitHubPage(of: .topic)) {
        try GitHubSearchPage<GitHubTopic>(from: $0).skipped
    }
    static let gitHubLabels = APIModel("gitHubLabels", .gitHubPage(of: .label)) {
        try GitHubSearchPage<GitHubLabel>(from: $0).skipped
    }
    static let gitHubRepositoryList = APIModel("gitHubRepositoryList", .gitHubPage(of: .repository)) {
        try GitHubListPage<GitHubRepository>(from: $0).skipped
    }
    static let gitHubIssueList = APIModel("gitHubIssueList", .gitHubPage(of: .issue)) {
        try GitHubListPage<GitHubIssue>(from: $0).skipped
    }
    static let gitHubUserList = APIModel("gitHubUserList", .gitHubPage(of: .user)) {
        try GitHubListPage<GitHubUser>(from: $0).skipped
    }
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
