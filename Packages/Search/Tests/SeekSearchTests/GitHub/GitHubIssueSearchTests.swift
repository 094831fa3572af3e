import Foundation
import SeekModels
import SeekNetworking
import SeekSearch
import SeekTestHelpers
import SeekTestingSupport
import Testing

private let issueSearch = "https://api.github.com/search/issues"

@Suite("Issue searches")
struct GitHubIssueSearchTests {
    /// A client of the sample API, which rejects what GitHub rejects.
    static func client(token: String? = "demo-token", store: MemoryResponseStore? = nil) throws -> GitHubClient {
        var configuration = ClientConfiguration(transport: try StubTransport.sampleAPI())
        configuration.store = store
        return GitHubClient(token: token, configuration: configuration)
    }

    /// The values of `q` that were sent, in any order.
    static var queries: Set<String> {
        Set(StubTransport.current.received.compactMap { parameter($0, "q") })
    }

    /// Returns the decoded value of a query parameter.
    static func parameter(_ request: HTTPRequest, _ name: String) -> String? {
        URLComponents(url: request.url, resolvingAgainstBaseURL: false)?.queryItems?.first { $0.name == name }?.value
    }

    @Test("a search without a type returns issues and pull requests")
    func untyped() async throws {
        let page = try await Self.client().searchIssues("crash")
        #expect(Set(page.items.map(\.isPullRequest)) == [true, false])
        #expect(page.totalCount == 3)
        #expect(page.next == nil)
    }

    @Test(
        "`is:issue` or `is:pull-request` is added for each kind that scope and query allow, if the query selects none",
        .stubbed(stub(.get, issueSearch, returning: .json(["items": [], "total_count": 0]))),
        arguments: [
            ("a", .all, ["a is:issue", "a is:pull-request"]), ("a", .issues, ["a is:issue"]),
            ("a", .pullRequests, ["a is:pull-request"]), ("a is:issue", .all, ["a is:issue"]),
            ("a is:pull-request", .all, ["a is:pull-request"]), ("a is:pr", .pullRequests, ["a is:pr"]),
            ("a type:issue", .issues, ["a type:issue"]), ("a type:pr", .all, ["a type:pr"]),
            ("a IS:PR", .all, ["a IS:PR"]), ("a is:\"pr\"", .all, ["a is:\"pr\""]),
            ("a -is:issue", .all, ["a -is:issue is:pull-request"]), ("a NOT is:pr", .all, ["a NOT is:pr is:issue"]),
            ("a -type:pr", .issues, ["a -type:pr is:issue"]),
            ("\"is:issue\"", .all, ["\"is:issue\" is:issue", "\"is:issue\" is:pull-request"]),
            ("\"a is:pr\" b", .issues, ["\"a is:pr\" b is:issue"]),
            ("NOT \"x\" is:issue", .all, ["NOT \"x\" is:issue"]), ("(is:issue)", .all, ["(is:issue)"]),
            ("is:open", .issues, ["is:open is:issue"]), ("this:issue", .issues, ["this:issue is:issue"]),
            ("a OR b", .issues, ["a OR b is:issue"]),
        ] as [(GitHubQuery, GitHubIssueScope, Set<String>)]
    )
    func qualifier(query: GitHubQuery, scope: GitHubIssueScope, expected: Set<String>) async throws {
        let client = GitHubClient(configuration: configuration(.current))
        _ = try await client.searchIssues(query, scope: scope)
        #expect(Self.queries == expected)
        #expect(StubTransport.current.received.count == expected.count)
    }

    @Test(
        "the types that a query includes and excludes narrow the scope, which is nil if nothing can match",
        arguments: [
            ("a", .all, .all), ("a is:pr", .all, .pullRequests), ("a -is:pr", .all, .issues), ("a is:pr", .issues, nil),
            ("is:pr is:issue", .all, nil),
        ] as [(GitHubQuery, GitHubIssueScope, GitHubIssueScope?)]
    )
    func narrowed(query: GitHubQuery, scope: GitHubIssueScope, expected: GitHubIssueScope?) {
        #expect(query.issueScope(within: scope) == expected)
    }

    @Test(
        "the added qualifier applies to every alternative of a query with advanced syntax",
        .stubbed(stub(.get, issueSearch, returning: .json(["items": []])))
    )
    func advanced() async throws {
        let client = GitHubClient(configuration: configuration(.current))
        _ = try await client.searchIssues("a OR b", scope: .issues, usesAdvancedSyntax: true)
        #expect(Self.queries == ["(a OR b) is:issue"])
        #expect(StubTransport.current.received.first.flatMap { Self.parameter($0, "advanced_search") } == "true")
    }

    @Test(
        "unbalanced parentheses in a query with advanced syntax are rejected before a request is sent",
        .stubbed(),
        arguments: ["hello) OR (deadlock", "(hello", "a) b", "((a)"]
    )
    func unbalanced(text: String) async throws {
        let client = GitHubClient(configuration: configuration(.current))
        await #expect(throws: SearchError.self) {
            try await client.searchIssues(GitHubQuery(text), scope: .pullRequests, usesAdvancedSyntax: true)
        }
        #expect(StubTransport.current.received.isEmpty)
    }

    @Test("the added qualifier does not count towards the maximum length")
    func longest() async throws {
        let page = try await Self.client().searchIssues(GitHubQuery(String(repeating: "x", count: 256)))
        #expect(page.items.isEmpty)
    }

    @Test(
        "a contradictory or invalid query is rejected before a request is sent",
        .stubbed(),
        arguments: [
            ("a is:issue is:pr", .all, nil, "issue-type-both"), ("a is:pr", .issues, nil, "issue-type-conflict"),
            ("type:issue", .pullRequests, nil, "issue-type-conflict"),
            ("-is:issue", .issues, nil, "issue-type-conflict"), ("-is:issue -is:pr", .all, nil, "issue-type-conflict"),
            ("a", .issues, "psychic", "search-type-unknown"), ("a", .all, "semantic", "search-type-issues"),
            ("a is:pr", .all, "hybrid", "search-type-issues"), ("", .issues, nil, "text-needed"),
        ] as [(GitHubQuery, GitHubIssueScope, String?, String)]
    )
    func contradiction(query: GitHubQuery, scope: GitHubIssueScope, type: String?, rule: String) async {
        let searchType = type.map(GitHubSearchType.init)
        let diagnostics = query.diagnostics(for: .issues, scope: scope, searchType: searchType)
        #expect(diagnostics.map(\.rule) == [rule])
        #expect(diagnostics.allSatisfy { $0.severity == .error })
        let client = GitHubClient(token: "T", configuration: configuration(.current))
        await #expect {
            try await client.searchIssues(query, scope: scope, searchType: searchType)
        } throws: {
            ($0 as? SearchError)?.stage == .query
        }
        #expect(StubTransport.current.received.isEmpty)
    }

    @Test(
        "a request counts against the limit of its route and search type, whatever the account and the text are",
        arguments: [
            ("users/search/repos", "core"), ("repos/search/code/issues", "core"), ("orgs/search/repos", "core"),
            ("repos/octocat/search", "core"), ("search/repositories?q=x", "search"), ("search/issues?q=x", "search"),
            ("search/code?q=x", "code_search"), ("search/users?q=code", "search"), ("rate_limit", nil),
            ("search/issues?q=x&search_type=hybrid", "semantic_search"),
            ("search/issues?q=search_type%3Dhybrid", "search"), ("search/users?q=x&search_type=hybrid", "search"),
            ("rate_limit/search", "core"),
        ] as [(String, String?)]
    )
    func resource(path: String, expected: String?) throws {
        for base in ["https://api.github.com", "https://github.example/api/v3", "http://127.0.0.1:1/search/proxy/"] {
            let baseURL = try #require(URL(string: base))
            let url = try #require(URL(string: base + (base.hasSuffix("/") ? "" : "/") + path))
            #expect(GitHubClient.resource(of: HTTPRequest(url: url), baseURL: baseURL) == expected, "\(url)")
        }
    }
}

@Suite("Semantic issue searches")
struct GitHubSemanticSearchTests {
    @Test(
        "report the search type that was used, and the reasons for a fallback",
        arguments: [
            ("deadlock", .semantic, .semantic, []), ("deadlock", .hybrid, .hybrid, []),
            ("deadlock", .lexical, .lexical, []), ("deadlock", nil, .lexical, []),
            ("\"two readers\"", .semantic, .lexical, [.quotedText]), ("is:open", .hybrid, .lexical, [.noTextTerms]),
        ] as [(GitHubQuery, GitHubSearchType?, GitHubSearchType, [GitHubLexicalFallbackReason])]
    )
    func types(
        query: GitHubQuery,
        requested: GitHubSearchType?,
        used: GitHubSearchType,
        reasons: [GitHubLexicalFallbackReason]
    ) async throws {
        let client = try GitHubIssueSearchTests.client()
        let page = try await client.searchIssues(query, scope: .issues, searchType: requested)
        #expect(page.searchType == used)
        #expect(page.lexicalFallbackReasons == reasons)
    }

    @Test("have one page and a separate rate limit")
    func singlePage() async throws {
        let client = try GitHubIssueSearchTests.client()
        let page = try await client.searchIssues("the", scope: .issues, searchType: .semantic, pageSize: 2)
        #expect(page.items.count == 2)
        #expect(page.totalCount ?? 0 > 2)
        #expect(page.next == nil)
        _ = try await client.searchIssues("is:issue", scope: .issues, pageSize: 2)
        #expect(client.rateLimits.limits["semantic_search"]?.remaining == 9)
        #expect(client.rateLimits.limits["search"]?.remaining == 29)
    }

    @Test("without a token, on an Enterprise Server, or with a cursor are rejected before they are sent", .stubbed())
    func rejected() async throws {
        let enterprise = try #require(URL(string: "https://github.example/api/v3/"))
        let anonymous = GitHubClient(configuration: configuration(.current))
        let server = GitHubClient(token: "T", baseURL: enterprise, configuration: configuration(.current))
        let client = GitHubClient(token: "T", configuration: configuration(.current))
        await #expect(throws: SearchError.missingCredential(.gitHub)) {
            try await anonymous.searchIssues("a", scope: .issues, searchType: .semantic)
        }
        await #expect {
            try await server.searchIssues("a", scope: .issues, searchType: .hybrid)
        } throws: { "\($0)".contains("Enterprise Server") }
        await #expect {
            let cursor = PageCursor(rawValue: "\(issueSearch)?page=2")
            return try await client.searchIssues("a", scope: .issues, searchType: .hybrid, at: cursor)
        } throws: { "\($0)".contains("single page") }
        #expect(StubTransport.current.received.isEmpty)
    }
}
