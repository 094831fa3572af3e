public import SeekBasics

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
    /// The name of the person or company that created the subject of the topic, such as a programming language.
    public var createdBy: String?
    /// Whether GitHub features it.
    public var isFeatured = false
    /// Whether its page is curated.
    public var isCurated = false
    /// The creation date of its page.
    public var createdAt: Date?
    /// The date of the last change to its page.
    public var updatedAt: Date?
    /// The topic's page, which `GitHubClient` sets to that of its server.
    public var url: URL?
    /// The matches of the search text. Empty unless the search requested text matches.
    public var textMatches: [GitHubTextMatch] = []

    /// The name.
    public var id: String { name }

    /// Creates a topic of github.com. Set the other properties afterwards.
    public init(name: String) {
        self.name = name
        url = URL(string: "https://github.com/topics/\(name)")
    }
}

extension GitHubTopic: Codable {
    private enum CodingKeys: String, CodingKey {
        case name, description, featured, curated
        case url = "html_url"
        case displayName = "display_name"
        case summary = "short_description"
        case createdBy = "created_by"
        case createdAt = "created_at"
        case updatedAt = "updated_at"
        case textMatches = "text_matches"
    }

    /// Decodes a topic. Throws if the name is missing or invalid.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(name: try container.nonEmptyString(forKey: .name))
        url = (try? container.webURL(forKey: .url)) ?? url
        displayName = container.nonEmptyStringIfValid(forKey: .displayName)
        summary = container.decodeIfValid(String.self, forKey: .summary)
        description = container.decodeIfValid(String.self, forKey: .description)
        createdBy = container.decodeIfValid(String.self, forKey: .createdBy)
        isFeatured = container.decodeIfValid(Bool.self, forKey: .featured) ?? false
        isCurated = container.decodeIfValid(Bool.self, forKey: .curated) ?? false
        createdAt = container.date(forKey: .createdAt)
        updatedAt = container.date(forKey: .updatedAt)
        textMatches = container.validElements(of: GitHubTextMatch.self, forKey: .textMatches)
    }

    /// Encodes a topic as GitHub sends it.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        try container.encodeIfPresent(url?.absoluteString, forKey: .url)
        try container.encodeIfPresent(displayName, forKey: .displayName)
        try container.encodeIfPresent(summary, forKey: .summary)
        try container.encodeIfPresent(description, forKey: .description)
        try container.encodeIfPresent(createdBy, forKey: .createdBy)
        try container.encode(isFeatured, forKey: .featured)
        try container.encode(isCurated, forKey: .curated)
        try container.encode(date: createdAt, forKey: .createdAt)
        try container.encode(date: updatedAt, forKey: .updatedAt)
        try container.encode(textMatches, forKey: .textMatches)
    }
}
