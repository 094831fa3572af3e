import SeekBasics

/// The records of the GitHub sample, and the searches over them.
struct GitHubIndex: Sendable {
    /// A page of results.
    struct Found {
        /// The JSON body.
        var text: String
        var link: String?

        init(_ body: JSONText, link: String?) {
            text = body.text(pretty: false)
            self.link = link
        }

        init(text: String) { self.text = text }
    }

    /// The maximum number of search results that can be paged through.
    static let searchLimit = 1000

    let accounts: [String: AccountRecord]
    private let accountsByID: [Int: AccountRecord]
    private let repositories: [SearchableRepository]
    let issues: [SearchableIssue]
    private let fixedSearches: [String: String]

    init(_ corpus: SampleCorpus) {
        accounts = Dictionary(corpus.accounts.map { ($0.login.lowercased(), $0) }) { first, _ in first }
        accountsByID = Dictionary(corpus.accounts.map { ($0.id, $0) }) { first, _ in first }
        repositories = corpus.repositories.map(SearchableRepository.init)
        let byName = Dictionary(corpus.repositories.map { ($0.fullName, $0) }) { first, _ in first }
        issues = corpus.issues.compactMap { issue in
            byName[issue.repository].map { SearchableIssue(issue, in: $0) }
        }
        fixedSearches = corpus.fixedSearches
    }

    func respond(_ caller: GitHubAPI.Caller) throws(GitHubErrorResponse) -> Found {
        let path = caller.request.path
        if path.count == 2, path[0] == "search" { return try search(path[1], caller) }
        guard path.count == 3, path[2] == "repos" else { throw .notFound() }
        let account: AccountRecord? =
            switch path[0] {
            case "users": accounts[path[1].lowercased()]
            case "orgs": accounts[path[1].lowercased()].flatMap { $0.isOrganization ? $0 : nil }
            // The form of user and organization paths in GitHub's own links.
            case "user", "organizations": Int(path[1]).flatMap { accountsByID[$0] }
            default: nil
            }
        let documentation = "rest/repos/repos#list-repositories-for-a-user"
        guard let account else { throw .notFound(documentation) }
        return list(account, caller, isOrganizationList: path[0].hasPrefix("org"))
    }

    private func list(_ account: AccountRecord, _ caller: GitHubAPI.Caller, isOrganizationList: Bool) -> Found {
        let request = caller.request
        let all = repositories.map(\.record).filter { $0.owner.login == account.login }.filter { record in
            switch request["type"] {
            case "member", "private", "internal": false
            case "forks": record.isFork
            case "sources": !record.isFork
            default: true
            }
        }
        let sorted = Self.sorted(all, request, defaultSort: isOrganizationList ? "created" : "full_name")
        let paging = GitHubPaging(request)
        let json = RepositoryJSON(origin: request.origin, owner: account, hasToken: caller.hasToken)
        let path = "\(request.origin)/\(isOrganizationList ? "organizations" : "user")/\(account.id)/repos"
        return Found(
            .array(paging.items(of: sorted).map { json.json(of: $0) }),
            link: paging.link(count: sorted.count, path: path, items: request.items)
        )
    }

    private static func sorted(
        _ records: [RepositoryRecord],
        _ request: SampleRequest,
        defaultSort: String
    ) -> [RepositoryRecord] {
        let known = ["created", "updated", "pushed", "full_name"]
        let sort = request["sort"].flatMap { known.contains($0) ? $0 : nil } ?? defaultSort
        let isAscending = request["direction"].map { $0 == "asc" } ?? (sort == "full_name")
        let key = { (record: RepositoryRecord) in
            switch sort {
            case "created": record.createdAt
            case "updated": record.updatedAt
            case "pushed": record.pushedAt
            default: record.fullName.lowercased()
            }
        }
        let ascending = records.map { (key($0), $0) }.sorted { ($0.0, $0.1.id) < ($1.0, $1.1.id) }.map(\.1)
        return isAscending ? ascending : ascending.reversed()
    }

    private func search(_ kind: String, _ caller: GitHubAPI.Caller) throws(GitHubErrorResponse) -> Found {
        switch kind {
        case "repositories":
            return try searchRepositories(caller, try query(caller.request, SearchableRepository.rules))
        case "issues":
            return try searchIssues(caller, try query(caller.request, SearchableIssue.rules))
        default:
            guard let text = fixedSearches[kind] else { throw .notFound() }
            if kind == "code", !caller.hasToken { throw .codeSearchNeedsToken }
            _ = try query(caller.request, GitHubSearchQuery.Rules())
            return Found(text: text)
        }
    }

    /// Returns the query of a search, validated together with its page as GitHub does.
    private func query(
        _ request: SampleRequest,
        _ rules: GitHubSearchQuery.Rules
    ) throws(GitHubErrorResponse) -> GitHubSearchQuery {
        guard let text = request["q"], text.contains(where: { !$0.isWhitespace }) else { throw .missingQuery }
        let query = try GitHubSearchQuery(text, rules: rules, accounts: Set(accounts.keys))
        guard GitHubPaging(request).offset < Self.searchLimit else { throw .beyondLimit }
        return query
    }

    private func searchRepositories(
        _ caller: GitHubAPI.Caller,
        _ query: GitHubSearchQuery
    ) throws(GitHubErrorResponse) -> Found {
        let request = caller.request
        let paging = GitHubPaging(request)
        let matches = repositories.compactMap { repository in
            query.score(of: repository).map { (score: $0, record: repository.record) }
        }
        let sorted = Self.sorted(matches, request)
        let items = paging.items(of: sorted).map { record in
            let owner =
                accounts[record.owner.login.lowercased()]
                ?? AccountRecord(login: record.owner.login, id: 0, type: "User")
            return RepositoryJSON(origin: request.origin, owner: owner, hasToken: caller.hasToken)
                .json(of: record, score: 1)
        }
        return Found(
            [
                "total_count": .integer(sorted.count), "incomplete_results": false, "items": .array(items),
            ],
            link: paging.link(
                count: min(sorted.count, Self.searchLimit),
                path: "\(request.origin)/search/repositories",
                items: request.items
            )
        )
    }

    private static func sorted(
        _ matches: [(score: Int, record: RepositoryRecord)],
        _ request: SampleRequest
    ) -> [RepositoryRecord] {
        let key = { (match: (score: Int, record: RepositoryRecord)) -> (Double, Double) in
            let record = match.record
            switch request["sort"] {
            case "stars": return (Double(record.stars ?? 0), 0)
            case "forks": return (Double(record.forks), 0)
            case "updated": return (RFC3339.seconds(record.updatedAt) ?? 0, 0)
            default: return (Double(match.score), Double(record.stars ?? 0))
            }
        }
        // `order` is ignored when results are sorted by best match.
        let isAscending = request["order"] == "asc" && ["stars", "forks", "updated"].contains(request["sort"])
        let descending = matches.map { (key($0), $0.record) }
            .sorted { $0.0 != $1.0 ? $0.0 > $1.0 : $0.1.id < $1.1.id }.map(\.1)
        return isAscending ? descending.reversed() : descending
    }
}
