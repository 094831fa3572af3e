import SeekBasics

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A condition of a GitHub search: `language:swift`, `stars:>=100`, `created:2025-01-01..2025-06-30`.
public struct GitHubQualifier: Sendable, Hashable, CustomStringConvertible {
    /// The name before the colon.
    public let name: String
    /// The value behind it, not quoted.
    public let value: String
    /// The kinds of search that know it; nil where that is not known.
    let kinds: Set<GitHubSearchKind>?

    /// Makes a qualifier that has no name below.
    public init(_ name: String, _ value: String) {
        self.init(name, value, for: nil)
    }

    init(_ name: String, _ value: String, for kinds: Set<GitHubSearchKind>?) {
        self.name = name
        self.value = value
        self.kinds = kinds
    }

    /// The qualifier as GitHub takes it, its value quoted where it has to be.
    public var description: String { "\(name):\(GitHubQuery.quotedIfNeeded(value))" }
}

/// A range of numbers or moments as a qualifier takes it.
public enum GitHubRange<Bound: Sendable & Hashable>: Sendable, Hashable {
    /// Exactly this.
    case exactly(Bound)
    /// This or more, or later.
    case atLeast(Bound)
    /// This or less, or earlier.
    case atMost(Bound)
    /// Between the two, both included.
    case between(Bound, Bound)

    func text(_ bound: (Bound) -> String) -> String {
        switch self {
        case .exactly(let value): bound(value)
        case .atLeast(let value): ">=\(bound(value))"
        case .atMost(let value): "<=\(bound(value))"
        case .between(let first, let last): "\(bound(first))..\(bound(last))"
        }
    }
}

extension GitHubQualifier {
    /// A place where the words are looked for (`in`).
    public enum Place: String, Sendable, Hashable, CaseIterable {
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

    /// Written in this language.
    public static func language(_ name: String) -> Self {
        Self("language", name, for: [.repositories, .issues, .users, .code])
    }

    /// Of this user.
    public static func user(_ login: String) -> Self {
        Self("user", login, for: [.repositories, .issues, .users, .code, .commits])
    }

    /// Of this organisation.
    public static func organization(_ login: String) -> Self {
        Self("org", login, for: [.repositories, .issues, .users, .code, .commits])
    }

    /// Of this repository, `apple/swift-nio`.
    public static func repository(_ fullName: String) -> Self {
        Self("repo", fullName, for: [.repositories, .issues, .code, .commits])
    }

    /// Looked for in these places.
    public static func `in`(_ places: Place...) -> Self {
        Self("in", places.map(\.rawValue).joined(separator: ","), for: [.repositories, .issues, .users, .code])
    }

    /// With this topic.
    public static func topic(_ name: String) -> Self { Self("topic", name, for: [.repositories]) }

    /// Under this licence, an SPDX id in lower case.
    public static func license(_ key: String) -> Self { Self("license", key, for: [.repositories]) }

    /// With so many stars.
    public static func stars(_ range: GitHubRange<Int>) -> Self {
        Self("stars", range.text(String.init), for: [.repositories])
    }

    /// With so many forks.
    public static func forks(_ range: GitHubRange<Int>) -> Self {
        Self("forks", range.text(String.init), for: [.repositories])
    }

    /// Of this size: kilobytes of a repository, bytes of a file.
    public static func size(_ range: GitHubRange<Int>) -> Self {
        Self("size", range.text(String.init), for: [.repositories, .code])
    }

    /// With so many followers.
    public static func followers(_ range: GitHubRange<Int>) -> Self {
        Self("followers", range.text(String.init), for: [.repositories, .users])
    }

    /// With so many repositories.
    public static func repositoryCount(_ range: GitHubRange<Int>) -> Self {
        Self("repos", range.text(String.init), for: [.users])
    }

    /// With so many comments.
    public static func comments(_ range: GitHubRange<Int>) -> Self {
        Self("comments", range.text(String.init), for: [.issues])
    }

    /// Made in this time.
    public static func created(_ range: GitHubRange<Date>) -> Self {
        Self("created", range.text(text), for: [.repositories, .issues, .users, .topics])
    }

    /// Changed in this time.
    public static func updated(_ range: GitHubRange<Date>) -> Self { Self("updated", range.text(text), for: [.issues]) }

    /// Pushed to in this time.
    public static func pushed(_ range: GitHubRange<Date>) -> Self {
        Self("pushed", range.text(text), for: [.repositories])
    }

    /// Closed in this time.
    public static func closed(_ range: GitHubRange<Date>) -> Self { Self("closed", range.text(text), for: [.issues]) }

    /// Merged in this time.
    public static func merged(_ range: GitHubRange<Date>) -> Self { Self("merged", range.text(text), for: [.issues]) }

    /// Written in this time.
    public static func authorDate(_ range: GitHubRange<Date>) -> Self {
        Self("author-date", range.text(text), for: [.commits])
    }

    /// Committed in this time.
    public static func committerDate(_ range: GitHubRange<Date>) -> Self {
        Self("committer-date", range.text(text), for: [.commits])
    }

    /// Archived or not.
    public static func archived(_ isArchived: Bool) -> Self {
        Self("archived", String(isArchived), for: [.repositories, .issues])
    }

    /// Forks too; a search leaves them out otherwise.
    public static let includingForks = Self("fork", "true", for: [.repositories, .code])
    /// Forks alone.
    public static let onlyForks = Self("fork", "only", for: [.repositories, .code])

    /// In this state or of this sort: `public`, `open`, `merged`, `draft`.
    public static func `is`(_ state: String) -> Self {
        Self("is", state, for: [.repositories, .issues, .commits, .topics])
    }

    /// Of this sort: `issue`, `pr`; `user`, `org`.
    public static func type(_ type: String) -> Self { Self("type", type, for: [.issues, .users]) }

    /// Open or closed.
    public static func state(_ state: String) -> Self { Self("state", state, for: [.issues]) }

    /// By this user.
    public static func author(_ login: String) -> Self { Self("author", login, for: [.issues, .commits]) }

    /// Committed by this user.
    public static func committer(_ login: String) -> Self { Self("committer", login, for: [.commits]) }

    /// Assigned to this user.
    public static func assignee(_ login: String) -> Self { Self("assignee", login, for: [.issues]) }

    /// Naming this user.
    public static func mentions(_ login: String) -> Self { Self("mentions", login, for: [.issues]) }

    /// With this label.
    public static func label(_ name: String) -> Self { Self("label", name, for: [.issues]) }

    /// Of this milestone.
    public static func milestone(_ title: String) -> Self { Self("milestone", title, for: [.issues]) }

    /// In files of this name.
    public static func filename(_ name: String) -> Self { Self("filename", name, for: [.code]) }

    /// In files below this path.
    public static func path(_ path: String) -> Self { Self("path", path, for: [.code]) }

    /// In files with this extension.
    public static func fileExtension(_ name: String) -> Self { Self("extension", name, for: [.code]) }

    /// With this hash.
    public static func hash(_ sha: String) -> Self { Self("hash", sha, for: [.commits]) }

    /// Where the user says to be.
    public static func location(_ place: String) -> Self { Self("location", place, for: [.users]) }

    /// A moment to the second, in UTC.
    static func text(_ date: Date) -> String {
        RFC3339.text(date)
    }
}
