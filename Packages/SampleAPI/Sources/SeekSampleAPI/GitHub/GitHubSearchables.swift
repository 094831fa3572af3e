import SeekBasics

/// A repository of the sample data, with the rules by which GitHub's search matches and sorts repositories.
struct SearchableRepository: SearchableRecord {
    static let fields = ["name", "description", "topics", "readme"]

    let record: RepositoryRecord
    let owner: AccountRecord
    var id: Int { record.id }
    var popularity: Double { Double(record.starCount ?? 0) }
    private let name: SearchableText
    private let description: SearchableText
    private let topics: SearchableText

    init(_ record: RepositoryRecord, owner: AccountRecord) {
        self.record = record
        self.owner = owner
        name = SearchableText(record.name)
        description = SearchableText(record.description ?? "")
        topics = SearchableText(record.topics.joined(separator: "\n"))
    }

    func sortKey(_ sort: String) -> Double? {
        switch sort {
        case "stars": Double(record.starCount ?? 0)
        case "forks": Double(record.forkCount)
        case "updated": RFC3339.seconds(record.updatedAt)
        default: nil
        }
    }

    func contains(_ piece: SearchPiece, in fields: Set<String>) -> Bool {
        // The sample data has no readme files, so nothing is found in them.
        fields.contains("name") && name.contains(piece)
            || fields.contains("description") && description.contains(piece)
            || fields.contains("topics") && topics.contains(piece)
    }

    func satisfies(_ qualifier: String, _ value: String) -> Bool { record.satisfies(qualifier, value) }

    /// Forks are excluded unless the query contains the qualifier `fork`.
    func isHidden(withQualifiers names: Set<String>) -> Bool { record.isFork && !names.contains("fork") }
}

extension RepositoryRecord {
    func satisfies(_ qualifier: String, _ value: String) -> Bool {
        let value = value.lowercased()
        switch qualifier {
        case "user", "org": return owner.login.lowercased() == value
        case "repo": return fullName.lowercased() == value
        case "language": return language?.lowercased() == value
        case "license": return license?.key == value
        case "topic": return topics.contains { $0.lowercased() == value }
        case "archived": return isArchived == (value == "true")
        case "template": return isTemplate == (value == "true")
        case "fork": return value == "only" ? isFork : value == "true" || !isFork
        case "is": return value == "public" || value == "archived" && isArchived || value == "template" && isTemplate
        case "stars": return NumberRange(value).contains(Double(starCount ?? 0))
        case "forks": return NumberRange(value).contains(Double(forkCount))
        case "size": return NumberRange(value).contains(Double(size))
        case "topics": return NumberRange(value).contains(Double(topics.count))
        case "created": return NumberRange(dates: value).contains(RFC3339.seconds(createdAt) ?? 0)
        case "pushed": return NumberRange(dates: value).contains(RFC3339.seconds(pushedAt) ?? 0)
        default: return false
        }
    }
}

/// A range in a search query: `>10`, `>=10`, `<10`, `<=10`, `10..20`, `10..*`, `*..20`, `10`. The bounds are numbers
/// or dates. An invalid range contains nothing.
struct NumberRange: Sendable, Hashable {
    /// Nil if the range is invalid or empty.
    private let range: ClosedRange<Double>?

    init(_ text: String) {
        self.init(text) { number in Double(number).flatMap { $0.isNaN ? nil : $0...$0 } }
    }

    /// Creates a range of dates. A date without a time includes the whole day.
    init(dates text: String) {
        self.init(text) { part in
            if let date = CalendarDate(part) {
                let first = Double(date.daysSince1970) * 86_400
                return first...(first + 86_399)
            }
            return RFC3339.seconds(part).map { $0...$0 }
        }
    }

    /// - Parameter value: Returns the numbers that a bound includes, such as all seconds of a day; nil for an invalid
    ///   bound.
    private init(_ text: String, value: (String) -> ClosedRange<Double>?) {
        if let dots = text.firstRange(of: "..") {
            let (start, end) = (String(text[..<dots.lowerBound]), String(text[dots.upperBound...]))
            let lower = start == "*" ? -.infinity : value(start)?.lowerBound
            let upper = end == "*" ? .infinity : value(end)?.upperBound
            range = if let lower, let upper, lower <= upper { lower...upper } else { nil }
            return
        }
        let sign = text.prefix { "<>=".contains($0) }
        range = value(String(text.dropFirst(sign.count))).flatMap { value in
            switch sign {
            case ">": value.upperBound.nextUp ... .infinity
            case ">=": value.lowerBound ... .infinity
            case "<": -.infinity...value.lowerBound.nextDown
            case "<=": -.infinity...value.upperBound
            case "", "=": value
            default: nil
            }
        }
    }

    func contains(_ number: Double) -> Bool { range?.contains(number) ?? false }
}

/// An issue or a pull request, with its text prepared for searches.
struct SearchableIssue: SearchableRecord {
    static let fields = ["title", "body", "comments"]

    let record: IssueRecord
    var id: Int { record.id }
    private let repository: RepositoryRecord
    private let title: SearchableText
    private let body: SearchableText

    init(_ record: IssueRecord, in repository: RepositoryRecord) {
        self.record = record
        self.repository = repository
        title = SearchableText(record.title)
        body = SearchableText(record.body ?? "")
    }

    func sortKey(_ sort: String) -> Double? {
        switch sort {
        case "comments": Double(record.commentCount)
        case "reactions": Double(record.reactionCount)
        case "interactions": Double(record.reactionCount + record.commentCount)
        case "created": RFC3339.seconds(record.createdAt)
        case "updated": RFC3339.seconds(record.updatedAt)
        default: Self.reactionNames[sort].map { Double(record.reactions[$0] ?? 0) }
        }
    }

    /// The names of reactions in records by the value of `sort`: `laugh` for `reactions-smile`.
    private static let reactionNames = [
        "reactions-+1": "+1", "reactions--1": "-1", "reactions-smile": "laugh", "reactions-thinking_face": "confused",
        "reactions-heart": "heart", "reactions-tada": "hooray",
    ]

    func contains(_ piece: SearchPiece, in fields: Set<String>) -> Bool {
        // The sample data has only the number of comments, so nothing is found in them.
        fields.contains("title") && title.contains(piece) || fields.contains("body") && body.contains(piece)
    }

    func satisfies(_ qualifier: String, _ value: String) -> Bool {
        let value = value.lowercased()
        switch qualifier {
        case "is", "type", "state": return hasState(value)
        case "author": return record.author?.lowercased() == value
        case "assignee": return record.assignees.contains { $0.lowercased() == value }
        case "label": return record.labels.contains { $0.lowercased() == value }
        case "milestone": return record.milestone?.lowercased() == value
        case "no": return lacks(value)
        case "draft": return record.isDraft == (value == "true")
        case "comments": return NumberRange(value).contains(Double(record.commentCount))
        case "reactions": return NumberRange(value).contains(Double(record.reactionCount))
        case "interactions": return NumberRange(value).contains(Double(record.reactionCount + record.commentCount))
        case "created": return Self.contains(record.createdAt, in: value)
        case "updated": return Self.contains(record.updatedAt, in: value)
        case "closed": return Self.contains(record.closedAt, in: value)
        case "merged": return Self.contains(record.mergedAt, in: value)
        case "archived", "language", "org", "repo", "user": return repository.satisfies(qualifier, value)
        default: return false
        }
    }

    private func hasState(_ state: String) -> Bool {
        switch state {
        case "issue": !record.isPullRequest
        case "pr", "pull-request": record.isPullRequest
        case "merged": record.mergedAt != nil
        case "unmerged": record.isPullRequest && record.mergedAt == nil
        case "draft": record.isDraft
        case "locked": record.isLocked
        case "unlocked": !record.isLocked
        case "public": true
        default: record.state == state
        }
    }

    private func lacks(_ field: String) -> Bool {
        switch field {
        case "label": record.labels.isEmpty
        case "assignee": record.assignees.isEmpty
        case "milestone": record.milestone == nil
        default: false
        }
    }

    private static func contains(_ date: String?, in range: String) -> Bool {
        date.flatMap(RFC3339.seconds).map { NumberRange(dates: range).contains($0) } ?? false
    }
}

extension IssueRecord {
    var reactionCount: Int { reactions.values.reduce(0, +) }
}
