public import SeekBasics

/// A file in the results of a code search.
public struct GitHubCode: Sendable, Hashable, Identifiable {
    /// The name of the file.
    public var name: String
    /// The path in the repository.
    public var path: String
    /// The URL of the web page (`html_url`).
    public var url: URL
    /// The Git hash of the contents.
    public var sha: String?
    /// The repository; nil if GitHub does not send it. A code search does not report its stars.
    public var repository: GitHubRepository?
    /// The matches of the search text. Empty unless the search requested text matches.
    public var textMatches: [GitHubTextMatch] = []

    /// The URL of the web page, which includes the commit.
    public var id: String { url.absoluteString }

    /// Creates a file. Set the other properties afterwards.
    public init(name: String, path: String, url: URL, repository: GitHubRepository? = nil) {
        self.name = name
        self.path = path
        self.url = url
        self.repository = repository
    }
}

extension GitHubCode: Codable {
    private enum CodingKeys: String, CodingKey {
        case name, path, sha, repository
        case url = "html_url"
        case textMatches = "text_matches"
    }

    /// Decodes a file. Throws if the URL is missing or invalid. A missing path is taken from the URL.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        url = try container.webURL(forKey: .url)
        path = container.nonEmptyStringIfValid(forKey: .path) ?? Self.path(in: url)
        name = container.nonEmptyStringIfValid(forKey: .name) ?? String(path.split(separator: "/").last ?? "")
        sha = container.decodeIfValid(String.self, forKey: .sha)
        repository = container.decodeIfValid(GitHubRepository.self, forKey: .repository)
        textMatches = container.validElements(of: GitHubTextMatch.self, forKey: .textMatches)
    }

    /// Returns `Sources/a.swift` for `https://github.com/octocat/Hello-World/blob/main/Sources/a.swift`.
    private static func path(in url: URL) -> String {
        let parts = url.path(percentEncoded: false).split(separator: "/")
        return (parts.count > 4 ? parts.dropFirst(4) : parts.suffix(1)).joined(separator: "/")
    }
}

/// A commit on GitHub. Email addresses are not decoded, to protect the authors' privacy.
public struct GitHubCommit: Sendable, Hashable, Identifiable {
    /// The hash of the commit.
    public var sha: String
    /// The URL of the web page (`html_url`).
    public var url: URL
    /// The commit message. It may be empty.
    public var message: String
    /// The author's name as recorded in the commit.
    public var authorName: String?
    /// The author's account; nil if no account matches.
    public var author: GitHubAccount?
    /// The date on which the change was authored.
    public var authoredAt: Date?
    /// The date on which the change was committed.
    public var committedAt: Date?
    /// The repository as `owner/name`.
    public var repository: String?
    /// The matches of the search text. Empty unless the search requested text matches.
    public var textMatches: [GitHubTextMatch] = []

    /// The URL of the web page. The hash alone is not unique: a fork has the same commits.
    public var id: String { url.absoluteString }

    /// Creates a commit. Set the other properties afterwards.
    public init(sha: String, url: URL, message: String) {
        self.sha = sha
        self.url = url
        self.message = message
    }
}

extension GitHubCommit: Codable {
    private enum CodingKeys: String, CodingKey {
        case sha, commit, author, repository
        case url = "html_url"
        case textMatches = "text_matches"
    }

    private enum DetailKeys: String, CodingKey {
        case message, author, committer
    }

    private enum SignatureKeys: String, CodingKey {
        case name, date
    }

    private enum RepositoryKeys: String, CodingKey {
        case fullName = "full_name"
    }

    /// Decodes a commit. Throws if the URL is missing or invalid. A missing hash is taken from the URL.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        url = try container.webURL(forKey: .url)
        sha = container.nonEmptyStringIfValid(forKey: .sha) ?? url.lastPathComponent
        let details = container.nestedContainerIfValid(keyedBy: DetailKeys.self, forKey: .commit)
        message = details?.decodeIfValid(String.self, forKey: .message) ?? ""
        let authorSignature = details?.nestedContainerIfValid(keyedBy: SignatureKeys.self, forKey: .author)
        authorName = authorSignature?.nonEmptyStringIfValid(forKey: .name)
        authoredAt = authorSignature?.date(forKey: .date)
        committedAt = details?.nestedContainerIfValid(keyedBy: SignatureKeys.self, forKey: .committer)?
            .date(forKey: .date)
        author = container.decodeIfValid(GitHubAccount.self, forKey: .author)
        repository = container.nestedContainerIfValid(keyedBy: RepositoryKeys.self, forKey: .repository)?
            .nonEmptyStringIfValid(forKey: .fullName)
        textMatches = container.validElements(of: GitHubTextMatch.self, forKey: .textMatches)
    }

    /// Encodes a commit as GitHub sends it.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(sha, forKey: .sha)
        try container.encode(url.absoluteString, forKey: .url)
        var details = container.nestedContainer(keyedBy: DetailKeys.self, forKey: .commit)
        try details.encode(message, forKey: .message)
        var authorSignature = details.nestedContainer(keyedBy: SignatureKeys.self, forKey: .author)
        try authorSignature.encodeIfPresent(authorName, forKey: .name)
        try authorSignature.encode(date: authoredAt, forKey: .date)
        var committerSignature = details.nestedContainer(keyedBy: SignatureKeys.self, forKey: .committer)
        try committerSignature.encode(date: committedAt, forKey: .date)
        try container.encodeIfPresent(author, forKey: .author)
        var repositoryContainer = container.nestedContainer(keyedBy: RepositoryKeys.self, forKey: .repository)
        try repositoryContainer.encodeIfPresent(repository, forKey: .fullName)
        try container.encode(textMatches, forKey: .textMatches)
    }
}
