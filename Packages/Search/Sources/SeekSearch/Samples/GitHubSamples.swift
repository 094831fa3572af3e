import SeekBasics
import SeekModels
import SeekNetworking

/// The sample responses of GitHub's endpoints.
enum GitHubSamples {
    /// Returns the sample of an endpoint.
    ///
    /// - Parameter parameters: The parameters of the request; for a later page, those of its URL.
    static func response(to endpoint: GitHubEndpoint, _ parameters: QueryParameters) -> HTTPResponse {
        switch endpoint {
        case .repositories(of: .user, let login):
            return list(repositories(of: login, .user), parameters) { GitHubListPage(items: $0.items) }
        case .repositories(of: .organization, let login):
            return list(repositories(of: login), parameters) { GitHubListPage(items: $0.items) }
        case .repository(let id):
            let repositories = repositories(of: organization)
            var repository = repositories.first { $0.id == id } ?? repositories[0]
            repository.id = id
            return HTTPResponse(sample: repository)
        case .repositoryNamed:
            return HTTPResponse(sample: repositories(of: organization)[0])
        case .issue(let number, _, _):
            return HTTPResponse(sample: issues.first { $0.number == number } ?? issues[0])
        case .rateLimits:
            return HTTPResponse(sample: rateLimits)
        case .search(let kind):
            switch kind {
            case .repositories: return search(repositories(of: organization), parameters)
            case .issues: return search(issues(matching: parameters.value(of: "q") ?? ""), parameters)
            case .users: return search(users, parameters)
            case .code: return search(code, parameters)
            case .commits: return search(commits, parameters)
            case .topics: return search(topics, parameters)
            case .labels: return search(labels, parameters)
            }
        }
    }

    private static func search(_ items: [some Encodable & Sendable], _ parameters: QueryParameters) -> HTTPResponse {
        list(items, parameters) { page in
            let type = parameters.value(of: "search_type").map { GitHubSearchType(rawValue: $0) }
            return GitHubSearchPage(items: page.items, totalCount: page.total, searchType: type)
        }
    }

    /// Returns a page, with a link to the next one.
    private static func list<Item, Model: Encodable>(
        _ items: [Item],
        _ parameters: QueryParameters,
        _ model: (SamplePage<Item>) -> Model
    ) -> HTTPResponse {
        let page = SamplePage(
            of: items,
            number: parameters.value(of: "page"),
            size: parameters.value(of: "per_page")
        )
        var fields: HTTPFields = [:]
        if let next = page.next {
            var following = parameters
            following.items.removeAll { $0.name == "page" }
            following.items.append(.init(name: "page", value: next))
            fields[.link] = "<?\(following.encoded)>; rel=\"next\""
        }
        return HTTPResponse(sample: model(page), headerFields: fields)
    }

    private static func issues(matching query: String) -> [GitHubIssue] {
        let words = Set(query.split(separator: " ").map(String.init))
        let isForPullRequests = !words.isDisjoint(with: ["is:pr", "type:pr", "is:pull-request", "type:pull-request"])
        return issues.filter { $0.isPullRequest == isForPullRequests }
    }

    /// The status of the rate limits of an unused token. They reset in the year 2100.
    private static let rateLimits: JSONValue = [
        "resources": [
            "code_search": ["limit": 10, "remaining": 10, "reset": 4_102_444_800],
            "core": ["limit": 5_000, "remaining": 5_000, "reset": 4_102_444_800],
            "search": ["limit": 30, "remaining": 30, "reset": 4_102_444_800],
        ]
    ]
}
