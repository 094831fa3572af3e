import Foundation
import SeekBasics
import SeekCache
import SeekModels
import SeekNetworking
@_spi(Seek) import SeekSearch
import SeekTestHelpers
import Testing

@Suite("Single sign-on of GitHub organizations")
struct GitHubSingleSignOnTests {
    private static let field = HTTPField.Name("X-GitHub-SSO")
    private static let repository: JSONValue = [
        "id": 1, "name": "r", "full_name": "o/r", "html_url": "https://github.com/o/r",
    ]

    private static func reply(_ body: JSONValue, _ value: String = "partial-results; organizations=21,20")
        -> StubResponse
    {
        var response = HTTPResponse(json: body)
        response.headerFields[field] = value
        return .response(response)
    }

    @Test(
        "the field is parsed",
        arguments: [
            ("required; url=https://g.example/sso?a=B;c", .required(URL(string: "https://g.example/sso?a=B;c"))),
            ("Required;url=https://g.example/sso", .required(URL(string: "https://g.example/sso"))),
            ("required; url=javascript:alert(1)", nil), ("required", nil), ("", nil), ("other; x=1", nil),
            ("partial-results; organizations=21955855,20582480", .partial(["21955855", "20582480"])),
            ("partial-results;organizations=1, 2", .partial(["1", "2"])), ("partial-results", .partial([])),
        ] as [(String, Expectation?)]
    )
    func parsing(value: String, expected: Expectation?) {
        #expect(GitHubSingleSignOn([Self.field: value]) == expected?.value)
    }

    /// A value whose URL is optional, so that it can be an argument of a test.
    enum Expectation: Sendable {
        case required(URL?)
        case partial([String])

        var value: GitHubSingleSignOn? {
            switch self {
            case .required(let url): url.map { .required($0) }
            case .partial(let organizations): .partialResults(organizations: organizations)
            }
        }
    }

    private static let reasons: Set<IncompleteReason> = [
        .unauthorizedOrganization(id: "20"), .unauthorizedOrganization(id: "21"),
    ]

    @Test("a search lacks the results of organizations, also if the page is stored or matches a timeout")
    func search() async throws {
        let body: JSONValue = ["items": [Self.repository], "total_count": 1, "incomplete_results": true]
        let transport = StubTransport([stub(.get, repositorySearch, returning: Self.reply(body))])
        var settings = configuration(transport)
        settings.store = MemoryStore(costLimit: 32 << 20)
        let client = GitHubClient(configuration: settings)
        for source in [Provenance.Source.network, .memory] {
            let page = try await client.searchRepositories("x")
            #expect(page.provenance.source == source)
            #expect(page.incompleteReasons == Self.reasons.union([.timedOut]))
            #expect(page.map(\.name).isIncomplete)
        }
    }

    @Test("a list of repositories lacks the results of organizations")
    func list() async throws {
        let transport = StubTransport([
            stub(.get, "https://api.github.com/users/nobody/repos", returning: Self.reply([Self.repository]))
        ])
        let client = GitHubClient(configuration: configuration(transport))
        let page = try await client.userRepositories().page(for: "nobody", at: nil)
        #expect(page.incompleteReasons == Self.reasons)
    }

    @Test("a merged page and a federated search lack the results that one of the responses lacks")
    func merged() async throws {
        let empty: JSONValue = ["items": [], "total_count": 0]
        let url = "https://api.github.com/search/issues?q=a%20is%3A"
        let transport = StubTransport([
            stub(.get, "\(url)issue", returning: Self.reply(empty, "partial-results")),
            stub(.get, "\(url)pull-request", returning: .json(empty)),
            stub(.get, repositorySearch, returning: Self.reply(["items": [Self.repository], "total_count": 1])),
        ])
        let client = GitHubClient(configuration: configuration(transport))
        let page = try await client.searchIssues("a")
        #expect(page.incompleteReasons == [.unauthorizedOrganization(id: nil)])
        #expect(page.requests.map(\.isIncomplete) == [true, false])
        let response = try await FederatedSearch.Source(client.source(.repositories())).response(for: "x", limit: 1)
        #expect(response.incompleteReasons == Self.reasons)
        #expect(!response.isComplete)
    }

    @Test("the error of a denied request contains the complete address of the page that authorizes the token")
    func denied() async throws {
        let url = try #require(URL(string: "https://github.com/orgs/kumquat/sso?authorization_request=AZ0"))
        var denial = HTTPResponse(json: ["message": "Protected by SAML."], status: 403)
        denial.headerFields[Self.field] = "required; url=\(url.absoluteString)"
        let transport = StubTransport([stub(.get, repositorySearch, returning: .response(denial))])
        let error = await #expect(throws: SearchError.authorizationRequired(.gitHub, "Protected by SAML.", url)) {
            try await GitHubClient(token: "T", configuration: configuration(transport)).searchRepositories("x")
        }
        #expect(
            error?.description
                == "GitHub denied access: Protected by SAML; authorize the token for the organization's single sign-on: \(url.absoluteString)"
        )
        #expect(error?.message.hasSuffix(" \(url.absoluteString)") == true)
    }

    @Test(
        "the addresses of a server are derived from its base URL",
        arguments: [
            ("https://api.github.com", "https://api.github.com/graphql", "https://github.com"),
            ("https://api.github.com/", "https://api.github.com/graphql", "https://github.com"),
            ("https://g.example/api/v3", "https://g.example/api/graphql", "https://g.example/"),
            (
                "https://g.example:8443/proxy/api/v3/", "https://g.example:8443/proxy/api/graphql",
                "https://g.example:8443/proxy/"
            ),
            ("https://api.corp.ghe.com", "https://api.corp.ghe.com/graphql", "https://corp.ghe.com"),
            ("http://127.0.0.1:8080/base/", "http://127.0.0.1:8080/base/graphql", "https://github.com"),
        ]
    )
    func addresses(base: String, graphQL: String, site: String) throws {
        let baseURL = try #require(URL(string: base))
        #expect(GitHubClient.graphQLURL(for: baseURL).absoluteString == graphQL)
        #expect(GitHubClient.siteURL(for: baseURL).absoluteString == site)
        let request = HTTPRequest(url: try #require(URL(string: graphQL)))
        #expect(GitHubClient.resource(of: request, baseURL: baseURL) == "graphql")
    }
}
