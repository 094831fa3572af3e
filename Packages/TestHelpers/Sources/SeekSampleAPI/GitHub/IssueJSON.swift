/// Converts issues and pull requests of the sample data to the JSON of GitHub's API.
struct IssueJSON: Sendable {
    /// The origin of the server, for the URLs in the response.
    var origin: String
    /// The accounts by lowercase login.
    var accounts: [String: AccountRecord]

    func json(of record: IssueRecord) -> OrderedJSON {
        let repository = "\(origin)/repos/\(record.repository)"
        let issue = "\(repository)/issues/\(record.number)"
        let page =
            "https://github.com/\(record.repository)/\(record.isPullRequest ? "pull" : "issues")/\(record.number)"
        let members: OrderedJSON = [
            "url": .string(issue),
            "repository_url": .string(repository),
            "comments_url": "\(issue)/comments",
            "html_url": .string(page),
            "id": .integer(record.id),
            "node_id": "I_\(record.id)",
            "number": .integer(record.number),
            "title": .string(record.title),
            "user": record.author.map(account) ?? .null,
            "labels": .array(record.labels.map(label)),
            "state": .string(record.state),
            "locked": .bool(record.isLocked),
            "assignees": .array(record.assignees.map(account)),
            "milestone": record.milestone.map { ["number": 1, "title": .string($0)] } ?? .null,
            "comments": .integer(record.commentCount),
            "created_at": .string(record.createdAt),
            "updated_at": .string(record.updatedAt),
            "closed_at": .optional(record.closedAt),
            "body": .optional(record.body),
            "reactions": reactions(to: record, at: "\(issue)/reactions"),
            "state_reason": .optional(record.stateReason),
            "author_association": .string(association(of: record)),
            "type": type(of: record),
            "sub_issues_summary": ["total": 0, "completed": 0, "percent_completed": 0],
            "issue_dependencies_summary": [
                "blocked_by": 0, "total_blocked_by": 0, "blocking": 0, "total_blocking": 0,
            ],
            "issue_field_values": fieldValues(of: record),
        ]
        let pullRequest: OrderedJSON = [
            "draft": .bool(record.isDraft),
            "pull_request": [
                "url": "\(repository)/pulls/\(record.number)", "html_url": .string(page),
                "merged_at": .optional(record.mergedAt),
            ],
        ]
        return members.adding(record.isPullRequest ? pullRequest : .null).adding(["score": .number(1)])
    }

    private func association(of record: IssueRecord) -> String {
        guard let author = record.author else { return "NONE" }
        return record.repository.hasPrefix("\(author)/") ? "OWNER" : record.isPullRequest ? "CONTRIBUTOR" : "NONE"
    }

    private func type(of record: IssueRecord) -> OrderedJSON {
        let names = ["bug": "Bug", "enhancement": "Feature"]
        guard !record.isPullRequest, let name = record.labels.compactMap({ names[$0] }).first else { return .null }
        return ["id": .integer(name.utf8.count), "node_id": "IT_\(name)", "name": .string(name), "is_enabled": true]
    }

    private func fieldValues(of record: IssueRecord) -> OrderedJSON {
        guard record.labels.contains("crash") else { return .array([]) }
        return [
            [
                "issue_field_id": 1, "issue_field_name": "Priority", "node_id": "IFSS_1", "data_type": "single_select",
                "value": "High", "single_select_option": ["id": 3, "name": "High", "color": "red"],
            ]
        ]
    }

    private func account(_ login: String) -> OrderedJSON {
        let record = accounts[login.lowercased()]
        return [
            "login": .string(login), "id": .integer(record?.id ?? 0),
            "avatar_url": record.map { SampleImages.avatar($0, origin: origin) } ?? .null,
            "url": "\(origin)/users/\(login)",
            "html_url": "https://github.com/\(login)", "type": .string(record?.type ?? "User"),
        ]
    }

    private func label(_ name: String) -> OrderedJSON {
        ["name": .string(name), "color": "ededed", "default": false, "description": .null]
    }

    private func reactions(to record: IssueRecord, at url: String) -> OrderedJSON {
        let kinds = ["+1", "-1", "laugh", "hooray", "confused", "heart", "rocket", "eyes"]
        let total: OrderedJSON = ["url": .string(url), "total_count": .integer(record.reactionCount)]
        return total.adding(.object(kinds.map { ($0, .integer(record.reactions[$0] ?? 0)) }))
    }
}
