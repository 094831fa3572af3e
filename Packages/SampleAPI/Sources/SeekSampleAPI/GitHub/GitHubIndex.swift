import SeekBasics

/// GitHub's records of the sample data, and the searches over them.
struct GitHubIndex: Sendable {
    struct Page {
        /// The JSON body.
        var text: String
        /// The `Link` field; nil if there are no other pages.
        var link: String?
    }

    /// The maximum number of search results that can be paged through.
    static let searchLimit = 1000

    /// The accounts by lowercase login.
    let accounts: [String: AccountRecord]
    private let repositories: [SearchableRepository]
    private let owners: GitHubOwners
    let issues: [SearchableIssue]
    /// The responses of the searches that return the same results for every query, by kind.
    private let fixedSearches: [String: String]

    init(_ corpus: SampleCorpus) {
        let accounts = Dictionary(corpus.accounts.map { ($0.login.lowercased(), $0) }) { first, _ in first }
        self.accounts = accounts
        repositories = corpus.repositories.compactMap { record in
            accounts[record.owner.login.lowercased()].map { SearchableRepository(record, owner: $0) }
        }
        let byName = Dictionary(corpus.repositories.map { ($0.fullName, $0) }) { first, _ in first }
        issues = corpus.issues.compactMap { issue in
            byName[issue.repository].map { SearchableIssue(issue, in: $0) }
        }
        fixedSearches = corpus.fixedSearches
        owners = GitHubOwners(
            logins: Set(accounts.keys),
            repositories: Set(corpus.repositories.map { $0.fullName.lowercased() })
        )
    }

    func page(for caller: GitHubAPI.Caller, at route: ServiceContract.Route) throws(GitHubErrorResponse) -> Page {
        let path = caller.request.gitHubPath
        let account: AccountRecord?
        switch route.name {
        case let name where name.hasPrefix("search/"): return try search(path[1], caller)
        case "repositories": return try repository(path[1], caller)
        case "repositories/issues":
            guard let record = repositories.first(where: { String($0.record.id) == path[1] })?.record else {
                throw .notFound()
            }
            return try issue(path[3], owner: record.owner.login, name: record.name, caller)
        case "repos": return try repository(owner: path[1], name: path[2], caller)
        case "repos/issues": return try issue(path[4], owner: path[1], name: path[2], caller)
        case "users/repos": account = accounts[path[1].lowercased()]
        case "orgs/repos": account = accounts[path[1].lowercased()].flatMap { $0.isOrganization ? $0 : nil }
        // The form of user and organization paths in GitHub's own links.
        case "user/repos", "organizations/repos": account = accounts.values.first { String($0.id) == path[1] }
        // There are no sample data of the other routes.
        default: throw .notFound()
        }
        guard let account else { throw .notFound("rest/repos/repos#list-repositories-for-a-user") }
        return list(account, caller, isOrganizationList: path[0].hasPrefix("org"))
    }

    private func repository(_ id: String, _ caller: GitHubAPI.Caller) throws(GitHubErrorResponse) -> Page {
        guard let repository = repositories.first(where: { String($0.record.id) == id }) else { throw .notFound() }
        let json = RepositoryJSON(origin: caller.request.origin, hasToken: caller.hasToken)
        return Page(text: json.json(of: repository.record, owner: repository.owner).text())
    }

    private func repository(
        owner: String,
        name: String,
        _ caller: GitHubAPI.Caller
    ) throws(GitHubErrorResponse) -> Page {
        let record = try record(owner: owner, name: name, caller, suffix: "", reference: "repos/repos#get-a-repository")
        return try repository(String(record.id), caller)
    }

    /// Returns an issue or a pull request.
    private func issue(
        _ number: String,
        owner: String,
        name: String,
        _ caller: GitHubAPI.Caller
    ) throws(GitHubErrorResponse) -> Page {
        let reference = "issues/issues#get-an-issue"
        let record = try record(owner: owner, name: name, caller, suffix: "/issues/\(number)", reference: reference)
        let issue = issues.first { $0.record.repository == record.fullName && String($0.record.number) == number }
        guard let issue else { throw .notFound("rest/\(reference)") }
        let json = IssueJSON(origin: caller.request.origin, accounts: accounts)
        return Page(text: json.json(of: issue.record, isSearchResult: false).text())
    }

    /// Returns a repository by its present name. A former name is redirected.
    private func record(
        owner: String,
        name: String,
        _ caller: GitHubAPI.Caller,
        suffix: String,
        reference: String
    ) throws(GitHubErrorResponse) -> RepositoryRecord {
        let fullName = "\(owner)/\(name)".lowercased()
        if let repository = repositories.first(where: { $0.record.fullName.lowercased() == fullName }) {
            return repository.record
        }
        let moved = repositories.first { $0.record.formerNames?.contains { $0.lowercased() == fullName } ?? false }
        guard let moved else { throw .notFound("rest/\(reference)") }
        throw .movedPermanently(to: "\(caller.request.gitHubBaseURL)/repositories/\(moved.record.id)\(suffix)")
    }

    private func list(_ account: AccountRecord, _ caller: GitHubAPI.Caller, isOrganizationList: Bool) -> Page {
        let request = caller.request
        let selected = repositories.map(\.record).filter { record in
            guard record.owner.login == account.login else { return false }
            return switch request["type"] {
            case "member", "private", "internal": false
            case "forks": record.isFork
            case "sources": !record.isFork
            default: true
            }
        }
        let sorted = Self.sorted(selected, request, defaultSort: isOrganizationList ? "created" : "full_name")
        let paging = GitHubPaging(request)
        let json = RepositoryJSON(origin: request.origin, hasToken: caller.hasToken)
        let path = "\(request.gitHubBaseURL)/\(isOrganizationList ? "organizations" : "user")/\(account.id)/repos"
        return Page(
            text: JSONValue.array(paging.items(of: sorted).map { json.json(of: $0, owner: account) }).text(),
            link: paging.link(count: sorted.count, path: path, items: request.items)
        )
    }

    private static func sorted(
        _ records: [RepositoryRecord],
        _ request: SampleRequest,
        defaultSort: String
    ) -> [RepositoryRecord] {
        let sorts = ["created", "updated", "pushed", "full_name"]
        let sort = request["sort"].flatMap { sorts.contains($0) ? $0 : nil } ?? defaultSort
        let isAscending = request["direction"].map { $0 == "asc" } ?? (sort == "full_name")
        let key = { (record: RepositoryRecord) in
            switch sort {
            case "created": record.createdAt
            case "updated": record.updatedAt
            case "pushed": record.pushedAt
            default: record.fullName.lowercased()
            }
        }
        let ascending = records.map { (key: key($0), record: $0) }
            .sorted { ($0.key, $0.record.id) < ($1.key, $1.record.id) }
            .map(\.record)
        return isAscending ? ascending : ascending.reversed()
    }

    private func search(_ kind: String, _ caller: GitHubAPI.Caller) throws(GitHubErrorResponse) -> Page {
        switch kind {
        case "repositories":
            return searchRepositories(caller, try query(caller.request, fields: SearchableRepository.fields))
        case "issues":
            let grammar = caller.request["advanced_search"] == "true" ? GitHubSearchGrammar.advanced : .standard
            return try searchIssues(
                caller,
                try query(caller.request, fields: SearchableIssue.fields, grammar: grammar)
            )
        default:
            guard let text = fixedSearches[kind] else { throw .notFound() }
            if kind == "code", !caller.hasToken { throw .codeSearchNeedsToken }
            // The query is validated, but does not affect the fixed response.
            _ = try query(caller.request, fields: [])
            return Page(text: SampleImages.replacingAvatarURLs(in: text, origin: caller.request.origin))
        }
    }

    /// Returns the validated query of a search. Like GitHub, it also checks the requested page.
    private func query(
        _ request: SampleRequest,
        fields: [String],
        grammar: GitHubSearchGrammar = .standard
    ) throws(GitHubErrorResponse) -> GitHubSearchQuery {
        guard let text = request["q"], text.contains(where: { !$0.isWhitespace }) else { throw .missing("q") }
        let query = try GitHubSearchQuery(text, fields: fields, grammar: grammar, owners: owners)
        guard GitHubPaging(request).offset < Self.searchLimit else { throw .beyondLimit }
        return query
    }

    private func searchRepositories(_ caller: GitHubAPI.Caller, _ query: GitHubSearchQuery) -> Page {
        let json = RepositoryJSON(origin: caller.request.origin, hasToken: caller.hasToken)
        return searchPage(query.matches(in: repositories, caller.request), caller.request, kind: "repositories") {
            json.json(of: $0.record, owner: $0.owner, isSearchResult: true)
        }
    }

    /// Returns a page of matches.
    ///
    /// - Parameters:
    ///   - kind: The last component of the path.
    ///   - members: The members of the response that only this kind of search has.
    ///   - json: Returns an item of the response.
    func searchPage<Record>(
        _ matches: [Record],
        _ request: SampleRequest,
        kind: String,
        members: JSONValue = .null,
        json: (Record) -> JSONValue
    ) -> Page {
        let paging = GitHubPaging(request)
        let body: JSONValue = [
            "total_count": .number(matches.count), "incomplete_results": false,
            "items": .array(paging.items(of: matches).map(json)),
        ]
        let count = min(matches.count, Self.searchLimit)
        return Page(
            text: body.adding(members).text(),
            link: paging.link(count: count, path: "\(request.gitHubBaseURL)/search/\(kind)", items: request.items)
        )
    }
}

extension GitHubIndex {
    /// Returns a page of issues and pull requests (`GET /search/issues`).
    func searchIssues(_ caller: GitHubAPI.Caller, _ query: GitHubSearchQuery) throws(GitHubErrorResponse) -> Page {
        let request = caller.request
        let types = Self.types(in: query)
        guard !types.isEmpty else { throw .missingIssueType }
        if request.isSemanticSearch, !caller.hasToken { throw .semanticSearchNeedsToken }
        if request.isSemanticSearch, query.hasParentheses { throw .semanticSearchWithParentheses }
        let reasons = request.isSemanticSearch ? Self.fallbackReasons(query, types) : []
        let isSemantic = request.isSemanticSearch && reasons.isEmpty
        let members: JSONValue = [
            "search_type": .string(isSemantic ? request["search_type"] ?? "" : "lexical"),
            "lexical_fallback_reason": reasons.isEmpty ? nil : .array(reasons.map(JSONValue.string)),
        ]
        let json = IssueJSON(origin: request.origin, accounts: accounts)
        return searchPage(query.matches(in: issues, request), request, kind: "issues", members: members.withoutNulls) {
            json.json(of: $0.record, isSearchResult: true)
        }
    }

    /// Returns the types in a query: `issue`, `pr`. GitHub rejects a query without a type; a query that requires both
    /// types matches nothing.
    private static func types(in query: GitHubSearchQuery) -> Set<String> {
        // GitHub accepts `is:pull-request`, but not `type:pull-request`.
        let names = query.values(of: "is") + query.values(of: "type").filter { $0 != "pull-request" }
        return Set(names.compactMap { ["issue": "issue", "pr": "pr", "pull-request": "pr"][$0] })
    }

    /// Returns the reasons why a semantic search falls back to a lexical one.
    private static func fallbackReasons(_ query: GitHubSearchQuery, _ types: Set<String>) -> [String] {
        var reasons: [String] = []
        if types != ["issue"] { reasons.append("non_issue_target") }
        if !query.hasText { reasons.append("no_text_terms") }
        if query.hasQuotedText { reasons.append("quoted_text") }
        if query.operatorCount > 0 { reasons.append("or_boolean_not_supported") }
        return reasons
    }
}
