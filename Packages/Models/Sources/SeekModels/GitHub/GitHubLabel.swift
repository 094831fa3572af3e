/// A label of a repository on GitHub.
public struct GitHubLabel: Sendable, Hashable, Identifiable {
    /// The name: `good first issue`. Unique in a repository, regardless of case.
    public var name: String
    /// The color as six hexadecimal digits, such as `d73a4a`; nil if GitHub does not send it.
    public var color: String?
    /// The description.
    public var description: String?
    /// Whether new repositories have it by default.
    public var isDefault = false
    /// The id in GitHub's database (`id`), which may exceed 32 bits; nil if GitHub sends the name only.
    public var databaseID: Int64?
    /// The matches of the search text. Empty unless the search requested text matches.
    public var textMatches: [GitHubTextMatch] = []

    /// The name.
    public var id: String { name }

    /// Creates a label. Set the other properties afterwards.
    public init(name: String, color: String? = nil) {
        self.name = name
        self.color = color
    }
}

extension GitHubLabel: Codable {
    private enum CodingKeys: String, CodingKey {
        case name, color, description
        case isDefault = "default"
        case databaseID = "id"
        case textMatches = "text_matches"
    }

    /// Decodes a label: an object, or a string with the name, as in older responses. Throws if the name is missing or
    /// invalid.
    public init(from decoder: any Decoder) throws {
        if let name = try? decoder.singleValueContainer().decode(String.self), !name.isEmpty {
            self.init(name: name)
            return
        }
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            name: try container.nonEmptyString(forKey: .name),
            color: container.decodeIfValid(String.self, forKey: .color)
        )
        description = container.decodeIfValid(String.self, forKey: .description)
        isDefault = container.decodeIfValid(Bool.self, forKey: .isDefault) ?? false
        databaseID = container.integerIfValid(forKey: .databaseID)
        textMatches = container.validElements(of: GitHubTextMatch.self, forKey: .textMatches)
    }
}
