/// The JSON of GitHub's minimal repository: the fields of the record, and those that are derived from it.
struct RepositoryJSON: Sendable {
    /// The origin of the server, for the URLs in the response, so that clients that follow them use this server.
    var origin: String
    /// Whether the request has a token; if so, the response contains the permissions of the token.
    var hasToken: Bool

    func json(of record: RepositoryRecord, owner: AccountRecord, isSearchResult: Bool = false) -> OrderedJSON {
        let url = "\(origin)/repos/\(record.fullName)"
        let page = "https://github.com/\(record.fullName)"
        let identity: OrderedJSON = [
            "id": .integer(record.id),
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
        let templates = OrderedJSON.object(Self.templates.map { ($0.name, .string(url + $0.path)) })
        let details: OrderedJSON = [
            "created_at": .string(record.createdAt),
            "updated_at": .string(record.updatedAt),
            "pushed_at": .string(record.pushedAt),
            "git_url": "git://github.com/\(record.fullName).git",
            "ssh_url": "git@github.com:\(record.fullName).git",
            "clone_url": "\(page).git",
            "svn_url": .string(page),
            "homepage": .optional(record.homepage),
            "size": .integer(record.size),
        ]
        let stars: OrderedJSON = [
            "stargazers_count": .optional(record.starCount), "watchers_count": .optional(record.starCount),
        ]
        let permissions: OrderedJSON = [
            "permissions": ["admin": false, "maintain": false, "push": false, "triage": false, "pull": true]
        ]
        return identity.adding(templates).adding(details)
            .adding(record.hasStarCount ? stars : .null)
            .adding(properties(of: record))
            .adding(hasToken ? permissions : .null)
            .adding(isSearchResult ? ["score": .number(1)] : .null)
    }

    private func properties(of record: RepositoryRecord) -> OrderedJSON {
        [
            "language": .optional(record.language),
            "has_issues": true,
            "has_projects": true,
            "has_downloads": true,
            "has_wiki": true,
            "has_pages": false,
            "forks_count": .integer(record.forkCount),
            "mirror_url": .null,
            "archived": .bool(record.isArchived),
            "disabled": false,
            "open_issues_count": .integer(record.openIssueCount),
            "license": record.license.map(json) ?? .null,
            "allow_forking": true,
            "is_template": .bool(record.isTemplate),
            "topics": .strings(record.topics),
            "visibility": "public",
            "forks": .integer(record.forkCount),
            "open_issues": .integer(record.openIssueCount),
            "watchers": .integer(record.starCount ?? 0),
            "default_branch": .string(record.defaultBranch),
        ]
    }

    private func json(of license: RepositoryRecord.License) -> OrderedJSON {
        [
            "key": .string(license.key), "name": .string(license.name), "spdx_id": .string(license.spdxID),
            "url": license.key == "other" ? .null : "\(origin)/licenses/\(license.key)",
            "node_id": "L_\(license.key)",
        ]
    }

    private func json(of account: AccountRecord) -> OrderedJSON {
        let url = "\(origin)/users/\(account.login)"
        return [
            "login": .string(account.login), "id": .integer(account.id), "node_id": "U_\(account.id)",
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
