import SeekModels

/// A kind of object in responses. It is explained once, wherever it appears.
enum Resource {
    case searchItem, video, channel, playlist, playlistItem, category, thumbnail, youTubeError
    case repository, issue, user, code, commit, topic, label, account, textMatch, gitHubError
    /// An answer of YouTube's with a list of these.
    indirect case youTubePage(of: Resource)
    /// An answer of GitHub's with a list of these: a search's object, or a list's array.
    indirect case gitHubPage(of: Resource)

    /// What an answer that this model reads is.
    static func page(of model: APIModel) -> Resource {
        switch model {
        case .youTubeSearch: .youTubePage(of: .searchItem)
        case .youTubeVideos: .youTubePage(of: .video)
        case .youTubeChannels: .youTubePage(of: .channel)
        case .youTubePlaylists: .youTubePage(of: .playlist)
        case .youTubePlaylistItems: .youTubePage(of: .playlistItem)
        case .youTubeVideoCategories: .youTubePage(of: .category)
        case .youTubeError: .youTubeError
        case .gitHubRepositories, .gitHubRepositoryList: .gitHubPage(of: .repository)
        case .gitHubIssues, .gitHubIssueList: .gitHubPage(of: .issue)
        case .gitHubUsers, .gitHubUserList: .gitHubPage(of: .user)
        case .gitHubCode: .gitHubPage(of: .code)
        case .gitHubCommits: .gitHubPage(of: .commit)
        case .gitHubTopics: .gitHubPage(of: .topic)
        case .gitHubLabels: .gitHubPage(of: .label)
        case .gitHubRepository: .repository
        case .gitHubIssue: .issue
        case .gitHubError: .gitHubError
        }
    }

    /// Where things of another kind stand within it. `*` is any one name: pictures are an open dictionary.
    var parts: [(place: String, resource: Resource)] {
        switch self {
        case .youTubePage(let item): [("items[]", item)]
        case .gitHubPage(let item): [("items[]", item), ("[]", item)]
        case .searchItem, .video, .channel, .playlist, .playlistItem: [("snippet.thumbnails.*", .thumbnail)]
        case .repository: [("owner", .account), ("text_matches[]", .textMatch)]
        case .issue: [("user", .account), ("assignees[]", .account), ("text_matches[]", .textMatch)]
        case .code: [("repository", .repository), ("text_matches[]", .textMatch)]
        case .commit: [("author", .account), ("text_matches[]", .textMatch)]
        case .user, .topic, .label: [("text_matches[]", .textMatch)]
        case .category, .thumbnail, .account, .textMatch, .youTubeError, .gitHubError: []
        }
    }

    /// What is known of it.
    var rules: Explanations.Rules {
        switch self {
        case .youTubePage: Explanations.youTubePage
        case .searchItem: Explanations.searchItem
        case .video: Explanations.video
        case .channel: Explanations.channel
        case .playlist: Explanations.playlist
        case .playlistItem: Explanations.playlistItem
        case .category: Explanations.category
        case .thumbnail: Explanations.thumbnail
        case .youTubeError: Explanations.youTubeError
        case .gitHubPage: Explanations.gitHubPage
        case .repository: Explanations.repository
        case .issue: Explanations.issue
        case .user: Explanations.user
        case .code: Explanations.code
        case .commit: Explanations.commit
        case .topic: Explanations.topic
        case .label: Explanations.label
        case .account: Explanations.account
        case .textMatch: Explanations.textMatch
        case .gitHubError: Explanations.gitHubError
        }
    }
}
