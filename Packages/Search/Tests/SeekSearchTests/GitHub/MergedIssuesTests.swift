import Foundation
import SeekCache
import SeekModels
import SeekNetworking
import SeekTestHelpers
import SeekTestingSupport
import Testing

@_spi(Seek) @testable import SeekSearch

@Suite("Merged issues and pull requests")
struct MergedIssuesTests {
    /// Returns all pages of a search.
    private func pages(
        _ client: GitHubClient,
        _ query: GitHubQuery,
        sort: GitHubIssueSort? = nil,
        order: GitHubOrder? = nil,
        pageSize: Int
    ) async throws -> [SearchPage<GitHubIssue>] {
        var pages: [SearchPage<GitHubIssue>] = []
        var cursor: PageCursor?
        repeat {
            let page = try await client.searchIssues(query, sort: sort, order: order, pageSize: pageSize, at: cursor)
            pages.append(page)
            cursor = page.next
        } while cursor != nil && pages.count < 100
        return pages
    }

    @Test(
        "all results are returned once in the order of the sort, for any page size",
        arguments: GitHubIssueSort.allCases,
        [1, 3, 4, 100]
    )
    func sorted(sort: GitHubIssueSort, pageSize: Int) async throws {
        for order in [GitHubOrder.ascending, .descending] {
            // With a store, no page is requested twice, and the sample API's limit of 30 requests is not reached.
            let client = try GitHubIssueSearchTests.client(store: MemoryStore(costLimit: 32 << 20))
            let pages = try await pages(client, "created:<2030-01-01", sort: sort, order: order, pageSize: pageSize)
            let items = pages.flatMap(\.items)
            #expect(items.count == 20)
            #expect(Set(items.map(\.id)).count == 20)
            let values = items.map { sort.value(of: $0) }
            #expect(values == (order == .ascending ? values.sorted() : values.sorted(by: >)))
            #expect(Set(pages.map(\.totalCount)) == [20])
        }
    }

    @Test("best matches of issues and pull requests alternate across all pages", arguments: [1, 2, 5, 100])
    func alternating(pageSize: Int) async throws {
        let client = try GitHubIssueSearchTests.client(store: MemoryStore(costLimit: 32 << 20))
        let pages = try await pages(client, "created:<2030-01-01", pageSize: pageSize)
        let kinds = pages.flatMap(\.items).map(\.isPullRequest)
        // 11 issues and 9 pull requests.
        #expect(kinds == Array(repeating: [false, true], count: 9).joined() + [false, false])
    }

    @Test("each request reports its source and cost; a stored page is free")
    func costs() async throws {
        let client = try GitHubIssueSearchTests.client(store: MemoryStore(costLimit: 32 << 20))
        let first = try await client.searchIssues("created:<2030-01-01", sort: .comments, pageSize: 4)
        #expect(first.quotaCost == 2)
        #expect(first.requests.map(\.name) == ["issues", "pull requests"])
        #expect(first.requests.map(\.totalCount) == [11, 9])
        #expect(first.requests.map(\.quotaCost) == [1, 1])
        let cursor = try #require(first.next)
        let second = try await client.searchIssues("created:<2030-01-01", sort: .comments, pageSize: 4, at: cursor)
        #expect(second.quotaCost == 1)
        #expect(second.requests.map(\.provenance.source).contains(.memory))
        let repeated = try await client.searchIssues("created:<2030-01-01", sort: .comments, pageSize: 4)
        #expect(repeated.quotaCost == 0)
        #expect(repeated.provenance.source == .memory)
    }

    @Test(
        "a merged page is incomplete if either of its searches timed out, and cannot be fetched if either fails",
        .stubbed(
            stub(
                .get,
                "https://api.github.com/search/issues?q=a%20is%3Aissue",
                returning: .json(["items": [], "total_count": 3])
            ),
            stub(
                .get,
                "https://api.github.com/search/issues?q=a%20is%3Apull-request",
                returning: .sequence([
                    .json(["items": [], "total_count": 4, "incomplete_results": true]), .status(404),
                ])
            )
        )
    )
    func combined() async throws {
        let client = GitHubClient(configuration: configuration(.current))
        let page = try await client.searchIssues("a")
        #expect(page.isIncomplete)
        #expect(page.totalCount == 7)
        #expect(page.requests.map(\.isIncomplete) == [false, true])
        await #expect(throws: SearchError.self) { try await client.searchIssues("a") }
    }

    /// Returns a page of issues with these numbers of comments, which are also their ids, and `broken` invalid items.
    private static func page(_ comments: [Int], broken: Int = 0, next: String? = nil) -> StubResponse {
        let items = comments.map { count -> JSONValue in
            [
                "id": .number(Double(count)), "number": 1, "title": "t", "html_url": "https://github.com/a/b/issues/1",
                "comments": .number(Double(count)),
            ]
        }
        var fields: HTTPFields = [.contentType: "application/json"]
        fields[.link] = next.map { "<\($0)>; rel=\"next\"" }
        let body: JSONValue = ["items": .array(items + Array(repeating: ["id": 0], count: broken))]
        return .response(HTTPResponse(headerFields: fields, body: body.data))
    }

    private static let secondPage = "https://api.github.com/search/issues?q=a%20is%3Aissue&sort=comments&page=2"

    @Test(
        "skipped items are reported once, although their page is fetched again",
        .stubbed(
            stub(
                .get,
                "https://api.github.com/search/issues?q=a%20is%3Aissue",
                returning: page([9, 8], next: secondPage)
            ),
            stub(.get, secondPage, returning: page([7])),
            stub(
                .get,
                "https://api.github.com/search/issues?q=a%20is%3Apull-request",
                returning: page([3, 1], broken: 2)
            )
        )
    )
    func skippedOnce() async throws {
        let client = GitHubClient(configuration: configuration(.current))
        let pages = try await pages(client, "a", sort: .comments, pageSize: 2)
        #expect(pages.map { $0.items.map(\.id) } == [[9, 8], [7, 3, 1]])
        #expect(pages.map(\.skipped.count) == [2, 0])
        #expect(pages.map(\.quotaCost) == [2, 2])
    }

    @Test(
        "a cursor of another search, or an invalid one, is rejected before a request is sent",
        .stubbed(),
        arguments: [
            "https://api.github.com/search/issues?page=2", "{}", "", #"{"positions":[],"lead":0}"#,
            #"{"lead":0,"positions":[{"kind":"issues","skip":-1,"isRepeated":false}]}"#,
            #"{"lead":0,"positions":[{"kind":"issues","skip":0,"isRepeated":false,"url":"https://evil.example/"}]}"#,
            #"{"lead":9223372036854775807,"positions":[{"kind":"issues","skip":0,"isRepeated":false}]}"#,
            #"{"lead":-9223372036854775808,"positions":[{"kind":"issues","skip":0,"isRepeated":false}]}"#,
            #"{"lead":0,"positions":[{"kind":"users","skip":0,"isRepeated":false}]}"#,
        ]
    )
    func forged(text: String) async {
        let client = GitHubClient(token: "T", configuration: configuration(.current))
        await #expect(throws: SearchError.self) {
            try await client.searchIssues("a", at: PageCursor(rawValue: text))
        }
        #expect(StubTransport.current.received.isEmpty)
    }

    @Test("a cursor of a merged search is rejected by a single search", .stubbed())
    func foreign() async throws {
        let cursor = try #require(PageCursor(IssueMergeCursor([.issues, .pullRequests])))
        let client = GitHubClient(token: "T", configuration: configuration(.current))
        await #expect { try await client.searchIssues("a", scope: .issues, at: cursor) } throws: {
            ($0 as? SearchError)?.stage == .query
        }
        #expect(StubTransport.current.received.isEmpty)
    }

    @Test(
        "a sum of totals that overflows is clamped",
        .stubbed(
            stub(
                .get,
                "https://api.github.com/search/issues",
                returning: .text(#"{"items":[],"total_count":9223372036854775807}"#, contentType: "application/json")
            )
        )
    )
    func hugeTotals() async throws {
        let client = GitHubClient(configuration: configuration(.current))
        #expect(try await client.searchIssues("a").totalCount == .max)
    }

    @Test("results are left for the next merged page if results of the other search's next page may precede them")
    func certain() throws {
        func issue(_ id: Int64, comments: Int64) throws -> GitHubIssue {
            var issue = GitHubIssue(id: id, number: 1, title: "t", url: try #require(URL(string: "https://a.example")))
            issue.commentCount = comments
            return issue
        }
        let issues = try [issue(1, comments: 9), issue(2, comments: 5)]
        let pulls = try [issue(3, comments: 7), issue(4, comments: 5), issue(5, comments: 4)]
        var merge = IssueMerge(sort: .comments, order: nil)
        let (items, counts) = merge.merge([
            .init(kind: .issues, items: issues, hasMore: true),
            .init(kind: .pullRequests, items: pulls, hasMore: false),
        ])
        #expect(items.map(\.id) == [1, 3, 2, 4])
        #expect(counts == [2, 2])
        let empty = merge.merge([
            .init(kind: .issues, items: [], hasMore: true),
            .init(kind: .pullRequests, items: pulls, hasMore: false),
        ])
        #expect(empty.items.isEmpty)
    }

    @Test("windowed searches return each result in their scope once")
    func windowed() async throws {
        let client = try GitHubIssueSearchTests.client(store: MemoryStore(costLimit: 32 << 20))
        let start = Date(timeIntervalSince1970: 1_500_000_000)
        let span = start..<Date(timeIntervalSince1970: 1_800_000_000)
        for (scope, count) in [(GitHubIssueScope.issues, 11), (.pullRequests, 9), (.all, 20)] {
            var ids: [Int64] = []
            for try await page in client.source(.issues(scope), over: span).pages(for: "is:public") {
                ids += page.items.map(\.id)
            }
            #expect(ids.count == count)
            #expect(Set(ids).count == count)
        }
    }

    @Test(
        "the sources of issues and of pull requests return hits of their kind, and send a single request",
        arguments: [(GitHubIssueScope.issues, SearchHit.Kind.issue, 2), (.pullRequests, .pullRequest, 1)]
    )
    func sources(scope: GitHubIssueScope, kind: SearchHit.Kind, count: Int) async throws {
        let source = FederatedSearch.Source(try GitHubIssueSearchTests.client().source(.issues(scope)))
        let response = try await source.response(for: "crash", limit: 10)
        #expect(response.hits.map(\.kind) == Array(repeating: kind, count: count))
        #expect(response.quotaCost == 1)
    }
}
