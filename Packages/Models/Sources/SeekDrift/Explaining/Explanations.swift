import SeekModels

/// Why models and answers may differ: what is known and meant to be.
enum Explanations {
    /// The reason for a difference, or nil where it is news.
    static func reason(for difference: AnswerReport.Difference, in model: AnswerModel) -> String? {
        switch difference.kind {
        case .unknown: unknown(difference.path, isYouTube: model.rawValue.hasPrefix("youTube"))
        case .missing: "optional: the model does without"
        case .retyped: difference.detail == "null" ? "null counts as missing" : nil
        case .skipped: skipped(difference.detail)
        }
    }

    private static func unknown(_ path: String, isYouTube: Bool) -> String? {
        let names = path.split(separator: ".").map { $0.prefix { $0 != "[" } }.map(String.init)
        guard let name = names.last(where: { !$0.isEmpty }) else { return nil }
        if isYouTube { return youTube[name] ?? youTubeParents.first { names.contains($0.key) }?.value }
        if let reason = gitHub[name] { return reason }
        if profile.contains(name) { return "of an account's profile; no list shows it" }
        if name.hasSuffix("_url") || name == "url" {
            return "an address of the API's or a derived one; the model has html_url"
        }
        if ["has_", "allow_", "use_"].contains(where: name.hasPrefix) {
            return "a setting of the repository; no list shows it"
        }
        return gitHubParents.first { names.contains($0.key) }?.value
    }

    private static func skipped(_ reason: String) -> String? {
        reason.hasSuffix("is missing")
            ? "the answer was trimmed to members which leave out one the model requires" : nil
    }

    private static let youTube: [String: String] = [
        "kind": "the kind follows from the method", "etag": "the cache keeps validators of answers, not of items",
        "publishTime": "the same as publishedAt",
        "localized": "the title in the language asked for; no language is asked for",
        "resultsPerPage": "the page size is known: it was asked for", "player": "HTML for web pages",
        "channelId": "whose playlist or category it is; the model has the owner of the video",
        "channelTitle": "whose playlist it is; the model has the owner of the video",
        "defaultAudioLanguage": "no list shows it", "defaultLanguage": "no list shows it",
        "brandingSettings": "how the channel's page looks", "likes": "empty but for the channel's owner",
        "code": "the status line has it", "domain": "the reason says more", "locationType": "the location says it",
        "extendedHelp": "the message names the page", "favoriteCount": "always 0 since 2015",
        "location": "the message names it",
        "metadata": "the message names the project", "links": "the message names the page",
        "dimension": "no list shows it", "licensedContent": "no list shows it", "contentRating": "no list shows it",
        "projection": "no list shows it", "@type": "the reason says more",
        "subscriberCount": "its owner hides it", "activeLiveChatId": "no list shows it",
        "uploadStatus": "no list shows it", "publicStatsViewable": "no list shows it",
        "madeForKids": "no list shows it",
    ]

    private static let youTubeParents: [String: String] = [
        "errors": "the error as a whole has the message", "details": "the error as a whole has the message",
    ]

    private static let gitHub: [String: String] = [
        "node_id": "the id of GitHub's other API", "score": "the order of the results says it",
        "full_name": "made of owner and name", "private": "visible to the caller: no list shows more",
        "watchers": "the stars under an older name", "watchers_count": "the stars under an older name",
        "forks": "forks_count under an older name", "open_issues": "open_issues_count under an older name",
        "open_issues_count": "no list shows it", "size": "no list shows it", "default_branch": "no list shows it",
        "homepage": "no list shows it", "visibility": "no list shows it", "disabled": "no list shows it",
        "is_template": "no list shows it", "web_commit_signoff_required": "a setting of the repository",
        "pull_request_creation_policy": "a setting of the repository", "permissions": "what the caller may do",
        "delete_branch_on_merge": "a setting of the repository", "master_branch": "default_branch under an older name",
        "assignee": "the first of the assignees", "author_association": "no list shows it",
        "reactions": "no list shows them",
        "active_lock_reason": "no list shows it", "performed_via_github_app": "no list shows it",
        "closed_by": "no list shows it", "gravatar_id": "empty since GitHub has pictures of its own",
        "documentation_url": "the message says what to do", "status": "the status line has it",
        "object_type": "the kind of search says it", "type": "no list shows it", "key": "the SPDX id says it",
        "mirror_url": "no list shows it", "temp_clone_token": "a credential: never read",
        "network_count": "no list shows it", "subscribers_count": "no list shows it", "source": "no list shows it",
        "parent": "no list shows it", "organization": "the same as the owner",
        "custom_properties": "no list shows them",
        "released": "no list shows it", "aliases": "no list shows them", "related": "no list shows them",
        "sub_issues_summary": "no list shows it", "issue_dependencies_summary": "no list shows it",
        "git_commits_url": "an address of the API's",
    ]

    private static let profile: Set<String> = [
        "site_admin", "company", "blog", "location", "email", "hireable", "bio", "twitter_username", "public_repos",
        "public_gists", "private_gists", "total_private_repos", "owned_private_repos", "followers", "following",
        "disk_usage", "collaborators", "plan", "created_at", "updated_at", "user_view_type",
        "two_factor_authentication",
    ]

    private static let gitHubParents: [String: String] = [
        "owner": "the model has the owner's login", "user": "the model has the author's login",
        "assignees": "the model has their logins", "labels": "the model has their names",
        "milestone": "the model has its title", "license": "the model has its SPDX id",
        "pull_request": "the model knows that it is one", "author": "the model has name, login and date",
        "committer": "the model has the date", "commit": "the model has message, author and dates",
        "repository": "the model has owner and name",
    ]
}
