/// The JSON of GitHub's minimal repository, with the fields that are derived from the record.
struct RepositoryJSON: Sendable {
    /// The origin of the server, for the URLs in the response, so that clients stay on it.
    var origin: String
    var owner: AccountRecord
    var hasToken: Bool

    /// - Parameter score: Not nil for a search result. Its value is ignored: the `score` in the response is always 1.
    func json(of record: RepositoryRecord, score: Int? = nil) -> JSONText {
        let api = "\(origin)/repos/\(record.fullName)"
        let page = "https://github.com/\(record.fullName)"
        var members: [JSONText.Member] = [
            .init(name: "id", value: .integer(record.id)),
            .init(name: "node_id", value: .string("R_\(record.id)")),
            .init(name: "name", value: .string(record.name)),
            .init(name: "full_name", value: .string(record.fullName)),
            .init(name: "private", value: false),
            .init(name: "owner", value: ownerJSON),
            .init(name: "html_url", value: .string(page)),
            .init(name: "description", value: .optional(record.description)),
            .init(name: "fork", value: .bool(record.isFork)),
            .init(name: "url", value: .string(api)),
        ]
        members += Self.templates.map { .init(name: $0.name, value: .string(api + $0.path)) }
        members += [
            .init(name: "created_at", value: .string(record.createdAt)),
            .init(name: "updated_at", value: .string(record.updatedAt)),
            .init(name: "pushed_at", value: .string(record.pushedAt)),
            .init(name: "git_url", value: .string("git://github.com/\(record.fullName).git")),
            .init(name: "ssh_url", value: .string("git@github.com:\(record.fullName).git")),
            .init(name: "clone_url", value: .string("\(page).git")),
            .init(name: "svn_url", value: .string(page)),
            .init(name: "homepage", value: .optional(record.homepage)),
            .init(name: "size", value: .integer(record.size)),
        ]
        members += figures(of: record)
        if hasToken {
            let permissions: JSONText = [
                "admin": false, "maintain": false, "push": false, "triage": false, "pull": true,
            ]
            members.append(.init(name: "permissions", value: permissions))
        }
        if score != nil { members.append(.init(name: "score", value: .number(1))) }
        return .object(members)
    }

    private func figures(of record: RepositoryRecord) -> [JSONText.Member] {
        var members: [JSONText.Member] = []
        if record.hasStars {
            let stars = record.stars.map(JSONText.integer) ?? .null
            members += [.init(name: "stargazers_count", value: stars), .init(name: "watchers_count", value: stars)]
        }
        members += [
            .init(name: "language", value: .optional(record.language)),
            .init(name: "has_issues", value: true),
            .init(name: "has_projects", value: true),
            .init(name: "has_downloads", value: true),
            .init(name: "has_wiki", value: true),
            .init(name: "has_pages", value: false),
            .init(name: "forks_count", value: .integer(record.forks)),
            .init(name: "mirror_url", value: .null),
            .init(name: "archived", value: .bool(record.isArchived)),
            .init(name: "disabled", value: false),
            .init(name: "open_issues_count", value: .integer(record.openIssues)),
            .init(name: "license", value: license(record.license)),
            .init(name: "allow_forking", value: true),
            .init(name: "is_template", value: .bool(record.isTemplate)),
            .init(name: "topics", value: .array(record.topics.map(JSONText.string))),
            .init(name: "visibility", value: "public"),
            .init(name: "forks", value: .integer(record.forks)),
            .init(name: "open_issues", value: .integer(record.openIssues)),
            .init(name: "watchers", value: record.stars.map(JSONText.integer) ?? 0),
            .init(name: "default_branch", value: .string(record.defaultBranch)),
        ]
        return members
    }

    private func license(_ license: RepositoryRecord.License?) -> JSONText {
        guard let license else { return .null }
        let url = license.key == "other" ? JSONText.null : .string("\(origin)/licenses/\(license.key)")
        return [
            "key": .string(license.key), "name": .string(license.name), "spdx_id": .string(license.spdxID), "url": url,
            "node_id": .string("L_\(license.key)"),
        ]
    }

    private var ownerJSON: JSONText {
        let api = "\(origin)/users/\(owner.login)"
        return [
            "login": .string(owner.login), "id": .integer(owner.id), "node_id": .string("U_\(owner.id)"),
            "avatar_url": .string("https://avatars.githubusercontent.com/u/\(owner.id)?v=4"), "gravatar_id": "",
            "url": .string(api), "html_url": .string("https://github.com/\(owner.login)"),
            "repos_url": .string("\(api)/repos"), "type": .string(owner.type), "site_admin": false,
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
