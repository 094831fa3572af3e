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

extension GitHubCode: Codable, FieldCodable {
    /// Decodes a file. Throws if the URL is missing or invalid. A missing path is taken from the URL.
    public init(from decoder: any Decoder) throws {
        self = try Self(name: "", path: "", url: .unset).decoded(from: decoder)
    }

    /// Encodes a file as GitHub sends it.
    public func encode(to encoder: any Encoder) throws { try encodeFields(to: encoder) }

    mutating func code(_ fields: ModelFields) throws {
        try fields.required("html_url", &url)
        try fields.text("path", &path)
        if path.isEmpty { path = Self.path(in: url) }
        try fields.text("name", &name)
        if name.isEmpty { name = String(path.split(separator: "/").last ?? "") }
        try fields.value("sha", &sha)
        try fields.value("repository", &repository)
        try fields.elements("text_matches", &textMatches)
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

extension GitHubCommit: Codable, FieldCodable {
    /// Decodes a commit. Throws if the URL is missing or invalid. A missing hash is taken from the URL.
    public init(from decoder: any Decoder) throws {
        self = try Self(sha: "", url: .unset, message: "").decoded(from: decoder)
    }

    /// Encodes a commit as GitHub sends it.
    public func encode(to encoder: any Encoder) throws { try encodeFields(to: encoder) }

    mutating func code(_ fields: ModelFields) throws {
        try fields.required("html_url", &url)
        try fields.text("sha", &sha)
        if sha.isEmpty { sha = url.lastPathComponent }
        try fields.object("commit") { commit in
            try commit.value("message", &message)
            try commit.object("author") {
                try $0.text("name", &authorName)
                try $0.date("date", &authoredAt)
            }
            try commit.object("committer") { try $0.date("date", &committedAt) }
        }
        try fields.value("author", &author)
        try fields.text("full_name", of: "repository", &repository)
        try fields.elements("text_matches", &textMatches)
    }
}
