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

extension GitHubTopic: Codable, FieldCodable {
    /// Decodes a topic. Throws if the name is missing or invalid.
    public init(from decoder: any Decoder) throws {
        self.init(name: "")
        url = nil
        try code(ModelFields(reading: decoder))
        url = url ?? GitHubTopic(name: name).url
    }

    /// Encodes a topic as GitHub sends it.
    public func encode(to encoder: any Encoder) throws { try encodeFields(to: encoder) }

    mutating func code(_ fields: ModelFields) throws {
        try fields.required("name", &name)
        try fields.url("html_url", &url)
        try fields.text("display_name", &displayName)
        try fields.value("short_description", &summary)
        try fields.value("description", &description)
        try fields.value("created_by", &createdBy)
        try fields.value("featured", &isFeatured)
        try fields.value("curated", &isCurated)
        try fields.date("created_at", &createdAt)
        try fields.date("updated_at", &updatedAt)
        try fields.elements("text_matches", &textMatches)
    }
}
