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

extension GitHubLabel: Codable, FieldCodable {
    /// Decodes a label: an object, or a string with the name, as in older responses. Throws if the name is missing or
    /// invalid.
    public init(from decoder: any Decoder) throws {
        self.init(name: "")
        if let text = try? decoder.singleValueContainer().decode(String.self), !text.isEmpty {
            name = text
        } else {
            try code(ModelFields(reading: decoder))
        }
    }

    /// Encodes a label as GitHub sends it.
    public func encode(to encoder: any Encoder) throws { try encodeFields(to: encoder) }

    mutating func code(_ fields: ModelFields) throws {
        try fields.required("name", &name)
        try fields.value("color", &color)
        try fields.value("description", &description)
        try fields.value("default", &isDefault)
        try fields.integer("id", &databaseID)
        try fields.elements("text_matches", &textMatches)
    }
}

/// The number of reactions of each kind to an issue or a pull request.
public struct GitHubReactions: Sendable, Hashable {
    /// The number of reactions of all kinds.
    public var total: Int64 = 0
    /// 👍
    public var thumbsUp: Int64 = 0
    /// 👎
    public var thumbsDown: Int64 = 0
    /// 😄
    public var laugh: Int64 = 0
    /// 🎉
    public var hooray: Int64 = 0
    /// 😕
    public var confused: Int64 = 0
    /// ❤️
    public var heart: Int64 = 0
    /// 🚀
    public var rocket: Int64 = 0
    /// 👀
    public var eyes: Int64 = 0

    /// Creates a value without any reaction.
    public init() {}
}

extension GitHubReactions: Codable, FieldCodable {
    /// Decodes the counts. A missing or invalid count is 0.
    public init(from decoder: any Decoder) throws { self = try Self().decoded(from: decoder) }

    /// Encodes the counts as GitHub sends them.
    public func encode(to encoder: any Encoder) throws { try encodeFields(to: encoder) }

    mutating func code(_ fields: ModelFields) throws {
        try fields.count("total_count", &total)
        try fields.count("+1", &thumbsUp)
        try fields.count("-1", &thumbsDown)
        try fields.count("laugh", &laugh)
        try fields.count("hooray", &hooray)
        try fields.count("confused", &confused)
        try fields.count("heart", &heart)
        try fields.count("rocket", &rocket)
        try fields.count("eyes", &eyes)
    }
}

/// The progress of the sub-issues of an issue.
public struct GitHubSubIssues: Sendable, Hashable {
    /// The number of sub-issues.
    public var total: Int64
    /// The number of closed sub-issues.
    public var completed: Int64

    /// Creates a summary.
    public init(total: Int64, completed: Int64) {
        self.total = total
        self.completed = completed
    }
}

/// The dependencies of an issue.
public struct GitHubIssueDependencies: Sendable, Hashable {
    /// The number of open issues that block this one.
    public var blockedBy: Int64 = 0
    /// The number of open issues that this one blocks.
    public var blocking: Int64 = 0
    /// The number of all issues that block this one, open and closed.
    public var totalBlockedBy: Int64 = 0
    /// The number of all issues that this one blocks, open and closed.
    public var totalBlocking: Int64 = 0

    /// Creates a summary without dependencies.
    public init() {}
}

/// The value of a field that an organization has defined for its issues, such as a priority.
public struct GitHubIssueFieldValue: Sendable, Hashable, Identifiable {
    /// The id of the field.
    public var id: Int64
    /// The name of the field; nil if GitHub does not send it.
    public var name: String?
    /// The type of the field: `text`, `number`, `date`, `single_select` or `multi_select`.
    public var dataType: String?
    /// The value as text: the names of the selected options, otherwise at most one element.
    public var values: [String]

    /// Creates a value.
    public init(id: Int64, name: String? = nil, dataType: String? = nil, values: [String] = []) {
        self.id = id
        self.name = name
        self.dataType = dataType
        self.values = values
    }
}

extension GitHubSubIssues: Codable, FieldCodable {
    /// Decodes a summary. A missing or invalid number is 0.
    public init(from decoder: any Decoder) throws { self = try Self(total: 0, completed: 0).decoded(from: decoder) }

    /// Encodes a summary as GitHub sends it.
    public func encode(to encoder: any Encoder) throws { try encodeFields(to: encoder) }

    mutating func code(_ fields: ModelFields) throws {
        try fields.count("total", &total)
        try fields.count("completed", &completed)
    }
}

extension GitHubIssueDependencies: Codable, FieldCodable {
    /// Decodes a summary. A missing or invalid number is 0.
    public init(from decoder: any Decoder) throws { self = try Self().decoded(from: decoder) }

    /// Encodes a summary as GitHub sends it.
    public func encode(to encoder: any Encoder) throws { try encodeFields(to: encoder) }

    mutating func code(_ fields: ModelFields) throws {
        try fields.count("blocked_by", &blockedBy)
        try fields.count("blocking", &blocking)
        try fields.count("total_blocked_by", &totalBlockedBy)
        try fields.count("total_blocking", &totalBlocking)
    }
}

extension GitHubIssueFieldValue: Codable {
    private enum CodingKeys: String, CodingKey {
        case value
        case id = "issue_field_id"
        case name = "issue_field_name"
        case dataType = "data_type"
        case option = "single_select_option"
        case options = "multi_select_options"
    }

    private struct Option: Codable {
        var name: String
    }

    /// Decodes a value. Throws if the id of the field is missing or invalid.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let options =
            container.decodeIfValid(Option.self, forKey: .option).map { [$0] }
            ?? container.validElements(of: Option.self, forKey: .options)
        let text = container.decodeIfValid(String.self, forKey: .value)
        let number = container.decodeIfValid(Int64.self, forKey: .value).map(String.init)
        let fraction = container.decodeIfValid(Double.self, forKey: .value).map { "\($0)" }
        self.init(
            id: try container.decode(Int64.self, forKey: .id),
            name: container.decodeIfValid(String.self, forKey: .name),
            dataType: container.decodeIfValid(String.self, forKey: .dataType),
            values: options.isEmpty ? [text ?? number ?? fraction].compactMap { $0 } : options.map(\.name)
        )
    }

    /// Encodes a value as GitHub sends it. A number is encoded as a string.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encodeIfPresent(name, forKey: .name)
        try container.encodeIfPresent(dataType, forKey: .dataType)
        if values.count == 1 {
            try container.encode(values[0], forKey: .value)
        } else {
            try container.encode(values.map(Option.init), forKey: .options)
        }
    }
}
