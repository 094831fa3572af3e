public import SeekBasics

/// A qualifier of a GitHub search: `language:swift`, `stars:>=100`, `created:2025-01-01..2025-06-30`.
public struct GitHubQualifier: Sendable, Hashable, CustomStringConvertible {
    /// The name before the colon.
    public let name: String
    /// The value after the colon, without the quotes that may have surrounded it.
    public let value: String

    /// Creates a qualifier for which there is no static function.
    public init(_ name: String, _ value: String) {
        self.name = name
        let isQuoted = value.count > 1 && value.hasPrefix("\"") && value.hasSuffix("\"")
        self.value = isQuoted ? String(value.dropFirst().dropLast()) : value
    }

    private init(_ name: String, _ range: GitHubRange<Int64>) {
        self.init(name, range.formatted(String.init))
    }

    private init(_ name: String, _ range: GitHubRange<Date>) {
        self.init(name, range.formatted(RFC3339.string))
    }

    /// The qualifier as it is sent, with its value quoted if necessary.
    public var description: String { "\(name):\(GitHubQuery.quotedIfNeeded(value))" }
}

/// A range of numbers or dates.
public enum GitHubRange<Bound: Sendable & Hashable>: Sendable, Hashable {
    /// This value.
    case exactly(Bound)
    /// This value or above.
    case atLeast(Bound)
    /// This value or below.
    case atMost(Bound)
    /// Between two values, both included.
    case between(Bound, Bound)

    func formatted(_ format: (Bound) -> String) -> String {
        switch self {
        case .exactly(let value): format(value)
        case .atLeast(let value): ">=\(format(value))"
        case .atMost(let value): "<=\(format(value))"
        case .between(let first, let last): "\(format(first))..\(format(last))"
        }
    }
}

extension GitHubQualifier {
    /// A field of a result to search (`in`).
    public enum Field: String, Sendable, Hashable, CaseIterable {
        /// The name of a repository or user.
        case name
        /// The description of a repository.
        case description
        /// The topics of a repository.
        case topics
        /// The README of a repository.
        case readme
        /// The title of an issue.
        case title
        /// The text of an issue.
        case body
        /// The comments of an issue.
        case comments
        /// The contents of a file.
        case file
        /// The path of a file.
        case path
        /// The login of a user.
        case login
    }

    /// In a programming language.
    public static func language(_ name: String) -> Self {
        Self("language", name)
    }

    /// Owned by a user.
    public static func user(_ login: String) -> Self {
        Self("user", login)
    }

    /// Owned by an organization.
    public static func organization(_ login: String) -> Self {
        Self("org", login)
    }

    /// In a repository, such as `apple/swift-nio`.
    public static func repository(_ fullName: String) -> Self {
        Self("repo", fullName)
    }

    /// Matching in one of these fields of a result.
    public static func `in`(_ fields: Field...) -> Self {
        Self("in", fields.map(\.rawValue).joined(separator: ","))
    }

    /// With a topic.
    public static func topic(_ name: String) -> Self { Self("topic", name) }

    /// With a license: an SPDX id in lower case.
    public static func license(_ key: String) -> Self { Self("license", key) }

    /// With a number of stars in a range.
    public static func stars(_ range: GitHubRange<Int64>) -> Self { Self("stars", range) }

    /// With a number of forks in a range.
    public static func forks(_ range: GitHubRange<Int64>) -> Self { Self("forks", range) }

    /// With a size in a range: in kilobytes for repositories, in bytes for files.
    public static func size(_ range: GitHubRange<Int64>) -> Self { Self("size", range) }

    /// With a number of followers in a range.
    public static func followers(_ range: GitHubRange<Int64>) -> Self {
        Self("followers", range)
    }

    /// With a number of repositories in a range.
    public static func repositoryCount(_ range: GitHubRange<Int64>) -> Self { Self("repos", range) }

    /// With a number of comments in a range.
    public static func comments(_ range: GitHubRange<Int64>) -> Self { Self("comments", range) }

    /// Created in a period.
    public static func created(_ range: GitHubRange<Date>) -> Self {
        Self("created", range)
    }

    /// Updated in a period.
    public static func updated(_ range: GitHubRange<Date>) -> Self { Self("updated", range) }

    /// Last pushed to in a period.
    public static func pushed(_ range: GitHubRange<Date>) -> Self { Self("pushed", range) }

    /// Closed in a period.
    public static func closed(_ range: GitHubRange<Date>) -> Self { Self("closed", range) }

    /// Merged in a period.
    public static func merged(_ range: GitHubRange<Date>) -> Self { Self("merged", range) }

    /// Authored in a period.
    public static func authorDate(_ range: GitHubRange<Date>) -> Self { Self("author-date", range) }

    /// Committed in a period.
    public static func committerDate(_ range: GitHubRange<Date>) -> Self {
        Self("committer-date", range)
    }

    /// Archived, or not archived.
    public static func archived(_ isArchived: Bool) -> Self {
        Self("archived", String(isArchived))
    }

    /// Including forks, which searches exclude by default.
    public static let includingForks = Self("fork", "true")
    /// Only forks.
    public static let onlyForks = Self("fork", "only")

    /// With a state or property: `public`, `open`, `merged`, `draft`.
    public static func `is`(_ state: String) -> Self {
        Self("is", state)
    }

    /// Of a type: `issue`, `pr`; `user`, `org`.
    public static func type(_ type: String) -> Self { Self("type", type) }

    /// With a state: `open` or `closed`.
    public static func state(_ state: String) -> Self { Self("state", state) }

    /// Written by a user.
    public static func author(_ login: String) -> Self { Self("author", login) }

    /// Committed by a user.
    public static func committer(_ login: String) -> Self { Self("committer", login) }

    /// Assigned to a user.
    public static func assignee(_ login: String) -> Self { Self("assignee", login) }

    /// Mentioning a user.
    public static func mentions(_ login: String) -> Self { Self("mentions", login) }

    /// With a label.
    public static func label(_ name: String) -> Self { Self("label", name) }

    /// In a milestone.
    public static func milestone(_ title: String) -> Self { Self("milestone", title) }

    /// In files with a name.
    public static func filename(_ name: String) -> Self { Self("filename", name) }

    /// In files below a path.
    public static func path(_ path: String) -> Self { Self("path", path) }

    /// In files with an extension.
    public static func fileExtension(_ name: String) -> Self { Self("extension", name) }

    /// With a commit hash (SHA).
    public static func hash(_ sha: String) -> Self { Self("hash", sha) }

    /// With a location in the user's profile.
    public static func location(_ place: String) -> Self { Self("location", place) }
}
