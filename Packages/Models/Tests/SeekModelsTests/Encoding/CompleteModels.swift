import Foundation
import SeekModels
import Testing

/// Models with a value for every property.
enum CompleteModels {
    static func url(_ path: String) throws -> URL { try #require(URL(string: "https://example.com/\(path)")) }

    static let date = Date(timeIntervalSince1970: 1_763_602_215.25)

    static func thumbnails() throws -> [String: YouTubeThumbnail] {
        ["default": YouTubeThumbnail(url: try url("default.jpg"), width: 120, height: 90)]
    }

    static func textMatches() -> [GitHubTextMatch] {
        [GitHubTextMatch(property: "body", fragment: "Hello", occurrences: [.init(text: "ell", range: 1..<4)])]
    }

    static func account(_ login: String) throws -> GitHubAccount {
        GitHubAccount(login: login, url: try url(login), avatarURL: try url("\(login).png"), type: .organization)
    }

    static func searchItem(_ kind: YouTubeSearchItem.Kind = .video) throws -> YouTubeSearchItem {
        YouTubeSearchItem(
            id: "v",
            kind: kind,
            channelID: "c",
            title: "Tom & Jerry &amp; <b> \"あ\"",
            description: "&#39;",
            thumbnails: try thumbnails(),
            channelTitle: "C & A",
            publishedAt: date,
            liveState: .upcoming
        )
    }

    static func video() throws -> YouTubeVideo {
        var video = YouTubeVideo(id: "v")
        (video.title, video.description, video.channelID, video.channelTitle) = ("&amp;", "d", "c", "t")
        (video.publishedAt, video.thumbnails, video.tags) = (date, try thumbnails(), ["a", "b"])
        (video.categoryID, video.liveState, video.duration, video.definition) = ("1", .live, .seconds(3725), "hd")
        (video.hasCaptions, video.viewCount, video.likeCount, video.commentCount) = (true, .max, 0, 3)
        video.live = YouTubeLiveDetails(
            scheduledStart: date,
            actualStart: date + 1,
            actualEnd: date + 2,
            concurrentViewers: 4
        )
        (video.privacyStatus, video.isEmbeddable, video.license) = (.unlisted, false, "youtube")
        return video
    }

    static func channel() throws -> YouTubeChannel {
        var channel = YouTubeChannel(id: "c", title: "t")
        (channel.description, channel.handle, channel.publishedAt) = ("d", "@h", date)
        (channel.thumbnails, channel.country, channel.uploadsPlaylistID) = (try thumbnails(), "JP", "UU")
        (channel.subscriberCount, channel.videoCount, channel.viewCount) = (1, 2, 3)
        return channel
    }

    static func playlist() throws -> YouTubePlaylist {
        var playlist = YouTubePlaylist(id: "p", title: "t")
        (playlist.description, playlist.channelID, playlist.channelTitle) = ("d", "c", "ct")
        (playlist.publishedAt, playlist.thumbnails, playlist.itemCount) = (date, try thumbnails(), 5)
        return playlist
    }

    static func playlistItem() throws -> YouTubePlaylistItem {
        var item = YouTubePlaylistItem(id: "i", videoID: "v", title: "t")
        (item.description, item.playlistID, item.position, item.addedAt) = ("d", "p", 0, date)
        (item.publishedAt, item.thumbnails, item.channelID, item.channelTitle) = (date - 1, try thumbnails(), "c", "ct")
        return item
    }

    static func repository() throws -> GitHubRepository {
        var repository = GitHubRepository(id: .max, name: "r", url: try url("r"))
        (repository.starCount, repository.owner, repository.description) = (1, try account("o"), "d")
        (repository.language, repository.topics, repository.forkCount) = ("Swift", ["a"], 2)
        (repository.openIssueCount, repository.size, repository.homepage) = (3, 4, "https://r.example")
        (repository.isFork, repository.isArchived, repository.visibility) = (true, true, .internal)
        (repository.isDisabled, repository.defaultBranch) = (true, "main")
        (repository.hasIssues, repository.hasProjects, repository.hasWiki, repository.hasPages) = (
            true, false, true, false
        )
        (repository.license, repository.pushedAt, repository.createdAt) = ("MIT", date, date + 1)
        (repository.updatedAt, repository.textMatches, repository.fullName) = (date + 2, textMatches(), "p/r")
        return repository
    }

    static func issue() throws -> GitHubIssue {
        var issue = GitHubIssue(id: 1, number: 2, title: "t", url: try url("i"))
        (issue.state, issue.stateReason, issue.isPullRequest) = (.closed, .notPlanned, true)
        (issue.isDraft, issue.isLocked, issue.body) = (true, true, "b")
        (issue.author, issue.assignees, issue.labels) = (try account("a"), [try account("b")], [label()])
        (issue.milestone, issue.commentCount, issue.reactions) = ("1.0", 3, reactions())
        (issue.createdAt, issue.updatedAt, issue.closedAt) = (date, date + 1, date + 2)
        issue.mergedAt = date + 3
        (issue.type, issue.authorAssociation) = ("Bug", .member)
        issue.subIssues = GitHubSubIssues(total: 4, completed: 3)
        var dependencies = GitHubIssueDependencies()
        (dependencies.blockedBy, dependencies.blocking) = (1, 2)
        (dependencies.totalBlockedBy, dependencies.totalBlocking) = (3, 4)
        issue.dependencies = dependencies
        issue.fieldValues = [
            GitHubIssueFieldValue(id: 1, name: "Priority", dataType: "single_select", values: ["High"]),
            GitHubIssueFieldValue(id: 2, name: "Areas", dataType: "multi_select", values: ["a", "b"]),
            GitHubIssueFieldValue(id: 3),
        ]
        (issue.repository, issue.textMatches) = ("o/r", textMatches())
        return issue
    }

    static func label() -> GitHubLabel {
        var label = GitHubLabel(name: "good first issue", color: "7057ff")
        (label.description, label.isDefault, label.databaseID) = ("d", true, 9)
        label.textMatches = textMatches()
        return label
    }

    static func reactions() -> GitHubReactions {
        var reactions = GitHubReactions()
        (reactions.total, reactions.thumbsUp, reactions.thumbsDown, reactions.laugh) = (36, 1, 2, 3)
        (reactions.hooray, reactions.confused, reactions.heart) = (4, 5, 6)
        (reactions.rocket, reactions.eyes) = (7, 8)
        return reactions
    }

    static func user() throws -> GitHubUser {
        var user = GitHubUser(id: 1, login: "o", url: try url("o"))
        (user.type, user.avatarURL, user.name) = (.bot, try url("o.png"), "O")
        user.textMatches = textMatches()
        return user
    }

    static func code() throws -> GitHubCode {
        var code = GitHubCode(name: "n", path: "p/n", url: try url("n"), repository: try repository())
        (code.sha, code.textMatches) = ("1", textMatches())
        return code
    }

    static func commit() throws -> GitHubCommit {
        var commit = GitHubCommit(sha: "1", url: try url("1"), message: "m")
        (commit.authorName, commit.author, commit.authoredAt) = ("A", try account("a"), date)
        (commit.committedAt, commit.repository, commit.textMatches) = (date + 1, "o/r", textMatches())
        return commit
    }

    static func topic() -> GitHubTopic {
        var topic = GitHubTopic(name: "n")
        (topic.displayName, topic.summary, topic.description, topic.createdBy) = ("N", "s", "d", "c")
        (topic.isFeatured, topic.isCurated) = (true, true)
        (topic.createdAt, topic.updatedAt, topic.textMatches) = (date, date + 1, textMatches())
        return topic
    }
}
