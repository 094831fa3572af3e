#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A topic on GitHub.
public struct GitHubTopic: Sendable, Hashable, Identifiable {
    /// The name: `swift-package-manager`.
    public var name: String
    /// The display name: `Swift Package Manager`.
    public var displayName: String?
    /// The short description.
    public var summary: String?
    /// The description.
    public var description: String?
    /// The name of the person or company that created it.
    public var createdBy: String?
    /// Whether GitHub features it.
    public var isFeatured = false
    /// Whether its page is curated.
    public var isCurated = false
    /// The creation date of its page.
    public var createdAt: Date?
    /// The date of the last change to its page.
    public var updatedAt: Date?
    /// The matches of the search text. Empty unless the search requested text matches.
    public var textMatches: [GitHubTextMatch] = []

    /// The name.
    public var id: String { name }

    /// Creates a topic. The other properties are set afterwards.
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

    /// Decodes a topic. Throws if the name is missing.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        name = try container.nonEmptyString(forKey: .name)
        displayName = container.decodeIfValid(String.self, forKey: .displayName)
        summary = container.decodeIfValid(String.self, forKey: .summary)
        description = container.decodeIfValid(String.self, forKey: .description)
        createdBy = container.decodeIfValid(String.self, forKey: .createdBy)
        isFeatured = container.decodeIfValid(Bool.self, forKey: .featured) ?? false
        isCurated = container.decodeIfValid(Bool.self, forKey: .curated) ?? false
        createdAt = container.date(forKey: .createdAt)
        updatedAt = container.date(forKey: .updatedAt)
        textMatches = container.validElements(of: GitHubTextMatch.self, forKey: .textMatches)
    }
}

/// A label of a repository on GitHub.
public struct GitHubLabel: Sendable, Hashable, Identifiable {
    /// The id. It may exceed 32 bits.
    public var id: Int64
    /// The name: `good first issue`.
    public var name: String
    /// The color as six hexadecimal digits.
    public var color: String?
    /// The description.
    public var description: String?
    /// Whether new repositories have it by default.
    public var isDefault = false
    /// The matches of the search text. Empty unless the search requested text matches.
    public var textMatches: [GitHubTextMatch] = []

    /// Creates a label. The other properties are set afterwards.
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

    /// Decodes a label. Throws if the id or name is missing.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(Int64.self, forKey: .id)
        name = try container.nonEmptyString(forKey: .name)
        color = container.decodeIfValid(String.self, forKey: .color)
        description = container.decodeIfValid(String.self, forKey: .description)
        isDefault = container.decodeIfValid(Bool.self, forKey: .isDefault) ?? false
        textMatches = container.validElements(of: GitHubTextMatch.self, forKey: .textMatches)
    }
}
