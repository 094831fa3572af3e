import Foundation
import SeekBasics
import SeekModels
import SeekNetworking
import SeekSearch
import SeekTestHelpers
import Testing

private struct Hit: Sendable, Identifiable, Hashable {
    var id: Int
}

@Suite("Windowed searches")
struct WindowedSearchTests {
    let span = TimeWindow(start: Date(timeIntervalSince1970: 0), end: Date(timeIntervalSince1970: 1000))

    /// Returns a search with one result per second, 10 results per page and at most 50 per window. Each page costs a
    /// call. The call with the number `failAt`, counted from 1, fails.
    private func search(budget: Int, failAt: Int = .max) -> WindowedSearch<Hit> {
        let calls = Mutex(0)
        let plan = WindowPlan(span, rules: .init(cap: 50, pageSize: 10, minimumSeconds: 1))
        return WindowedSearch(plan, budget: budget) { window, cursor throws(SearchError) in
            let call = calls.withLock {
                $0 += 1
                return $0
            }
            if call == failAt { throw .limitReached(.gitHub, SearchLimit(kind: .rate, message: "")) }
            let first = Int(window.start.timeIntervalSince1970) + (cursor.flatMap { Int($0.rawValue) } ?? 0)
            let last = min(Int(window.end.timeIntervalSince1970), Int(window.start.timeIntervalSince1970) + 50)
            let ids = first..<min(first + 10, last)
            let offset = ids.upperBound - Int(window.start.timeIntervalSince1970)
            return SearchPage(
                items: ids.map { Hit(id: $0) },
                totalCount: window.seconds,
                next: ids.upperBound < last ? PageCursor(rawValue: "\(offset)") : nil
            )
        }
    }

    @Test("return all results once")
    func all() async throws {
        var ids: [Int] = []
        for try await page in search(budget: 1000) { ids += page.items.map(\.id) }
        #expect(ids.count == 1000)
        #expect(Set(ids).count == 1000)
    }

    @Test("provide the results of all pages as items, and send no call after the limit")
    func items() async throws {
        var ids: [Int] = []
        for try await hit in search(budget: 1000).items { ids.append(hit.id) }
        #expect(Set(ids).count == 1000)
        ids = []
        // Three calls: when the first one returns the total, the span is divided and its first page is fetched again.
        for try await hit in search(budget: 1000, failAt: 4).items(limit: 20) { ids.append(hit.id) }
        #expect(ids == Array(0..<20))
    }

    @Test("stay within the budget, and resume from the last cursor", arguments: [0, 1, 17])
    func budget(calls: Int) async throws {
        let search = search(budget: calls)
        var ids: Set<Int> = []
        var cursor: WindowPlan?
        for try await page in search {
            ids.formUnion(page.items.map(\.id))
            cursor = page.cursor
        }
        #expect((cursor?.spentCalls ?? 0) == calls)
        guard var cursor, calls > 1 else { return }
        while cursor.nextStep != nil {
            for try await page in search.resuming(cursor) {
                ids.formUnion(page.items.map(\.id))
                cursor = page.cursor
            }
        }
        #expect(ids.count == 1000)
    }

    @Test("end with an error; the previous cursor remains valid")
    func failure() async throws {
        let search = search(budget: 1000, failAt: 9)
        var ids: Set<Int> = []
        var cursor: WindowPlan?
        var iterator = search.makeAsyncIterator()
        await #expect(throws: SearchError.self) {
            while let page = try await iterator.next() {
                ids.formUnion(page.items.map(\.id))
                cursor = page.cursor
            }
        }
        #expect(try await iterator.next()?.items == nil)
        for try await page in search.resuming(try #require(cursor)) { ids.formUnion(page.items.map(\.id)) }
        #expect(ids.count == 1000)
    }

    @Test("estimate their cost")
    func cost() async throws {
        let cost = try await search(budget: 1).cost()
        #expect(cost.total == 1000)
        // Windows are planned to have 70 % of the 50 results that can be fetched: 35, which take four pages. The page
        // that provides the total is fetched in addition.
        #expect(cost.windows == 29)
        #expect(cost.pages == 1 + 29 * 4)
    }

    @Test("GitHub searches send a window as `created:` with its first and last second")
    func gitHub() async throws {
        let transport = StubTransport([
            stub(.get, repositorySearch, returning: .json(file: "github/search_repositories")),
            stub(.get, "https://api.github.com/search/issues", returning: .json(file: "github/search_issues")),
        ])
        let client = GitHubClient(configuration: configuration(transport))
        var count = 0
        for try await page in client.windowedRepositories("swift", over: span, budget: 1) { count += page.items.count }
        for try await page in client.windowedIssues("swift is:issue", over: span, budget: 1) {
            count += page.items.count
        }
        #expect(count >= 2)
        #expect(transport.received.count == 2)
        let query = transport.received.first?.url.query(percentEncoded: false)
        #expect(query == "q=swift created:1970-01-01T00:00:00Z..1970-01-01T00:16:39Z&per_page=100")
    }

    @Test("an empty GitHub query is rejected, although the added `created:` would make it valid", arguments: ["", " "])
    func emptyQuery(text: String) async {
        let transport = StubTransport()
        let client = GitHubClient(configuration: configuration(transport))
        let error = await #expect(throws: SearchError.self) {
            try await client.windowedRepositories(GitHubQuery(text), over: span, budget: 1).cost()
        }
        #expect(error == .invalidQuery("the search text is empty; enter one"))
        #expect(transport.received.isEmpty)
    }

    @Test("YouTube searches return each matching video of the sample API once")
    func youTube() async throws {
        let client = try YouTubeClient.ofSampleAPI()
        let years = TimeWindow(
            start: Date(timeIntervalSince1970: 1_000_000_000),
            end: Date(timeIntervalSince1970: 1_800_000_000)
        )
        let search = client.windowedSearch("swift", over: years, budget: 20)
        var items: [YouTubeSearchItem] = []
        for try await page in search { items += page.items }
        #expect(items.count >= 30)
        #expect(Set(items.map(\.id)).count == items.count)
        #expect(try await search.cost().total == items.count)
    }

    @Test("YouTube searches exclude the end of the span, although YouTube includes the date of `publishedBefore`")
    func youTubeEnd() async throws {
        let transport = StubTransport([stub(.get, youTubeSearch, returning: .json(["items": []]))])
        let client = YouTubeClient(apiKey: "k", configuration: configuration(transport))
        _ = try await client.windowedSearch("swift", over: span, budget: 1).cost()
        let query = transport.received.first?.url.query(percentEncoded: false)
        #expect(query?.contains("publishedBefore=1970-01-01T00:16:39Z") == true)
    }
}
