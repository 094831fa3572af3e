import Foundation
import SeekCache
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
    static func client(token: String? = "demo-token", store: MemoryStore? = nil) throws -> GitHubClient {
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
            ("is:open", .issues, ["is:open is:issue"]), ("a NOT (is:pr)", .all, ["a NOT (is:pr) is:issue"]),
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

    /// Returns the results of a search with the advanced syntax as `owner/name#number`.
    static func advancedResults(_ query: GitHubQuery, _ scope: GitHubIssueScope) async throws -> Set<String> {
        let page = try await client().searchIssues(query, scope: scope, usesAdvancedSyntax: true)
        return names(of: page.items)
    }

    static func names(of issues: [GitHubIssue]) -> Set<String> {
        Set(issues.map { "\($0.url.pathComponents[1...2].joined(separator: "/"))#\($0.number)" })
    }

    @Test(
        "with the advanced syntax, filters apply to every alternative of the text, and their values are alternatives",
        arguments: [
            (
                "deadlock OR crash", .issues,
                [
                    "swiftlet-works/swift-feather#101", "octocat/Hello-World#19", "octocat/spork#3",
                ]
            ),
            (GitHubQuery("deadlock OR crash").with(.repository("octocat/spork")), .issues, ["octocat/spork#3"]),
            (
                GitHubQuery("deadlock OR crash").with(.repository("octocat/Hello-World")), .all,
                [
                    "octocat/Hello-World#19", "octocat/Hello-World#20",
                ]
            ),
            (
                GitHubQuery("crash OR night").phrase("two words").with(.user("octocat")).without(.label("crash")),
                .issues, ["octocat/spork#3"]
            ),
            (
                GitHubQuery("crash").with(.repository("octocat/spork"), .repository("octocat/Hello-World")), .issues,
                [
                    "octocat/spork#3", "octocat/Hello-World#19",
                ]
            ),
            (
                GitHubQuery("crash").with(.user("yoru-tools"), .organization("octocat")), .pullRequests,
                [
                    "octocat/Hello-World#20"
                ]
            ),
            (
                GitHubQuery("crash").with(.is("public"), .is("private"), .in(.title), .in(.body)), .pullRequests,
                [
                    "octocat/Hello-World#20"
                ]
            ),
            (GitHubQuery().with(.label("bug"), .label("crash")), .all, ["octocat/Hello-World#19"]),
            (
                "is:issue crash OR is:issue deadlock repo:octocat/spork", .all,
                [
                    "octocat/Hello-World#19", "octocat/spork#3",
                ]
            ),
            ("(label:question OR label:crash) crash", .issues, ["octocat/Hello-World#19", "octocat/spork#3"]),
        ] as [(GitHubQuery, GitHubIssueScope, Set<String>)]
    )
    func advanced(query: GitHubQuery, scope: GitHubIssueScope, expected: Set<String>) async throws {
        #expect(try await Self.advancedResults(query, scope) == expected)
    }

    @Test("a windowed search has the advanced syntax on request")
    func advancedWindows() async throws {
        let start = Date(timeIntervalSince1970: 1_500_000_000)
        var names: Set<String> = []
        let source = try Self.client().source(
            .issues(.issues, usesAdvancedSyntax: true),
            qualifiers: [.repository("octocat/spork")],
            over: start..<Date(timeIntervalSince1970: 1_800_000_000)
        )
        for try await page in source.pages(for: "deadlock OR crash") { names.formUnion(Self.names(of: page.items)) }
        #expect(names == ["octocat/spork#3"])
    }

    @Test(
        "unbalanced parentheses, or too many operators with those of the filters, are rejected before a request is sent",
        .stubbed(),
        arguments: [
            "hello) OR (deadlock", "(hello", "a) b", "((a)",
            (1...7).reduce(GitHubQuery("a")) { $0.with(.repository("o/\($1)")) },
        ] as [GitHubQuery]
    )
    func invalidAdvanced(query: GitHubQuery) async throws {
        let client = GitHubClient(configuration: configuration(.current))
        await #expect(throws: SearchError.self) {
            try await client.searchIssues(query, scope: .pullRequests, usesAdvancedSyntax: true)
        }
        #expect(StubTransport.current.received.isEmpty)
    }

    @Test(
        "qualifiers and operators do not count towards the maximum length",
        arguments: [
            GitHubQuery(String(repeating: "x", count: 256)),
            GitHubQuery(Array(repeating: "xxx", count: 64).joined(separator: " ")).with(.label("bug")),
            GitHubQuery("\(String(repeating: "x", count: 124)) OR \(String(repeating: "y", count: 124)) (zq OR qz)"),
            GitHubQuery(String(repeating: "x", count: 250)).with(.repository("octocat/spork"), .author("octocat")),
        ]
    )
    func longest(query: GitHubQuery) async throws {
        #expect(try await Self.client().searchIssues(query).items.isEmpty)
        #expect(try await Self.client().searchIssues(query, usesAdvancedSyntax: true).items.isEmpty)
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
            ("\"a b\" c", .issues, "semantic", "search-type-quotes"),
            ("a -\"b\"", .issues, "hybrid", "search-type-quotes"),
            ("a OR b", .issues, "semantic", "search-type-operators"),
            ("a NOT b", .issues, "hybrid", "search-type-operators"),
            ("a AND b", .issues, "hybrid", "search-type-operators"),
            ("(a)", .issues, "semantic", "search-type-parentheses"), ("is:open", .issues, "hybrid", "search-type-text"),
            (GitHubQuery().phrase("a b"), .issues, "semantic", "search-type-quotes"),
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
        "report the search type that was used",
        arguments: [
            ("deadlock", .semantic, .semantic), ("deadlock", .hybrid, .hybrid), ("deadlock", .lexical, .lexical),
            ("deadlock", nil, .lexical),
            (
                GitHubQuery("deadlock label:\"bug\"").with(.repository("octocat/spork"), .label("(a)")), .semantic,
                .semantic
            ),
        ] as [(GitHubQuery, GitHubSearchType?, GitHubSearchType)]
    )
    func types(query: GitHubQuery, requested: GitHubSearchType?, used: GitHubSearchType) async throws {
        let client = try GitHubIssueSearchTests.client()
        let page = try await client.searchIssues(query, scope: .issues, searchType: requested)
        #expect(page.searchType == used)
        #expect(page.lexicalFallbackReasons == [])
    }

    @Test(
        "with several repositories have the default syntax, because GitHub rejects a semantic search with parentheses"
    )
    func repositories() async throws {
        let query = GitHubQuery("deadlock").with(
            .repository("octocat/spork"),
            .repository("swiftlet-works/swift-feather")
        )
        let client = try GitHubIssueSearchTests.client()
        let page = try await client.searchIssues(query, scope: .issues, searchType: .hybrid, usesAdvancedSyntax: true)
        #expect(GitHubIssueSearchTests.names(of: page.items) == ["swiftlet-works/swift-feather#101"])
    }

    @Test(
        "report why GitHub fell back to a lexical search",
        .stubbed(
            stub(
                .get,
                issueSearch,
                returning: .json([
                    "items": [], "search_type": "lexical", "lexical_fallback_reason": ["service_unavailable"],
                ])
            )
        )
    )
    func fallback() async throws {
        let client = GitHubClient(token: "T", configuration: configuration(.current))
        let page = try await client.searchIssues("a", scope: .issues, searchType: .semantic)
        #expect(page.searchType == .lexical)
        #expect(page.lexicalFallbackReasons.map(\.rawValue) == ["service_unavailable"])
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
