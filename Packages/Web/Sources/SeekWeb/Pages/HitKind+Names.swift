import Seek

extension SearchHit.Kind {
    /// The kind in the plural, as a filter.
    var plural: String {
        switch self {
        case .video: "Videos"
        case .channel: "Channels"
        case .playlist: "Playlists"
        case .repository: "Repositories"
        case .issue: "Issues"
        case .pullRequest: "Pull requests"
        case .user: "Users"
        case .code: "Code"
        case .commit: "Commits"
        case .topic: "Topics"
        default: rawValue
        }
    }

    /// The kind in the singular, on a card.
    var singular: String {
        switch self {
        case .repository: "Repository"
        case .code: "File"
        default: plural.hasSuffix("s") ? String(plural.dropLast()) : plural
        }
    }

    /// What the date of a result means: `published`, `last push`.
    var dateName: String {
        switch self {
        case .video, .playlist: "published"
        case .channel: "created"
        case .repository: "last push"
        case .commit: "committed"
        default: "updated"
        }
    }

    var icon: Icon {
        switch self {
        case .video: .play
        case .pullRequest: .pullRequest
        default: Icon(rawValue: rawValue) ?? .search
        }
    }

    /// Whether the kind is found on YouTube, where searches count against a daily quota.
    var isOnYouTube: Bool { [.video, .channel, .playlist].contains(self) }
}
