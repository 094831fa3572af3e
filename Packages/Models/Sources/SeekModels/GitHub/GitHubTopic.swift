#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A topic on GitHub.
public struct GitHubTopic: Sendable, Hashable, Identifiable {
    /// The name as repositories carry it: `swift-package-manager`.
    public var name: String
    /// The name for people, where it has one.
    public var displayName: String?
    /// What it is about, in a line.
    public var summary: String?
    /// What it is about, at length.
    public var description: String?
    /// Who began it.
    public var createdBy: String?
    /// Whether GitHub shows it on its pages.
    public var isFeatured = false
    /// Whether people take care of it.
    public var isCurated = false
    /// When its page was made.
    public var createdAt: Date?
    /// When its page last changed.
    public var updatedAt: Date?
    /// Where the search text stands in it.
    public var textMatches: [GitHubTextMatch] = []

    /// The name.
    public var id: String { name }

    /// Makes a topic; the rest is set afterwards.
    public init(name: String) {
        self.name = name
    }
}

extension GitHubTopic: Decodable {
    private enum CodingKeys: String, CodingKey {
        case name, description, featured, curated
        case displayName = "display_name"
        case summary = "short_description"
        case createdBy = "created_by"
        case createdAt = "created_at"
        case updatedAt = "updated_at"
        case textMatches = "text_matches"
    }

    /// Reads a topic, refusing one without a name.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        name = try container.nonEmptyText(forKey: .name)
        displayName = container.tolerant(String.self, forKey: .displayName)
        summary = container.tolerant(String.self, forKey: .summary)
        description = container.tolerant(String.self, forKey: .description)
        createdBy = container.tolerant(String.self, forKey: .createdBy)
        isFeatured = container.tolerant(Bool.self, forKey: .featured) ?? false
        isCurated = container.tolerant(Bool.self, forKey: .curated) ?? false
        createdAt = container.date(forKey: .createdAt)
        updatedAt = container.date(forKey: .updatedAt)
        textMatches = container.list(of: GitHubTextMatch.self, forKey: .textMatches)
    }
}

/// A label of a repository on GitHub.
public struct GitHubLabel: Sendable, Hashable, Identifiable {
    /// The id. Exceeds 32 bits.
    public var id: Int64
    /// The name: `good first issue`.
    public var name: String
    /// The colour, six hexadecimal digits.
    public var color: String?
    /// What it means.
    public var description: String?
    /// Whether every new repository has it.
    public var isDefault = false
    /// Where the search text stands in it.
    public var textMatches: [GitHubTextMatch] = []

    /// Makes a label; the rest is set afterwards.
    public init(id: Int64, name: String) {
        self.id = id
        self.name = name
    }
}

extension GitHubLabel: Decodable {
    private enum CodingKeys: String, CodingKey {
        case id, name, color, description
        case isDefault = "default"
        case textMatches = "text_matches"
    }

    /// Reads a label, refusing one without id or name.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(Int64.self, forKey: .id)
        name = try container.nonEmptyText(forKey: .name)
        color = container.tolerant(String.self, forKey: .color)
        description = container.tolerant(String.self, forKey: .description)
        isDefault = container.tolerant(Bool.self, forKey: .isDefault) ?? false
        textMatches = container.list(of: GitHubTextMatch.self, forKey: .textMatches)
    }
}
