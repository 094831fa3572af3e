import SeekBasics

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
