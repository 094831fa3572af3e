import SeekBasics

/// The JSON of GitHub's minimal repository: the fields of the record, and those that are derived from it.
struct RepositoryJSON: Sendable {
    /// The origin of the server, for the URLs in the response, so that clients that follow them use this server.
    var origin: String
    /// Whether the request has a token; if so, the response contains the permissions of the token.
    var hasToken: Bool

    func json(of record: RepositoryRecord, owner: AccountRecord, isSearchResult: Bool = false) -> JSONValue {
        let url = "\(origin)/repos/\(record.fullName)"
        let page = "https://github.com/\(record.fullName)"
        let identity: JSONValue = [
            "id": .number(record.id),
            "node_id": "R_\(record.id)",
            "name": .string(record.name),
            "full_name": .string(record.fullName),
            "private": false,
            "owner": json(of: owner),
            "html_url": .string(page),
            "description": .optional(record.description),
            "fork": .bool(record.isFork),
            "url": .string(url),
        ]
        let templates = JSONValue.object(JSONObject(Self.templates.map { ($0.name, .string(url + $0.path)) }))
        let details: JSONValue = [
            "created_at": .string(record.createdAt),
            "updated_at": .string(record.updatedAt),
            "pushed_at": .string(record.pushedAt),
            "git_url": "git://github.com/\(record.fullName).git",
            "ssh_url": "git@github.com:\(record.fullName).git",
            "clone_url": "\(page).git",
            "svn_url": .string(page),
            "homepage": .optional(record.homepage),
            "size": .number(record.size),
        ]
        let stars: JSONValue = [
            "stargazers_count": .optional(record.starCount), "watchers_count": .optional(record.starCount),
        ]
        let permissions: JSONValue = [
            "permissions": ["admin": false, "maintain": false, "push": false, "triage": false, "pull": true]
        ]
        return identity.adding(templates).adding(details)
            .adding(record.hasStarCount ? stars : .null)
            .adding(properties(of: record))
            .adding(hasToken ? permissions : .null)
            .adding(isSearchResult ? ["score": .number(1)] : .null)
    }

    private func properties(of record: RepositoryRecord) -> JSONValue {
        [
            "language": .optional(record.language),
            "has_issues": true,
            "has_projects": true,
            "has_downloads": true,
            "has_wiki": true,
            "has_pages": false,
            "forks_count": .number(record.forkCount),
            "mirror_url": .null,
            "archived": .bool(record.isArchived),
            "disabled": false,
            "open_issues_count": .number(record.openIssueCount),
            "license": record.license.map(json) ?? .null,
            "allow_forking": true,
            "is_template": .bool(record.isTemplate),
            "topics": .array(record.topics.map(JSONValue.string)),
            "visibility": "public",
            "forks": .number(record.forkCount),
            "open_issues": .number(record.openIssueCount),
            "watchers": .number(record.starCount ?? 0),
            "default_branch": .string(record.defaultBranch),
        ]
    }

    private func json(of license: RepositoryRecord.License) -> JSONValue {
        [
            "key": .string(license.key), "name": .string(license.name), "spdx_id": .string(license.spdxID),
            "url": license.key == "other" ? .null : "\(origin)/licenses/\(license.key)",
            "node_id": "L_\(license.key)",
        ]
    }

    private func json(of account: AccountRecord) -> JSONValue {
        let url = "\(origin)/users/\(account.login)"
        return [
            "login": .string(account.login), "id": .number(account.id), "node_id": "U_\(account.id)",
            "avatar_url": SampleImages.avatar(account, origin: origin), "gravatar_id": "",
            "url": .string(url), "html_url": "https://github.com/\(account.login)",
            "repos_url": "\(url)/repos", "type": .string(account.type), "site_admin": false,
        ]
    }

    private static let templates: [(name: String, path: String)] = [
        ("forks_url", "/forks"), ("keys_url", "/keys{/key_id}"),
        ("collaborators_url", "/collaborators{/collaborator}"), ("teams_url", "/teams"), ("hooks_url", "/hooks"),
        ("issue_events_url", "/issues/events{/number}"), ("events_url", "/events"),
        ("assignees_url", "/assignees{/user}"), ("branches_url", "/branches{/branch}"), ("tags_url", "/tags"),
        ("blobs_url", "/git/blobs{/sha}"), ("git_tags_url", "/git/tags{/sha}"), ("git_refs_url", "/git/refs{/sha}"),
        ("trees_url", "/git/trees{/sha}"), ("statuses_url", "/statuses/{sha}"), ("languages_url", "/languages"),
        ("stargazers_url", "/stargazers"), ("contributors_url", "/contributors"), ("subscribers_url", "/subscribers"),
        ("subscription_url", "/subscription"), ("commits_url", "/commits{/sha}"),
        ("git_commits_url", "/git/commits{/sha}"), ("comments_url", "/comments{/number}"),
        ("issue_comment_url", "/issues/comments{/number}"), ("contents_url", "/contents/{+path}"),
        ("compare_url", "/compare/{base}...{head}"), ("merges_url", "/merges"),
        ("archive_url", "/{archive_format}{/ref}"), ("downloads_url", "/downloads"),
        ("issues_url", "/issues{/number}"), ("pulls_url", "/pulls{/number}"),
        ("milestones_url", "/milestones{/number}"), ("notifications_url", "/notifications{?since,all,participating}"),
        ("labels_url", "/labels{/name}"), ("releases_url", "/releases{/id}"), ("deployments_url", "/deployments"),
    ]
}

/// Converts issues and pull requests of the sample data to the JSON of GitHub's API.
struct IssueJSON: Sendable {
    /// The origin of the server, for the URLs in the response.
    var origin: String
    /// The accounts by lowercase login.
    var accounts: [String: AccountRecord]

    func json(of record: IssueRecord, isSearchResult: Bool) -> JSONValue {
        let repository = "\(origin)/repos/\(record.repository)"
        let issue = "\(repository)/issues/\(record.number)"
        let page =
            "https://github.com/\(record.repository)/\(record.isPullRequest ? "pull" : "issues")/\(record.number)"
        let members: JSONValue = [
            "url": .string(issue),
            "repository_url": .string(repository),
            "comments_url": "\(issue)/comments",
            "html_url": .string(page),
            "id": .number(record.id),
            "node_id": "I_\(record.id)",
            "number": .number(record.number),
            "title": .string(record.title),
            "user": record.author.map(account) ?? .null,
            "labels": .array(record.labels.map(label)),
            "state": .string(record.state),
            "locked": .bool(record.isLocked),
            "assignees": .array(record.assignees.map(account)),
            "milestone": record.milestone.map { ["number": 1, "title": .string($0)] } ?? .null,
            "comments": .number(record.commentCount),
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
        let pullRequest: JSONValue = [
            "draft": .bool(record.isDraft),
            "pull_request": [
                "url": "\(repository)/pulls/\(record.number)", "html_url": .string(page),
                "merged_at": .optional(record.mergedAt),
            ],
        ]
        return members.adding(record.isPullRequest ? pullRequest : .null)
            .adding(isSearchResult ? ["score": .number(1)] : .null)
    }

    private func association(of record: IssueRecord) -> String {
        guard let author = record.author else { return "NONE" }
        return record.repository.hasPrefix("\(author)/") ? "OWNER" : record.isPullRequest ? "CONTRIBUTOR" : "NONE"
    }

    private func type(of record: IssueRecord) -> JSONValue {
        let names = ["bug": "Bug", "enhancement": "Feature"]
        guard !record.isPullRequest, let name = record.labels.compactMap({ names[$0] }).first else { return .null }
        return ["id": .number(name.utf8.count), "node_id": "IT_\(name)", "name": .string(name), "is_enabled": true]
    }

    private func fieldValues(of record: IssueRecord) -> JSONValue {
        guard record.labels.contains("crash") else { return .array([]) }
        return [
            [
                "issue_field_id": 1, "issue_field_name": "Priority", "node_id": "IFSS_1", "data_type": "single_select",
                "value": "High", "single_select_option": ["id": 3, "name": "High", "color": "red"],
            ]
        ]
    }

    private func account(_ login: String) -> JSONValue {
        let record = accounts[login.lowercased()]
        return [
            "login": .string(login), "id": .number(record?.id ?? 0),
            "avatar_url": record.map { SampleImages.avatar($0, origin: origin) } ?? .null,
            "url": "\(origin)/users/\(login)",
            "html_url": "https://github.com/\(login)", "type": .string(record?.type ?? "User"),
        ]
    }

    private func label(_ name: String) -> JSONValue {
        ["name": .string(name), "color": "ededed", "default": false, "description": .null]
    }

    private func reactions(to record: IssueRecord, at url: String) -> JSONValue {
        let kinds = ["+1", "-1", "laugh", "hooray", "confused", "heart", "rocket", "eyes"]
        let total: JSONValue = ["url": .string(url), "total_count": .number(record.reactionCount)]
        return total.adding(.object(JSONObject(kinds.map { ($0, .number(record.reactions[$0] ?? 0)) })))
    }
}
