import SeekModels

/// A kind of resource in responses. Its differences are explained once, wherever it occurs.
enum Resource {
    case searchItem, video, channel, playlist, playlistItem, category, thumbnail, youTubeError
    case repository, issue, user, code, commit, topic, label, account, textMatch, gitHubError
    /// A page of YouTube's API.
    indirect case youTubePage(of: Resource)
    /// A page of GitHub's API: the object of a search or the array of a list.
    indirect case gitHubPage(of: Resource)

    /// Returns the resource that a model decodes.
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

    /// The resources within this one, by path. `*` matches any name, because thumbnails are a dictionary.
    var parts: [(path: String, resource: Resource)] {
        switch self {
        case .youTubePage(let item): [("items[]", item)]
        case .gitHubPage(let item): [("items[]", item), ("[]", item)]
        case .searchItem, .video, .channel, .playlist, .playlistItem: [("snippet.thumbnails.*", .thumbnail)]
        case .repository: [("owner", .account), ("text_matches[]", .textMatch)]
        case .issue:
            [
                ("user", .account), ("assignees[]", .account), ("labels[]", .label), ("text_matches[]", .textMatch),
            ]
        case .code: [("repository", .repository), ("text_matches[]", .textMatch)]
        case .commit: [("author", .account), ("text_matches[]", .textMatch)]
        case .user, .topic, .label: [("text_matches[]", .textMatch)]
        case .category, .thumbnail, .account, .textMatch, .youTubeError, .gitHubError: []
        }
    }

    /// The known differences in this kind of resource.
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
