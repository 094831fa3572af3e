#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A file that a search of code found.
public struct GitHubCode: Sendable, Hashable, Identifiable {
    /// The file's name.
    public var name: String
    /// Its path in the repository.
    public var path: String
    /// The page for people (`html_url`).
    public var url: URL
    /// The hash of its contents.
    public var sha: String?
    /// Its repository. A search of code tells no stars.
    public var repository: GitHubRepository
    /// Where the search text stands in it.
    public var textMatches: [GitHubTextMatch] = []

    /// The page, which names the commit too.
    public var id: String { url.absoluteString }

    /// Makes a file; the rest is set afterwards.
    public init(name: String, path: String, url: URL, repository: GitHubRepository) {
        self.name = name
        self.path = path
        self.url = url
        self.repository = repository
    }
}

extension GitHubCode: Decodable {
    private enum CodingKeys: String, CodingKey {
        case name, path, sha, repository
        case url = "html_url"
        case textMatches = "text_matches"
    }

    /// Reads a file, refusing one without name, path, page or repository.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        name = try container.nonEmptyText(forKey: .name)
        path = try container.nonEmptyText(forKey: .path)
        url = try container.webURL(forKey: .url)
        sha = container.tolerant(String.self, forKey: .sha)
        repository = try container.decode(GitHubRepository.self, forKey: .repository)
        textMatches = container.list(of: GitHubTextMatch.self, forKey: .textMatches)
    }
}

/// A commit on GitHub. Mail addresses are left out: nobody searches to collect them.
public struct GitHubCommit: Sendable, Hashable, Identifiable {
    /// The hash.
    public var sha: String
    /// The page for people (`html_url`).
    public var url: URL
    /// The message.
    public var message: String
    /// The author's name, as the commit has it.
    public var authorName: String?
    /// The author's login, where GitHub knows the account.
    public var author: String?
    /// When it was written.
    public var authoredAt: Date?
    /// When it was committed.
    public var committedAt: Date?
    /// Owner and name of its repository.
    public var repository: String?
    /// Where the search text stands in it.
    public var textMatches: [GitHubTextMatch] = []

    /// The hash and the repository: a fork has the same commits.
    public var id: String { url.absoluteString }

    /// Makes a commit; the rest is set afterwards.
    public init(sha: String, url: URL, message: String) {
        self.sha = sha
        self.url = url
        self.message = message
    }
}

extension GitHubCommit: Decodable {
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

    /// Reads a commit, refusing one without hash, page or message.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        sha = try container.nonEmptyText(forKey: .sha)
        url = try container.webURL(forKey: .url)
        let details = try container.nestedContainer(keyedBy: DetailKeys.self, forKey: .commit)
        message = try details.decode(String.self, forKey: .message)
        let author = details.object(SignatureKeys.self, forKey: .author)
        authorName = author?.tolerant(String.self, forKey: .name)
        authoredAt = author?.date(forKey: .date)
        committedAt = details.object(SignatureKeys.self, forKey: .committer)?.date(forKey: .date)
        self.author = container.tolerant(GitHubLogin.self, forKey: .author)?.login
        repository = container.object(RepositoryKeys.self, forKey: .repository)?
            .tolerant(String.self, forKey: .fullName)
        textMatches = container.list(of: GitHubTextMatch.self, forKey: .textMatches)
    }
}
