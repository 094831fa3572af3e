/// The JSON of issues and pull requests in GitHub's searches.
struct IssueJSON: Sendable {
    /// The origin of the server, for the URLs in the response.
    var origin: String
    /// The accounts by lowercase login.
    var accounts: [String: AccountRecord]

    func json(of record: IssueRecord) -> JSONText {
        let repository = "\(origin)/repos/\(record.repository)"
        let api = "\(repository)/issues/\(record.number)"
        let path = record.isPullRequest ? "pull" : "issues"
        var members: [JSONText.Member] = [
            .init(name: "url", value: .string(api)),
            .init(name: "repository_url", value: .string(repository)),
            .init(name: "comments_url", value: .string("\(api)/comments")),
            .init(
                name: "html_url",
                value: .string("https://github.com/\(record.repository)/\(path)/\(record.number)")
            ),
            .init(name: "id", value: .integer(record.id)),
            .init(name: "node_id", value: .string("I_\(record.id)")),
            .init(name: "number", value: .integer(record.number)),
            .init(name: "title", value: .string(record.title)),
            .init(name: "user", value: record.author.map(account) ?? .null),
            .init(name: "labels", value: .array(record.labels.map(label))),
            .init(name: "state", value: .string(record.state)),
            .init(name: "locked", value: .bool(record.isLocked)),
            .init(name: "assignees", value: .array(record.assignees.map(account))),
            .init(name: "milestone", value: record.milestone.map { ["number": 1, "title": .string($0)] } ?? .null),
            .init(name: "comments", value: .integer(record.comments)),
            .init(name: "created_at", value: .string(record.createdAt)),
            .init(name: "updated_at", value: .string(record.updatedAt)),
            .init(name: "closed_at", value: .optional(record.closedAt)),
            .init(name: "body", value: .optional(record.body)),
            .init(name: "reactions", value: reactions(of: record, at: "\(api)/reactions")),
            .init(name: "state_reason", value: .optional(record.stateReason)),
        ]
        if record.isPullRequest {
            members += [
                .init(name: "draft", value: .bool(record.isDraft)),
                .init(
                    name: "pull_request",
                    value: [
                        "url": .string("\(repository)/pulls/\(record.number)"),
                        "html_url": .string("https://github.com/\(record.repository)/pull/\(record.number)"),
                        "merged_at": .optional(record.mergedAt),
                    ]
                ),
            ]
        }
        members.append(.init(name: "score", value: .number(1)))
        return .object(members)
    }

    private func account(_ login: String) -> JSONText {
        let record = accounts[login.lowercased()]
        return [
            "login": .string(login), "id": .integer(record?.id ?? 0), "url": .string("\(origin)/users/\(login)"),
            "html_url": .string("https://github.com/\(login)"), "type": .string(record?.type ?? "User"),
        ]
    }

    private func label(_ name: String) -> JSONText {
        ["name": .string(name), "color": "ededed", "default": false, "description": .null]
    }

    private func reactions(of record: IssueRecord, at url: String) -> JSONText {
        let kinds = ["+1", "-1", "laugh", "hooray", "confused", "heart", "rocket", "eyes"]
        let counts = kinds.map { JSONText.Member(name: $0, value: .integer(record.reactions[$0] ?? 0)) }
        return .object(
            [
                .init(name: "url", value: .string(url)),
                .init(name: "total_count", value: .integer(record.reactionCount)),
            ] + counts
        )
    }
}
