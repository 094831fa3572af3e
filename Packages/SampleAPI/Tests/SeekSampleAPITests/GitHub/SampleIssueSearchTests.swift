import Foundation
import SeekNetworking
import SeekSampleAPI
import SeekTestHelpers
import Testing

@Suite("search/issues")
struct SampleIssueSearchTests {
    let client: Client

    init() throws {
        client = try Client(
            SampleAPIConfiguration(
                tokenLimits: .init(core: 1000, search: 1000, codeSearch: 1000, semanticSearch: 1000)
            )
        )
    }

    func search(_ query: String, _ furtherParameters: String = "") throws -> JSONResponse {
        try client.gitHub("/search/issues?per_page=100&q=\(query.encoded)\(furtherParameters)")
    }

    func names(_ query: String, _ furtherParameters: String = "") throws -> [String] {
        let response = try search(query, furtherParameters)
        #expect(response.status == 200, "\(query): \(String(decoding: response.http.body, as: UTF8.self).prefix(300))")
        return response.items.compactMap { item in
            item["repository_url"].string.map { url in
                "\(url.split(separator: "/").suffix(2).joined(separator: "/"))#\(item["number"].integer ?? 0)"
            }
        }
    }

    @Test(
        "a query is rejected if it has no type qualifier, or only a negated, quoted or invalid one",
        arguments: [
            "crash", "crash -is:issue", "crash NOT is:pr", "\"is:issue\"", "is:open", "type:pull-request", "state:open",
            "is:", "this:issue",
        ]
    )
    func missingType(query: String) throws {
        let response = try search(query)
        #expect(response.status == 422)
        #expect(response.json["message"].string == "Validation Failed")
        #expect(response.json["errors"][0]["message"].string == "Query must include 'is:issue' or 'is:pull-request'")
        #expect(response.json["errors"][0]["code"].string == "invalid")
    }

    @Test(
        "each spelling of a type selects only that type",
        arguments: [
            ("is:issue", false), ("type:issue", false), ("is:pr", true), ("is:pull-request", true), ("type:pr", true),
        ]
    )
    func types(qualifier: String, isPullRequest: Bool) throws {
        let response = try search(qualifier)
        let items = response.items
        #expect(!items.isEmpty)
        #expect(items.allSatisfy { ($0["pull_request"] != .null) == isPullRequest })
        #expect(response.json["search_type"].string == "lexical")
    }

    @Test("a query with both types matches nothing, even in advanced search", arguments: ["", "&advanced_search=true"])
    func bothTypes(furtherParameters: String) throws {
        #expect(try names("is:issue is:pr", furtherParameters) == [])
    }

    @Test(
        "words and qualifiers select the matching issues and pull requests",
        arguments: [
            ("crash is:issue", ["octocat/Hello-World#19", "octocat/spork#3"]),
            ("crash is:pr", ["octocat/Hello-World#20"]),
            ("crash is:issue state:open", []),
            ("crash is:issue in:title", ["octocat/Hello-World#19"]),
            ("is:issue label:\"good first issue\"", []),
            ("is:pr label:\"good first issue\"", ["octocat/Hello-World#17"]),
            ("is:issue repo:yoru-tools/yakei", ["yoru-tools/yakei#1"]),
            ("夜景 is:pr", ["yoru-tools/yakei#2"]), ("is:pr is:draft author:night-owl-dev", ["octocat/Hello-World#22"]),
            ("is:issue comments:>20", ["swiftlet-works/swift-feather#101"]),
            ("is:issue no:label", []), ("is:pr is:merged created:2022-08-02", ["swiftlet-works/swift-perch#8"]),
            ("is:issue reactions:16", ["octocat/spork#3"]), ("zzzz is:issue", []),
        ]
    )
    func matches(query: String, expected: [String]) throws {
        #expect(Set(try names(query)) == Set(expected))
    }

    @Test(
        "in the standard grammar, filters apply to the whole query, and several repositories are alternatives",
        arguments: [
            ("repo:octocat/spork repo:yoru-tools/yakei is:issue", ["octocat/spork#3", "yoru-tools/yakei#1"]),
            (
                "org:octocat user:yoru-tools label:bug is:issue",
                [
                    "octocat/Hello-World#18", "octocat/Hello-World#19", "yoru-tools/yakei#1",
                ]
            ),
            ("deadlock OR crash is:issue repo:octocat/spork", ["octocat/spork#3"]),
            ("(deadlock OR crash) is:issue repo:octocat/spork", ["octocat/spork#3"]),
            ("crash is:issue label:bug label:crash", ["octocat/Hello-World#19"]),
            ("crash is:issue is:public is:private", ["octocat/Hello-World#19", "octocat/spork#3"]),
        ]
    )
    func standardGrammar(query: String, expected: [String]) throws {
        #expect(Set(try names(query)) == Set(expected))
    }

    @Test(
        "in the advanced grammar, a space is AND, which has precedence over OR, and parentheses group",
        arguments: [
            ("repo:octocat/spork repo:yoru-tools/yakei is:issue", []),
            (
                "(repo:octocat/spork OR repo:yoru-tools/yakei) is:issue", ["octocat/spork#3", "yoru-tools/yakei#1"]
            ),
            (
                "deadlock OR crash is:issue repo:octocat/spork",
                ["swiftlet-works/swift-feather#101", "swiftlet-works/swift-feather#102", "octocat/spork#3"]
            ),
            ("( deadlock OR crash ) is:issue repo:octocat/spork", ["octocat/spork#3"]),
            (
                "crash is:issue (label:question OR (label:bug AND label:crash))",
                [
                    "octocat/Hello-World#19", "octocat/spork#3",
                ]
            ),
            ("is:issue NOT (label:bug OR label:question) repo:octocat/Hello-World", ["octocat/Hello-World#21"]),
            ("(\"two readers\") () is:issue", ["swiftlet-works/swift-feather#101"]),
        ]
    )
    func advancedGrammar(query: String, expected: [String]) throws {
        #expect(Set(try names(query, "&advanced_search=true")) == Set(expected))
    }

    @Test(
        "a query is rejected for unbalanced parentheses in the advanced grammar, and without words for its operators",
        arguments: [
            ("is:issue (crash", "true", "not balanced"), ("is:issue crash) OR (deadlock", "true", "not balanced"),
            ("is:issue " + String(repeating: "(", count: 20_000), "true", "not balanced"),
            ("is:issue label:a OR label:b", "false", "only logical operators"),
        ]
    )
    func rejectedGrammar(query: String, isAdvanced: String, message: String) throws {
        let response = try search(query, "&advanced_search=\(isAdvanced)")
        #expect(response.status == 422)
        #expect(response.json["errors"][0]["message"].string?.contains(message) == true)
    }

    @Test(
        "`word:word` is an unknown qualifier, which matches nothing, unless it is quoted",
        arguments: [
            ("deadlock is:issue foo:bar", []), ("deadlock is:issue -foo:bar", ["swiftlet-works/swift-feather#101"]),
            ("\"mode: warnings\" is:issue", ["swiftlet-works/swift-feather#105"]),
            ("`mode: warnings` is:issue", ["swiftlet-works/swift-feather#105"]),
        ]
    )
    func unknownQualifiers(query: String, expected: [String]) throws {
        #expect(try names(query) == expected)
    }

    @Test("semantic search rejects parentheses")
    func semanticParentheses() throws {
        #expect(try search("(deadlock) is:issue", "&search_type=semantic").status == 422)
        #expect(try search("deadlock is:issue label:\"(a)\"", "&search_type=semantic").status == 200)
    }

    @Test(
        "results can be sorted by comments and reactions",
        arguments: [
            ("comments", ["comments"]), ("reactions", ["reactions", "total_count"]),
            ("reactions-+1", ["reactions", "+1"]),
            ("reactions--1", ["reactions", "-1"]), ("reactions-smile", ["reactions", "laugh"]),
            ("reactions-thinking_face", ["reactions", "confused"]), ("reactions-heart", ["reactions", "heart"]),
            ("reactions-tada", ["reactions", "hooray"]),
        ]
    )
    func sorting(sort: String, path: [String]) throws {
        func values(_ order: String) throws -> [Int] {
            try search("is:issue", "&sort=\(sort.encoded)&order=\(order)").items.map { item in
                path.reduce(item) { $0[$1] }.integer ?? -1
            }
        }
        let descending = try values("desc")
        #expect(descending == descending.sorted(by: >))
        let greatest = try #require(descending.first)
        #expect(greatest > 0)
        #expect(try values("asc") == descending.sorted())
    }

    @Test(
        "semantic search falls back to lexical search where necessary, and reports the reasons",
        arguments: [
            ("deadlock is:issue", "semantic", nil), ("deadlock is:issue", "hybrid", nil),
            ("is:issue", "lexical", ["no_text_terms"]), ("\"two readers\" is:issue", "lexical", ["quoted_text"]),
            ("crash is:pr", "lexical", ["non_issue_target"]),
            ("crash OR deadlock is:issue", "lexical", ["or_boolean_not_supported"]),
            ("is:pr", "lexical", ["non_issue_target", "no_text_terms"]),
        ] as [(String, String, [String]?)]
    )
    func semantic(query: String, type: String, reasons: [String]?) throws {
        let response = try search(query, "&search_type=\(type == "hybrid" ? "hybrid" : "semantic")")
        #expect(response.status == 200)
        #expect(response.json["search_type"].string == type)
        #expect(response.json["lexical_fallback_reason"].array?.compactMap(\.string) == reasons)
        #expect(response[rateLimit: "resource"] == "semantic_search")
    }

    static let anonymous: HTTPFields = [.userAgent: "tests"]

    @Test("semantic search requires a token")
    func semanticAccess() throws {
        let rejected = try client.gitHub("/search/issues?q=a+is:issue&search_type=semantic", fields: Self.anonymous)
        #expect(rejected.status == 401)
        #expect(rejected.json["message"].string == "Requires authentication")
    }

    @Test("an unknown search type is ignored")
    func unknownSearchType() throws {
        let ignored = try client.gitHub("/search/issues?q=a+is:issue&search_type=psychic", fields: Self.anonymous)
        #expect(ignored.status == 200)
        #expect(ignored.json["search_type"].string == "lexical")
        #expect(ignored[rateLimit: "resource"] == "search")
    }

    @Test(
        "searches with fixed responses validate their parameters, and an unknown search is not found",
        arguments: [
            ("users?q=", 422), ("users?q=x", 200), ("commits?q=\(String(repeating: "x", count: 257))", 422),
            ("topics?q=a+OR+b+OR+c+OR+d+OR+e+OR+f+OR+g", 422), ("code?q=x&page=11&per_page=100", 422),
            ("code?q=x", 200), ("labels?q=x&repository_id=1", 200), ("labels?q=x", 422), ("people?q=x", 404),
        ]
    )
    func fixedSearches(target: String, status: Int) throws {
        #expect(try client.gitHub("/search/\(target)").status == status)
    }

    @Test("code search requires a token and has its own rate limit")
    func codeSearch() throws {
        let client = try Client(SampleAPIConfiguration())  // with the default limits
        let rejected = try client.gitHub("/search/code?q=x", fields: [.userAgent: "tests"])
        #expect(rejected.status == 401)
        #expect(rejected.json["errors"][0]["message"].string == "Must be authenticated to access the code search API")
        let response = try client.gitHub("/search/code?q=x")
        #expect(response[rateLimit: "limit"] == "10")
        #expect(response[rateLimit: "resource"] == "code_search")
    }

    @Test("listing the repositories of the account 'search' counts as core, not as a search")
    func accountNamedSearch() throws {
        #expect(try client.gitHub("/users/search/repos")[rateLimit: "resource"] == "core")
    }
}
