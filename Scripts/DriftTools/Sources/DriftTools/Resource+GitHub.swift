/// Known differences in GitHub's responses.
extension Resource {
    private static let notDisplayed = "not displayed"
    private static let derivedURL = "an API URL or a derived one; the model has html_url"
    private static let setting = "a setting of the repository; not displayed"
    private static let profile = "part of an account's profile; not displayed"
    private static let nodeID = (reason: "the id in GitHub's GraphQL API", paths: "node_id")
    private static let score = (reason: "implied by the order of the results", paths: "score")
    private static let fragments = (reason: "only if fragments were requested", paths: "text_matches")
    private static let accountURLs =
        "url events_url followers_url following_url gists_url organizations_url received_events_url repos_url starred_url "
        + "subscriptions_url"

    private static let textMatches = (path: "text_matches[]", resource: textMatch)

    /// A page of GitHub's API: the object of a search or the array of a list.
    static func gitHubPage(of item: Resource) -> Resource {
        Resource(
            optional: reasons([
                ("only in searches of issues", "search_type"),
                ("only if a semantic search was replaced by a search for words", "lexical_fallback_reason"),
            ]),
            deprecation: item.deprecation,
            parts: [("items[]", item), ("[]", item)]
        )
    }

    static let repository = Resource(
        unread: reasons([
            nodeID, score,
            ("the model has the visibility", "private"),
            ("an older name of stargazers_count", "watchers watchers_count"), ("an older name of forks_count", "forks"),
            ("an older name of open_issues_count", "open_issues"),
            ("an older name of default_branch", "master_branch"),
            ("the caller's permissions", "permissions"), ("a credential: never read", "temp_clone_token"),
            ("the same as the owner", "organization"), ("the model has its SPDX id", "license.key license.name"),
            ("the model has its SPDX id", "license.node_id license.url license.html_url"),
            (
                notDisplayed,
                "is_template mirror_url network_count subscribers_count source parent custom_properties"
            ),
            (
                setting,
                "allow_auto_merge allow_forking allow_merge_commit allow_rebase_merge allow_squash_merge "
                    + "allow_update_branch delete_branch_on_merge has_discussions has_downloads has_pull_requests "
                    + "pull_request_creation_policy use_squash_pr_title_as_default web_commit_signoff_required"
            ),
            (
                derivedURL,
                "url archive_url assignees_url blobs_url branches_url clone_url collaborators_url comments_url commits_url "
                    + "compare_url contents_url contributors_url deployments_url downloads_url events_url forks_url "
                    + "git_commits_url git_refs_url git_tags_url git_url hooks_url issue_comment_url issue_events_url "
                    + "issues_url keys_url labels_url languages_url merges_url milestones_url notifications_url pulls_url "
                    + "releases_url ssh_url stargazers_url statuses_url subscribers_url subscription_url svn_url tags_url "
                    + "teams_url trees_url"
            ),
        ]),
        optional: reasons([fragments]),
        mayOmit: ("optional in GitHub's minimal repository", allBut: ["id", "name", "full_name", "html_url"]),
        null: ["license": "a repository without a recognized license"],
        parts: [("owner", account), textMatches]
    )

    static let issue = Resource(
        unread: reasons([
            nodeID, score, (derivedURL, "url comments_url events_url labels_url timeline_url reactions.url"),
            ("the first of the assignees", "assignee"),
            (
                notDisplayed,
                "active_lock_reason closed_by performed_via_github_app"
            ),
            ("the model has its name", "type.id type.node_id type.description type.color type.is_enabled"),
            ("derived from the other numbers", "sub_issues_summary.percent_completed"),
            (
                "the model has the names of the field and its options",
                "issue_field_values[].node_id issue_field_values[].single_select_option.id "
                    + "issue_field_values[].single_select_option.color issue_field_values[].multi_select_options[].id "
                    + "issue_field_values[].multi_select_options[].color"
            ),
            (
                "the model stores only whether the issue is a pull request",
                "pull_request.diff_url pull_request.html_url pull_request.patch_url pull_request.url pull_request.merged_at"
            ),
        ]),
        optional: reasons([
            fragments, ("only in pull requests", "draft pull_request"),
            ("only in closed issues", "state_reason closed_at"),
            (
                "omitted in responses before July 2026",
                "author_association type sub_issues_summary issue_dependencies_summary issue_field_values"
            ),
            ("only in fields with options", "issue_field_values[].single_select_option"),
            ("only in fields with several options", "issue_field_values[].multi_select_options"),
            ("only in some responses", "issue_field_values[].issue_field_name issue_field_values[].value"),
            ("optional in lists of one repository", "repository_url"),
            (
                "omitted in older responses",
                "body comments created_at locked milestone updated_at user assignees labels state reactions"
            ),
        ]),
        null: ["assignees[]": "a deleted account"],
        skipped: ["number: is missing": "a partial response; an issue without a number cannot be identified"],
        parts: [("user", account), ("assignees[]", account), ("labels[]", label), textMatches]
    )

    static let account = Resource(
        unread: reasons([
            nodeID, (derivedURL, accountURLs),
            ("the login identifies the account", "id"),
            ("empty since GitHub hosts avatars", "gravatar_id"),
            (profile, "site_admin user_view_type"),
        ]),
        optional: reasons([("omitted in partial responses", "avatar_url html_url type")])
    )

    static let user = Resource(
        unread: reasons([
            nodeID, score, (derivedURL, accountURLs), ("empty since GitHub hosts avatars", "gravatar_id"),
            (
                profile,
                "bio blog collaborators company created_at disk_usage email followers following hireable location "
                    + "owned_private_repos plan private_gists public_gists public_repos site_admin total_private_repos "
                    + "twitter_username two_factor_authentication updated_at user_view_type"
            ),
        ]),
        optional: reasons([fragments, ("omitted in lists of accounts", "avatar_url name type")]),
        parts: [textMatches]
    )

    static let code = Resource(
        unread: reasons([score, (derivedURL, "git_url url")]),
        optional: reasons([fragments, (notDisplayed, "sha")]),
        deprecation: "sort, order and repository.description, owner.type and owner.node_id close down; Seek needs none",
        parts: [("repository", repository), textMatches]
    )

    static let commit = Resource(
        unread: reasons([
            nodeID, score, (derivedURL, "url comments_url commit.url"),
            ("the model has commit.committer", "committer"),
            ("the model has name, login and date", "commit.author.email"),
            ("the model has the date", "commit.committer.name commit.committer.email"),
            ("the model has owner and name", "repository.id repository.name"), (notDisplayed, "parents commit.tree"),
        ]),
        optional: reasons([
            fragments, ("old commits may have none", "commit.committer commit.author"),
            ("omitted in partial responses", "repository author"),
        ]),
        null: reasons([("old commits may have none", "commit.author commit.committer author")]),
        parts: [("author", account), textMatches]
    )

    static let topic = Resource(
        unread: reasons([score, (notDisplayed, "released aliases related")]),
        optional: reasons([
            fragments,
            ("the client adds the page on its server", "html_url"),
            (
                "only in curated topics",
                "created_at created_by description short_description display_name updated_at"
            ),
        ]),
        parts: [textMatches]
    )

    static let label = Resource(
        unread: reasons([nodeID, score, (derivedURL, "url")]),
        optional: reasons([fragments, ("omitted in partial responses", "color default description id name")]),
        parts: [textMatches]
    )

    static let textMatch = Resource(
        unread: reasons([("implied by the kind of search", "object_type"), (derivedURL, "object_url")]),
        optional: reasons([
            ("a match without a fragment is not displayed", "fragment"),
            ("the fragment is displayed without them", "matches property"),
        ])
    )

    static let gitHubError = Resource(
        unread: reasons([("the message is sufficient", "documentation_url"), ("part of the status line", "status")]),
        optional: reasons([
            ("only for invalid queries", "errors"), ("GitHub may send a code instead", "errors[].message"),
        ])
    )
}
