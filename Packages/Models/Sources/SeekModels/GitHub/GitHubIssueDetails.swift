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

extension GitHubSubIssues: Codable {
    private enum CodingKeys: String, CodingKey {
        case total, completed
    }

    /// Decodes a summary. A missing or invalid number is 0.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        total = container.nonNegativeInteger(forKey: .total) ?? 0
        completed = container.nonNegativeInteger(forKey: .completed) ?? 0
    }
}

extension GitHubIssueDependencies: Codable {
    private enum CodingKeys: String, CodingKey {
        case blocking
        case blockedBy = "blocked_by"
        case totalBlockedBy = "total_blocked_by"
        case totalBlocking = "total_blocking"
    }

    /// Decodes a summary. A missing or invalid number is 0.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        blockedBy = container.nonNegativeInteger(forKey: .blockedBy) ?? 0
        blocking = container.nonNegativeInteger(forKey: .blocking) ?? 0
        totalBlockedBy = container.nonNegativeInteger(forKey: .totalBlockedBy) ?? 0
        totalBlocking = container.nonNegativeInteger(forKey: .totalBlocking) ?? 0
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
