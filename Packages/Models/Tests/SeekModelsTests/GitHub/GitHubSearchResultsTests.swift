import Foundation
import SeekModels
import SeekTestHelpers
import Testing

@Suite("Results of GitHub's searches")
struct GitHubSearchResultsTests {
    func page<Item: Decodable & Sendable>(_ type: Item.Type, _ name: String) throws -> GitHubSearchPage<Item> {
        try ModelDecoder().decode(GitHubSearchPage<Item>.self, from: load(.bytes("github/\(name).json")))
    }

    @Test("Issues and pull requests are decoded; missing, null and invalid optional members are nil or empty")
    func issues() throws {
        let page = try page(GitHubIssue.self, "search_issues")
        #expect(page.items.map(\.number) == [17, 18, 19])
        #expect(page.skipped.isEmpty)
        let pullRequest = page.items[0]
        #expect(pullRequest.id == 4_294_967_299)
        #expect(pullRequest.title == "Greet in more languages")
        #expect(pullRequest.isPullRequest)
        #expect(pullRequest.isDraft)
        #expect(pullRequest.isLocked)
        #expect(pullRequest.state == .closed)
        #expect(pullRequest.stateReason == nil)
        #expect(pullRequest.author == GitHubAccount(login: "night-owl-dev"))
        #expect(pullRequest.assignees == [GitHubAccount(login: "octocat")])
        #expect(pullRequest.milestone == "1.0")
        #expect(pullRequest.labels.map(\.name) == ["good first issue", "legacy"])
        #expect(pullRequest.commentCount == 3)
        #expect(pullRequest.body == "Hello, 世界")
        #expect(pullRequest.repository == "octocat/Hello-World")
        #expect(pullRequest.createdAt == Date(timeIntervalSince1970: 1_735_787_045))
        #expect(pullRequest.updatedAt != nil)
        #expect(pullRequest.closedAt == Date(timeIntervalSince1970: 1_740_884_645))
        #expect(
            pullRequest.textMatches == [
                GitHubTextMatch(
                    property: "body",
                    fragment: "Hello, 世界",
                    occurrences: [.init(text: "Hello", range: 0..<5), .init(text: "x")]
                )
            ]
        )
        let issue = page.items[1]
        #expect(issue.author == nil)
        #expect(issue.labels.isEmpty)
        #expect(!issue.isPullRequest)
        #expect(issue.repository == nil)
    }

    @Test(
        "The search type and fallback reasons are decoded, including unknown values",
        arguments: [
            ("", nil, []), (#","search_type":"lexical""#, .lexical, []),
            (
                #","search_type":"lexical","lexical_fallback_reason":["quoted_text","bad_weather"]"#, .lexical,
                [.quotedText, .init(rawValue: "bad_weather")]
            ),
            (#","search_type":"lexical","lexical_fallback_reason":"server_error""#, .lexical, [.serverError]),
            (#","search_type":"psychic","lexical_fallback_reason":null"#, .init(rawValue: "psychic"), []),
            (#","search_type":7,"lexical_fallback_reason":[7,{}]"#, nil, []),
        ] as [(String, GitHubSearchType?, [GitHubLexicalFallbackReason])]
    )
    func searchType(members: String, type: GitHubSearchType?, reasons: [GitHubLexicalFallbackReason]) throws {
        let data = Data("{\"items\":[]\(members)}".utf8)
        let page = try ModelDecoder().decode(GitHubSearchPage<GitHubIssue>.self, from: data)
        #expect(page.searchType == type)
        #expect(page.lexicalFallbackReasons == reasons)
    }

    private static let detailExamples: [String: (members: String, isRead: @Sendable (GitHubIssue) -> Bool)] = [
        "complete": (
            """
            "type":{"id":7,"name":"Bug"},"author_association":"MEMBER",
            "sub_issues_summary":{"total":4,"completed":3,"percent_completed":75},
            "issue_dependencies_summary":{"blocked_by":1,"blocking":2,"total_blocked_by":3,"total_blocking":4},
            "issue_field_values":[
                {"issue_field_id":1,"issue_field_name":"Priority","data_type":"single_select","value":"7",
                 "single_select_option":{"id":7,"name":"High"}},
                {"issue_field_id":2,"data_type":"number","value":3},{"issue_field_id":3,"data_type":"number","value":0.5},
                {"issue_field_id":4,"data_type":"date","value":"2026-07-01"},{"issue_field_id":5,"value":null},
                {"issue_field_id":6,"multi_select_options":[{"name":"a"},{"name":"b"},{}]},{"data_type":"text"},null
            ]
            """,
            { issue in
                issue.type == "Bug" && issue.authorAssociation == .member
                    && issue.subIssues == GitHubSubIssues(total: 4, completed: 3)
                    && issue.dependencies?.totalBlocking == 4 && issue.dependencies?.blockedBy == 1
                    && issue.fieldValues.map(\.values) == [["High"], ["3"], ["0.5"], ["2026-07-01"], [], ["a", "b"]]
                    && issue.fieldValues.map(\.name) == ["Priority", nil, nil, nil, nil, nil]
            }
        ),
        "null": (
            """
            "type":null,"author_association":null,"sub_issues_summary":null,"issue_dependencies_summary":null,
            "issue_field_values":null
            """,
            { $0.type == nil && $0.subIssues == nil && $0.dependencies == nil && $0.fieldValues.isEmpty }
        ),
        "of other types": (
            """
            "type":"Bug","author_association":7,"sub_issues_summary":[],"issue_dependencies_summary":"x",
            "issue_field_values":{}
            """,
            { $0.type == nil && $0.authorAssociation == nil && $0.subIssues == nil && $0.fieldValues.isEmpty }
        ),
        "empty": (
            """
            "type":{},"author_association":"FRIEND","sub_issues_summary":{},"issue_dependencies_summary":{}
            """,
            { issue in
                issue.type == nil && issue.authorAssociation?.rawValue == "FRIEND"
                    && issue.subIssues == GitHubSubIssues(total: 0, completed: 0)
                    && issue.dependencies == GitHubIssueDependencies()
            }
        ),
    ]

    @Test(
        "The type, sub-issues, dependencies, fields and author association of an issue are decoded, and none is required",
        arguments: detailExamples.keys.sorted(),
        [ModelDecoder.Mode.lenient, .strict]
    )
    func details(name: String, mode: ModelDecoder.Mode) throws {
        let details = try #require(Self.detailExamples[name])
        let text = """
            {"id":1,"number":1,"title":"t","html_url":"https://github.com/a/b/issues/1",\(details.members)}
            """
        let issue = try ModelDecoder(mode).decode(GitHubIssue.self, from: Data(text.utf8))
        #expect(details.isRead(issue), "\(issue)")
    }

    @Test("A file is decoded without the members of its repository that GitHub closes down")
    func closedMembers() throws {
        let text = """
            {"total_count":1,"items":[{"name":"a","path":"a","html_url":"https://github.com/o/r/blob/1/a","repository":
            {"id":1,"name":"r","full_name":"o/r","html_url":"https://github.com/o/r","description":null,"node_id":null,
            "owner":{"login":"o","id":1,"type":null,"node_id":null}}}]}
            """
        let page = try ModelDecoder(.strict).decode(GitHubSearchPage<GitHubCode>.self, from: Data(text.utf8))
        #expect(page.items.first?.repository?.fullName == "o/r")
    }

    @Test("The reactions to an issue are decoded; a missing or invalid count is 0")
    func reactions() throws {
        let text = """
            {"id":1,"number":1,"title":"t","html_url":"https://github.com/a/b/issues/1",
            "reactions":{"total_count":9,"+1":4,"-1":1,"laugh":"x","confused":3,"eyes":null}}
            """
        let reactions = try #require(ModelDecoder().decode(GitHubIssue.self, from: Data(text.utf8)).reactions)
        var expected = GitHubReactions()
        (expected.total, expected.thumbsUp, expected.thumbsDown, expected.confused) = (9, 4, 1, 3)
        #expect(reactions == expected)
    }

    @Test("Users of known and unknown types are decoded, including ids beyond 32 bits")
    func users() throws {
        let users = try page(GitHubUser.self, "search_users").items
        #expect(users.map(\.login) == ["octocat", "kumquat-labs"])
        #expect(users.map(\.id) == [583_231, 9_999_999_999])
        #expect(users.map(\.type?.rawValue) == ["User", "Enterprise"])
        #expect(users[0].avatarURL != nil)
        #expect(users[1].avatarURL == nil)
        #expect(users[0].name == nil)
        #expect(users[0].url.absoluteString == "https://github.com/octocat")
    }

    @Test("Files, commits, topics and labels are decoded")
    func filesCommitsTopicsAndLabels() throws {
        let code = try page(GitHubCode.self, "search_code")
        #expect(!code.isIncomplete)
        #expect(code.items.map(\.path) == ["Sources/Greeting.swift"])
        #expect(code.items[0].repository?.fullName == "octocat/Hello-World")
        #expect(code.items[0].repository?.starCount == nil)
        #expect(code.items[0].id == code.items[0].url.absoluteString)
        #expect(code.items[0].sha?.hasPrefix("980a") == true)

        let commits = try page(GitHubCommit.self, "search_commits").items
        #expect(commits[0].authoredAt == Date(timeIntervalSince1970: 1_331_075_210))
        #expect(commits[0].committedAt == Date(timeIntervalSince1970: 1_331_075_211))
        #expect(commits[0].author?.login == "octocat")
        #expect(commits[0].authorName == "The Octocat")
        #expect(commits[0].repository == "octocat/Hello-World")
        #expect(commits[0].id != commits[1].id)
        #expect(commits[1].author == nil)
        #expect(commits[1].authoredAt == nil)
        #expect(commits[1].message.isEmpty)

        let topics = try page(GitHubTopic.self, "search_topics").items
        #expect(topics.map(\.id) == ["swift", "swift-tools"])
        #expect(topics.map(\.displayName) == ["Swift", nil])
        #expect(topics[0].isFeatured)
        #expect(topics[0].isCurated)
        #expect(topics[0].createdBy == "Chris Lattner")
        #expect(topics[0].summary == "A programming language.")
        #expect(topics[0].createdAt != nil)

        let label = try #require(try page(GitHubLabel.self, "search_labels").items.first)
        #expect(label.id == "bug")
        #expect(label.databaseID == 418_327_088)
        #expect(label.color == "ee0701")
        #expect(label.isDefault)
        #expect(label.description == "Something isn't working.")
    }

    @Test("Owners, authors and assignees have a URL, an avatar and a type; labels have a color")
    func accounts() throws {
        let account = """
            {"login":"o","id":1,"type":"Organization","html_url":"https://github.com/o",
            "avatar_url":"https://avatars.example.com/o"}
            """
        let text = """
            {"id":1,"number":1,"title":"t","html_url":"https://github.com/o/r/issues/1","user":\(account),
            "assignees":[\(account),{"login":"p","html_url":"not a url","avatar_url":null,"type":7},{"login":""}],
            "labels":[{"id":9,"name":"bug","color":"d73a4a","description":"Broken","default":true},"old",{"color":"0"}]}
            """
        let issue = try ModelDecoder().decode(GitHubIssue.self, from: Data(text.utf8))
        let expected = GitHubAccount(
            login: "o",
            url: URL(string: "https://github.com/o"),
            avatarURL: URL(string: "https://avatars.example.com/o"),
            type: .organization
        )
        #expect(issue.author == expected)
        #expect(issue.assignees == [expected, GitHubAccount(login: "p")])
        #expect(issue.labels.map(\.name) == ["bug", "old"])
        #expect(issue.labels.map(\.color) == ["d73a4a", nil])
        #expect(issue.labels.map(\.databaseID) == [9, nil])
        #expect(issue.labels[0].description == "Broken")
        #expect(issue.labels[0].isDefault)
        let repository =
            #"{"id":1,"name":"r","html_url":"https://github.com/o/r","visibility":"internal","owner":\#(account)}"#
        let decoded = try ModelDecoder().decode(GitHubRepository.self, from: Data(repository.utf8))
        #expect(decoded.owner == expected)
        #expect(decoded.visibility == .internal)
        #expect(decoded.fullName == "o/r")
    }

    @Test(
        "A URL without a host is invalid; a host of one character is valid",
        arguments: [("http://a", true), ("http://", false), ("https://", false)]
    )
    func urlHost(url: String, isAccepted: Bool) throws {
        let page = Data(#"{"items":[{"id":1,"name":"r","full_name":"o/r","html_url":"\#(url)"}]}"#.utf8)
        let items = try ModelDecoder().decode(GitHubSearchPage<GitHubRepository>.self, from: page).items
        #expect(items.isEmpty == !isAccepted)
    }

    @Test(
        "A null, negative or too large count is nil",
        arguments: ["-1", "-9223372036854775808", "1e300", "9223372036854775808", "null"]
    )
    func invalidCounts(number: String) throws {
        let json = """
            {"total_count":\(number),"items":[{"id":1,"name":"n","html_url":"https://github.com/o/n",
            "stargazers_count":\(number),"forks_count":\(number)}]}
            """
        let page = try ModelDecoder().decode(GitHubSearchPage<GitHubRepository>.self, from: Data(json.utf8))
        #expect(page.totalCount == nil)
        #expect(page.items.first?.starCount == nil)
        #expect(page.items.first?.forkCount == nil)
    }
}
