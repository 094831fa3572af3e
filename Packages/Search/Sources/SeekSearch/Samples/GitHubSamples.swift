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

extension GitHubSamples {
    static let organization = "sample-lab"
    private static let avatar = sampleURL("https://avatars.githubusercontent.com/u/583231?v=4")

    /// Returns an account. Its avatar is that of GitHub's mascot.
    static func account(_ login: String, _ type: GitHubAccountType = .user) -> GitHubAccount {
        GitHubAccount(login: login, url: pageURL(of: login), avatarURL: avatar, type: type)
    }

    static func pageURL(of login: String, _ path: String = "") -> URL {
        sampleURL("https://github.com/\(PercentEncoding.encode(login))\(path)")
    }

    /// Returns the sample repositories of an account. Some have no description, language, topics or license; one is a
    /// fork, and one is archived.
    static func repositories(of login: String, _ type: GitHubAccountType = .organization) -> [GitHubRepository] {
        repositoryRows.map { name, stars, pushedAt, language, license, topics, description in
            // A hash of the name, so that the ids differ and do not change.
            let id = name.utf8.reduce(1) { ($0 * 31 + Int64($1)) % 1_000_003 }
            var repository = GitHubRepository(id: id, name: name, url: pageURL(of: login, "/\(name)"))
            repository.owner = account(login, type)
            (repository.starCount, repository.forkCount) = (stars, stars / 12)
            (repository.openIssueCount, repository.size, repository.defaultBranch) = (stars / 40, stars * 3, "main")
            (repository.language, repository.license, repository.description) = (language, license, description)
            (repository.topics, repository.visibility) = (topics, .public)
            (repository.isFork, repository.isArchived) = (name == "lantern-docs", name == "old-forecast")
            repository.createdAt = RFC3339.date("2014-07-01T10:00:00Z")
            repository.pushedAt = RFC3339.date(pushedAt)
            repository.updatedAt = repository.pushedAt
            return repository
        }
    }

    private typealias RepositoryRow = (
        name: String, stars: Int64, pushedAt: String, language: String?, license: String?, topics: [String],
        description: String?
    )

    private static let repositoryRows: [RepositoryRow] = [
        (
            "lantern", 18_420, "2026-03-18T21:10:00Z", "Swift", "MIT", ["search", "cache", "swift-package"],
            "A small search library with a cache"
        ),
        (
            "paper-boat", 2_311, "2026-03-02T06:45:00Z", "Kotlin", "Apache-2.0", ["offline-first"],
            "Offline notes that sync when there is a connection"
        ),
        ("dotfiles", 3, "2026-02-27T23:59:00Z", "Shell", nil, [], nil),
        (
            "tiny-parser", 947, "2026-01-15T10:00:00Z", "Swift", "MIT", ["parser"],
            "Parser combinators in two hundred lines"
        ),
        (
            "lighthouse-data", 58, "2025-11-30T12:00:00Z", nil, "CC0-1.0", ["dataset", "geography"],
            "Every lighthouse of the southern coast, as CSV"
        ),
        ("lantern-docs", 112, "2025-10-09T03:20:00Z", "HTML", nil, [], "灯篭のドキュメント（日本語）"),
        (
            "clockwork", 5_602, "2025-09-21T17:30:00Z", "Rust", "MIT", ["testing", "time"],
            "Clocks, timers and schedules that tests can control, without a single call to sleep"
        ),
        (
            "old-forecast", 240, "2018-05-04T08:00:00Z", "Objective-C", "BSD-3-Clause", [],
            "A weather app from 2014"
        ),
        ("recipes", 0, "2025-08-11T19:00:00Z", nil, nil, [], "Plain food, in plain text"),
    ]

    static let users = ["sample-ada", "sample-lin", "sample-noor", organization].enumerated().map { index, login in
        var user = GitHubUser(id: Int64(101 + index), login: login, url: pageURL(of: login))
        (user.type, user.avatarURL) = (login == organization ? .organization : .user, avatar)
        return user
    }

    private static let labelRows: [(String, String, String, Bool)] = [
        ("bug", "d73a4a", "Something does not work", true),
        ("documentation", "0075ca", "Improvements of the documentation", true),
        ("good first issue", "7057ff", "A small task to start with", true),
        ("offline", "c2e0c6", "Behavior without a connection", false),
    ]

    static let labels: [GitHubLabel] = labelRows.map { name, color, description, isDefault in
        var label = GitHubLabel(name: name, color: color)
        (label.description, label.isDefault) = (description, isDefault)
        label.databaseID = Int64(name.utf8.count + 500)
        return label
    }

    private static let topicRows: [(String, String, String)] = [
        ("swift", "Swift", "A language for apps, servers and small devices"),
        ("swift-package", "Swift package", "Libraries that SwiftPM builds"),
        ("offline-first", "Offline first", "Apps that work without a connection"),
    ]

    static let topics: [GitHubTopic] = topicRows.map { name, title, summary in
        var topic = GitHubTopic(name: name)
        (topic.displayName, topic.summary, topic.description) = (title, summary, "\(summary).")
        // A client sets the page to that of its server.
        topic.url = nil
        topic.createdBy = "sample-ada"
        (topic.isFeatured, topic.isCurated) = (name == "swift", name == "swift")
        topic.createdAt = RFC3339.date("2019-05-06T10:00:00Z")
        topic.updatedAt = RFC3339.date("2026-02-01T10:00:00Z")
        return topic
    }

    private static let commitRows: [(String, String, String, String)] = [
        ("1f0c2a", "2026-03-01T09:12:00Z", "sample-ada", "Store the response before it is returned"),
        ("8be41d", "2026-02-11T15:40:00Z", "sample-lin", "Fix the order of pages\n\nThe second page was shown first."),
        ("c07e93", "2025-12-19T18:05:00Z", "sample-noor", "Add a clock that tests control"),
    ]

    static let commits: [GitHubCommit] = commitRows.map { prefix, date, login, message in
        let sha = prefix + String(repeating: "0", count: 40 - prefix.utf8.count)
        var commit = GitHubCommit(sha: sha, url: pageURL(of: organization, "/lantern/commit/\(sha)"), message: message)
        (commit.authorName, commit.author) = (login, account(login))
        (commit.authoredAt, commit.committedAt) = (RFC3339.date(date), RFC3339.date(date))
        commit.repository = "\(organization)/lantern"
        return commit
    }

    private static let codeRows: [(String, String)] = [
        ("Sources/Lantern/Cache.swift", "let cache = Cache(limit: 16)"),
        ("Sources/Lantern/Search.swift", "func search(_ text: String) async throws -> [Item]"),
        ("Tests/LanternTests/CacheTests.swift", "#expect(cache.count == 16)"),
    ]

    static let code: [GitHubCode] = codeRows.map { path, line in
        var file = GitHubCode(
            name: path.split(separator: "/").last.map(String.init) ?? path,
            path: path,
            url: pageURL(of: organization, "/lantern/blob/main/\(path)"),
            repository: repositories(of: organization)[0]
        )
        file.sha = "a94a8fe5ccb19ba61c4c0873d391e987982fbbd3"
        file.textMatches = [GitHubTextMatch(property: "content", fragment: line)]
        return file
    }

    private typealias IssueRow = (
        number: Int64, author: String, labels: [Int], isClosed: Bool, isPullRequest: Bool, title: String
    )

    private static let issueRows: [IssueRow] = [
        (41, "sample-lin", [0, 3], false, false, "Search hangs when the connection is lost"),
        (38, "sample-noor", [0], false, false, "Titles with emoji are cut in the middle"),
        (35, "sample-ada", [1, 2], true, false, "Describe the cache in the README"),
        (29, "sample-lin", [], false, false, "A dark theme"),
        (42, "sample-ada", [3], false, true, "Stop waiting when the connection is lost"),
        (40, "sample-noor", [0], true, true, "Cut titles between characters"),
    ]

    static let issues: [GitHubIssue] = issueRows.map { number, author, labels, isClosed, isPullRequest, title in
        let url = pageURL(of: organization, "/lantern/\(isPullRequest ? "pull" : "issues")/\(number)")
        var issue = GitHubIssue(id: 9_000 + number, number: number, title: title, url: url)
        issue.body = "\(title): what happens, and what should."
        (issue.author, issue.assignees) = (account(author), [account("sample-ada")])
        issue.labels = labels.map { Self.labels[$0] }
        issue.type = labels.contains(0) ? "Bug" : nil
        issue.commentCount = number % 5
        var reactions = GitHubReactions()
        (reactions.total, reactions.thumbsUp) = (2, 2)
        issue.reactions = reactions
        issue.authorAssociation = .contributor
        issue.subIssues = GitHubSubIssues(total: 0, completed: 0)
        issue.dependencies = GitHubIssueDependencies()
        issue.dependencies?.blockedBy = number % 2
        issue.createdAt = RFC3339.date("2026-02-0\(number % 9 + 1)T08:00:00Z")
        issue.updatedAt = RFC3339.date("2026-03-1\(number % 9 + 1)T08:00:00Z")
        issue.repository = "\(organization)/lantern"
        issue.isPullRequest = isPullRequest
        issue.state = isClosed ? .closed : .open
        if isClosed {
            issue.closedAt = issue.updatedAt
            issue.stateReason = isPullRequest ? nil : .completed
        }
        return issue
    }
}
