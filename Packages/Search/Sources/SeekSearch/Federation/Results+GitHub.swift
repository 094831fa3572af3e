import SeekBasics
public import SeekModels

extension SearchHit {
    fileprivate init(
        _ kind: Kind,
        id: some CustomStringConvertible,
        title: String,
        subtitle: String?,
        text: String?,
        url: URL?,
        date: Date? = nil,
        thumbnail: URL? = nil,
        author: Author? = nil,
        count: Count? = nil
    ) {
        self.init(
            id: "github:\(kind.rawValue):\(id)",
            kind: kind,
            source: "github",
            title: title,
            subtitle: subtitle,
            text: text ?? "",
            url: url,
            date: date,
            thumbnail: thumbnail
        )
        self.author = author
        self.count = count
    }
}

extension GitHubAccount {
    fileprivate var author: SearchHit.Author { .init(name: login, url: url, image: avatarURL) }
}

extension GitHubRepository: SearchHitConvertible {
    /// The repository as a hit. The subtitle is the language; the date is that of the last push or, if it is unknown,
    /// of the last update.
    public var searchHit: SearchHit? {
        SearchHit(
            .repository,
            id: id,
            title: fullName,
            subtitle: language,
            text: description,
            url: url,
            date: hitDate,
            author: owner?.author,
            count: starCount.map { .init($0, .stars) }
        )
    }

    /// The date of the last push or, if it is unknown, of the last update.
    var hitDate: Date? { pushedAt ?? updatedAt }

    /// The topics.
    public var searchWords: [String] { topics }
}

extension GitHubIssue: SearchHitConvertible {
    /// The issue or pull request as a hit. The subtitle is the repository and number; the date is that of the last
    /// update or, if it is unknown, of the creation.
    public var searchHit: SearchHit? {
        var hit = SearchHit(
            isPullRequest ? .pullRequest : .issue,
            id: id,
            title: title.isEmpty ? "#\(number)" : title,
            subtitle: "\(repository ?? "")#\(number)",
            text: body,
            url: url,
            date: updatedAt ?? createdAt,
            author: author?.author,
            count: commentCount.map { .init($0, .comments) }
        )
        hit.state = mergedAt != nil ? "merged" : state == .open && isDraft ? "draft" : state?.rawValue
        hit.labels = labels.map(\.name)
        return hit
    }

    /// The author, assignees, labels and milestone.
    public var searchWords: [String] {
        [author?.login, milestone].compactMap { $0 } + assignees.map(\.login) + labels.map(\.name)
    }
}

extension GitHubUser: SearchHitConvertible {
    /// The user or organization as a hit. The subtitle is the display name.
    public var searchHit: SearchHit? {
        SearchHit(.user, id: id, title: login, subtitle: name, text: nil, url: url, thumbnail: avatarURL)
    }
}

extension GitHubCode: SearchHitConvertible {
    /// The file as a hit. The subtitle is the repository, and the text is the matching fragments. The id does not
    /// depend on the commit if the repository is known.
    public var searchHit: SearchHit? {
        SearchHit(
            .code,
            id: repository.map { "\($0.id):\(path)" } ?? id,
            title: path,
            subtitle: repository?.fullName,
            text: textMatches.map(\.fragment).joined(separator: "\n"),
            url: url,
            author: repository?.owner?.author
        )
    }
}

extension GitHubCommit: SearchHitConvertible {
    /// The commit as a hit. The title is the first line of the message or, if the message is empty, the abbreviated
    /// hash; the text is the rest of the message, and the subtitle is the repository.
    public var searchHit: SearchHit? {
        let lines = message.split(maxSplits: 1, whereSeparator: \.isNewline)
        return SearchHit(
            .commit,
            id: id,
            title: lines.first.map(String.init) ?? String(sha.prefix(7)),
            subtitle: repository,
            text: lines.dropFirst().first.map { String($0.drop(while: \.isNewline)) },
            url: url,
            date: committedAt ?? authoredAt,
            author: author?.author ?? authorName.map { .init(name: $0) }
        )
    }

    /// The hash, and the author's login and name.
    public var searchWords: [String] { [sha, author?.login, authorName].compactMap { $0 } }
}

extension GitHubTopic: SearchHitConvertible {
    /// The topic as a hit. The subtitle is its creator.
    public var searchHit: SearchHit? {
        SearchHit(
            .topic,
            id: name,
            title: displayName ?? name,
            subtitle: createdBy,
            text: [summary, description].compactMap { $0 }.joined(separator: "\n"),
            url: url,
            date: updatedAt,
            author: createdBy.map { .init(name: $0) }
        )
    }

    /// The name used by repositories.
    public var searchWords: [String] { [name] }
}
