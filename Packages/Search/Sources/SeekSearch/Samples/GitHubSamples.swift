import SeekBasics
import SeekNetworking

enum GitHubSamples {
    /// Returns the sample of an endpoint.
    ///
    /// - Parameter parameters: The parameters of the request; for a later page, those of its URL.
    static func response(to endpoint: GitHubEndpoint, _ parameters: QueryParameters) -> HTTPResponse {
        let page = SamplePage(
            of: items(of: endpoint, parameters),
            number: parameters.value(of: "page"),
            size: parameters.value(of: "per_page")
        )
        var fields: HTTPFields = [:]
        if let number = page.next {
            var next = parameters
            next.items.removeAll { $0.name == "page" }
            next.items.append(.init(name: "page", value: String(number)))
            fields[.link] = "<?\(next.encoded)>; rel=\"next\""
        }
        return HTTPResponse(sample: body(of: page, endpoint, parameters), headerFields: fields)
    }

    private static func body(
        of page: SamplePage,
        _ endpoint: GitHubEndpoint,
        _ parameters: QueryParameters
    ) -> JSONValue {
        switch endpoint {
        case .search: break
        case .repositories: return .array(page.items)
        case .repository, .repositoryNamed: return page.items.first ?? .null
        case .rateLimits: return rateLimits
        }
        var body: JSONValue = [
            "total_count": .number(Double(page.total)), "incomplete_results": false, "items": .array(page.items),
        ]
        if let type = parameters.value(of: "search_type") { body["search_type"] = .string(type) }
        return body
    }

    private static func items(of endpoint: GitHubEndpoint, _ parameters: QueryParameters) -> [JSONValue] {
        switch endpoint {
        case .repositories(of: .user, let login): return repositories(of: login, type: "User")
        case .repositories(of: .organization, let login): return repositories(of: login)
        case .repository(let id):
            let repositories = repositories(of: organization)
            var repository = repositories.first { $0["id"].integer == Int(id) } ?? repositories[0]
            repository["id"] = .number(Double(id))
            return [repository]
        case .repositoryNamed: return [repositories(of: organization)[0]]
        case .rateLimits: return []
        case .search(let kind):
            switch kind {
            case .repositories: return repositories(of: organization)
            case .issues:
                let query = parameters.value(of: "q") ?? ""
                let isPullRequestSearch = ["pr", "pull-request"].contains { word in
                    ["is:\(word)", "type:\(word)"].contains { query.split(separator: " ").contains(Substring($0)) }
                }
                return issues.filter { $0["pull_request"].isNull != isPullRequestSearch }
            case .users: return users
            case .code: return code
            case .commits: return commits
            case .topics: return topics
            case .labels: return labels
            }
        }
    }

    private static let organization = "sample-lab"

    /// The status of the rate limits of an unused token. They reset in the year 2100.
    private static let rateLimits: JSONValue = [
        "resources": [
            "code_search": ["limit": 10, "remaining": 10, "reset": 4_102_444_800],
            "core": ["limit": 5_000, "remaining": 5_000, "reset": 4_102_444_800],
            "search": ["limit": 30, "remaining": 30, "reset": 4_102_444_800],
        ]
    ]

    /// Returns an account. Its avatar is that of GitHub's mascot.
    static func account(_ login: String, id: Double = 1, type: String = "User") -> JSONValue {
        [
            "id": .number(id), "login": .string(login), "type": .string(type),
            "html_url": .string("https://github.com/\(PercentEncoding.encode(login))"),
            "avatar_url": "https://avatars.githubusercontent.com/u/583231?v=4",
        ]
    }

    private static let users: [JSONValue] = [
        account("sample-ada", id: 101), account("sample-lin", id: 102), account("sample-noor", id: 103),
        account(organization, id: 104, type: "Organization"),
    ]

    private static let labels: [JSONValue] = [
        label("bug", "d73a4a", "Something does not work", isDefault: true),
        label("documentation", "0075ca", "Improvements of the documentation", isDefault: true),
        label("good first issue", "7057ff", "A small task to start with", isDefault: true),
        label("offline", "c2e0c6", "Behavior without a connection", isDefault: false),
    ]

    private static func label(_ name: String, _ color: String, _ summary: String, isDefault: Bool) -> JSONValue {
        [
            "id": .number(Double(name.utf8.count + 500)), "name": .string(name), "color": .string(color),
            "description": .string(summary), "default": .bool(isDefault),
        ]
    }

    private static let topics: [JSONValue] = [
        topic("swift", "Swift", "A language for apps, servers and small devices", isFeatured: true),
        topic("swift-package", "Swift package", "Libraries that SwiftPM builds", isFeatured: false),
        topic("offline-first", "Offline first", "Apps that work without a connection", isFeatured: false),
    ]

    private static func topic(_ name: String, _ title: String, _ summary: String, isFeatured: Bool) -> JSONValue {
        [
            "name": .string(name), "display_name": .string(title), "short_description": .string(summary),
            "description": .string("\(summary)."), "created_by": "sample-ada", "featured": .bool(isFeatured),
            "curated": .bool(isFeatured), "created_at": "2019-05-06T10:00:00Z", "updated_at": "2026-02-01T10:00:00Z",
        ]
    }

    private static let commits: [JSONValue] = [
        commit("1f0c2a", "Store the response before it is returned", by: "sample-ada", at: "2026-03-01T09:12:00Z"),
        commit(
            "8be41d",
            "Fix the order of pages\n\nThe second page was shown first.",
            by: "sample-lin",
            at: "2026-02-11T15:40:00Z"
        ),
        commit("c07e93", "Add a clock that tests control", by: "sample-noor", at: "2025-12-19T18:05:00Z"),
    ]

    private static func commit(_ prefix: String, _ message: String, by login: String, at date: String) -> JSONValue {
        let sha = prefix + String(repeating: "0", count: 40 - prefix.utf8.count)
        let repository = repositories(of: organization)[0]
        let signature: JSONValue = ["name": .string(login), "date": .string(date)]
        return [
            "sha": .string(sha), "html_url": .string("\(repository["html_url"].string ?? "")/commit/\(sha)"),
            "commit": ["message": .string(message), "author": signature, "committer": signature],
            "author": account(login), "repository": repository,
        ]
    }

    private static let code: [JSONValue] = [
        file("Sources/Lantern/Cache.swift", "let cache = Cache(limit: 16)"),
        file("Sources/Lantern/Search.swift", "func search(_ text: String) async throws -> [Item]"),
        file("Tests/LanternTests/CacheTests.swift", "#expect(cache.count == 16)"),
    ]

    private static func file(_ path: String, _ line: String) -> JSONValue {
        let repository = repositories(of: organization)[0]
        return [
            "name": .string(path.split(separator: "/").last.map(String.init) ?? path), "path": .string(path),
            "sha": "a94a8fe5ccb19ba61c4c0873d391e987982fbbd3",
            "html_url": .string("\(repository["html_url"].string ?? "")/blob/main/\(path)"), "repository": repository,
            "text_matches": [["property": "content", "fragment": .string(line), "matches": []]],
        ]
    }

    private static let issues: [JSONValue] = [
        issue(41, "Search hangs when the connection is lost", "sample-lin", labels: [0, 3]),
        issue(38, "Titles with emoji are cut in the middle", "sample-noor", labels: [0]),
        issue(35, "Describe the cache in the README", "sample-ada", labels: [1, 2], state: "closed"),
        issue(29, "A dark theme", "sample-lin", labels: []),
        issue(42, "Stop waiting when the connection is lost", "sample-ada", labels: [3], isPullRequest: true),
        issue(40, "Cut titles between characters", "sample-noor", labels: [0], state: "closed", isPullRequest: true),
    ]

    /// - Parameter labels: The indices of the issue's labels in ``labels``.
    private static func issue(
        _ number: Int,
        _ title: String,
        _ author: String,
        labels: [Int],
        state: String = "open",
        isPullRequest: Bool = false
    ) -> JSONValue {
        let repository = repositories(of: organization)[0]["full_name"].string ?? ""
        let folder = isPullRequest ? "pull" : "issues"
        let url: JSONValue = .string("https://github.com/\(repository)/\(folder)/\(number)")
        let day = number % 9 + 1
        var issue: JSONValue = [
            "id": .number(Double(9_000 + number)), "number": .number(Double(number)), "title": .string(title),
            "html_url": url, "state": .string(state), "body": .string("\(title): what happens, and what should."),
            "user": account(author), "assignees": [account("sample-ada")],
            "labels": .array(labels.map { Self.labels[$0] }), "comments": .number(Double(number % 5)),
            "reactions": ["total_count": 2, "+1": 2], "locked": false,
            "author_association": "CONTRIBUTOR", "type": labels.contains(0) ? ["name": "Bug"] : .null,
            "sub_issues_summary": ["total": 0, "completed": 0],
            "issue_dependencies_summary": ["blocked_by": .number(Double(number % 2)), "blocking": 0],
            "issue_field_values": [],
            "created_at": .string("2026-02-0\(day)T08:00:00Z"), "updated_at": .string("2026-03-1\(day)T08:00:00Z"),
            "repository_url": .string("https://api.github.com/repos/\(repository)"),
        ]
        if state == "closed" {
            issue["closed_at"] = .string("2026-03-1\(day)T08:00:00Z")
            issue["state_reason"] = isPullRequest ? .null : "completed"
        }
        if isPullRequest {
            issue["pull_request"] = ["html_url": url]
            issue["draft"] = false
        }
        return issue
    }
}
