@testable import SeekModels

/// A kind of response, and the model that decodes it.
enum APIModel: String, Sendable, Hashable, CaseIterable {
    /// YouTube's search.list.
    case youTubeSearch
    /// YouTube's videos.list.
    case youTubeVideos
    /// YouTube's channels.list.
    case youTubeChannels
    /// YouTube's playlists.list.
    case youTubePlaylists
    /// YouTube's playlistItems.list.
    case youTubePlaylistItems
    /// YouTube's videoCategories.list.
    case youTubeVideoCategories
    /// An error response of YouTube.
    case youTubeError
    /// GitHub's search for repositories.
    case gitHubRepositories
    /// GitHub's search for issues.
    case gitHubIssues
    /// GitHub's search for users.
    case gitHubUsers
    /// GitHub's search for code.
    case gitHubCode
    /// GitHub's search for commits.
    case gitHubCommits
    /// GitHub's search for topics.
    case gitHubTopics
    /// GitHub's search for labels.
    case gitHubLabels
    /// GitHub's list of repositories.
    case gitHubRepositoryList
    /// GitHub's list of issues.
    case gitHubIssueList
    /// GitHub's list of users.
    case gitHubUserList
    /// A single repository of GitHub.
    case gitHubRepository
    /// A single issue of GitHub.
    case gitHubIssue
    /// An error response of GitHub.
    case gitHubError

    /// Decodes a response, and returns the skipped items of a page; empty for other responses.
    func decode(_ decoder: TapeDecoder) throws -> [SkippedItem] {
        switch self {
        case .youTubeSearch: try YouTubeSearchPage(from: decoder).skipped
        case .youTubeVideos: try YouTubeListPage<YouTubeVideo>(from: decoder).skipped
        case .youTubeChannels: try YouTubeListPage<YouTubeChannel>(from: decoder).skipped
        case .youTubePlaylists: try YouTubeListPage<YouTubePlaylist>(from: decoder).skipped
        case .youTubePlaylistItems: try YouTubeListPage<YouTubePlaylistItem>(from: decoder).skipped
        case .youTubeVideoCategories: try YouTubeListPage<YouTubeVideoCategory>(from: decoder).skipped
        case .youTubeError: try none(YouTubeErrorEnvelope(from: decoder))
        case .gitHubRepositories: try GitHubSearchPage<GitHubRepository>(from: decoder).skipped
        case .gitHubIssues: try GitHubSearchPage<GitHubIssue>(from: decoder).skipped
        case .gitHubUsers: try GitHubSearchPage<GitHubUser>(from: decoder).skipped
        case .gitHubCode: try GitHubSearchPage<GitHubCode>(from: decoder).skipped
        case .gitHubCommits: try GitHubSearchPage<GitHubCommit>(from: decoder).skipped
        case .gitHubTopics: try GitHubSearchPage<GitHubTopic>(from: decoder).skipped
        case .gitHubLabels: try GitHubSearchPage<GitHubLabel>(from: decoder).skipped
        case .gitHubRepositoryList: try GitHubListPage<GitHubRepository>(from: decoder).skipped
        case .gitHubIssueList: try GitHubListPage<GitHubIssue>(from: decoder).skipped
        case .gitHubUserList: try GitHubListPage<GitHubUser>(from: decoder).skipped
        case .gitHubRepository: try none(GitHubRepository(from: decoder))
        case .gitHubIssue: try none(GitHubIssue(from: decoder))
        case .gitHubError: try none(GitHubErrorEnvelope(from: decoder))
        }
    }

    /// Returns no skipped items: only pages skip items.
    private func none(_ model: some Decodable) -> [SkippedItem] { [] }
}

extension APIModel {
    /// Returns the model for the value at an entry of the tape (the parsed document), recognized by the value's shape;
    /// nil if Seek does not decode the value.
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
            let model = youTube[tape.string(at: kind) ?? ""]
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

    private static let youTube: [String: APIModel] = [
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
