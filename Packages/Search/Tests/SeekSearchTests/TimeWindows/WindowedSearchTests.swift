import Foundation
import SeekBasics
import SeekModels
import SeekNetworking
import SeekTestHelpers
import Testing

@_spi(Seek) @testable import SeekSearch

private struct Hit: SearchHitConvertible, Identifiable, Hashable {
    var id: Int
    var searchHit: SearchHit? { hit("\(id)") }
}

/// A source with one result per second of a span, 10 results per page and at most 50 per window. Each page costs a call.
private struct SecondsSource: SearchSource {
    let name = "seconds"
    let span = Date(timeIntervalSince1970: 0)..<Date(timeIntervalSince1970: 1000)
    /// The number of the call that fails, counted from 1.
    var failingCall = Int.max
    let calls = CallCounter()

    func page(for text: String, at cursor: PageCursor?) async throws(SearchError) -> SearchPage<Hit> {
        let rules = WindowPlan.Rules(cap: 50, pageSize: 10, minimumSeconds: 1)
        let search = WindowedSearch(span: TimeWindow(span), rules: rules)
        return try await search.page(of: text, at: cursor) { window, cursor throws(SearchError) in
            await calls.increment()
            if calls.count == failingCall { throw .limitReached(.gitHub, SearchLimit(kind: .rate, message: "")) }
            let start = Int(window.start.timeIntervalSince1970)
            let first = start + (cursor.flatMap { Int($0.rawValue) } ?? 0)
            let last = min(Int(window.end.timeIntervalSince1970), start + 50)
            let ids = first..<min(first + 10, last)
            return SearchPage(
                items: ids.map { Hit(id: $0) },
                totalCount: window.seconds,
                next: ids.upperBound < last ? PageCursor(rawValue: "\(ids.upperBound - start)") : nil
            )
        }
    }
}

@Suite("Sources over a span of time")
struct WindowedSearchTests {
    let span = Date(timeIntervalSince1970: 0)..<Date(timeIntervalSince1970: 1000)

    @Test("return all results once, and their total with each page")
    func all() async throws {
        var ids: [Int] = []
        for try await page in SecondsSource().pages(for: "x") {
            ids += page.items.map(\.id)
            #expect(page.totalCount == 1000)
            #expect(page.saturatedWindows == 0)
        }
        #expect(ids.count == 1000)
        #expect(Set(ids).count == 1000)
    }

    @Test("provide the results of all pages as items, and send no call after the limit")
    func items() async throws {
        let source = SecondsSource(failingCall: 4)
        var ids: [Int] = []
        // Three calls: when the first one returns the total, the span is divided and its first page is fetched again.
        for try await hit in source.pages(for: "x").items(limit: 20) { ids.append(hit.id) }
        #expect(ids == Array(0..<20))
    }

    @Test("continue from a stored cursor after a number of calls", arguments: [1, 17])
    func resumed(calls: Int) async throws {
        var ids: [Int] = []
        var text: String?
        repeat {
            var spentCalls = 0
            for try await page in SecondsSource().pages(for: "x", from: text.map(PageCursor.init)) {
                ids += page.items.map(\.id)
                text = page.next?.rawValue
                spentCalls += page.quotaCost
                if spentCalls == calls { break }
            }
        } while text != nil
        #expect(ids.count == 1000)
        #expect(Set(ids).count == 1000)
    }

    @Test("end with an error; the previous cursor remains valid")
    func failure() async throws {
        var ids: [Int] = []
        var cursor: PageCursor?
        var iterator = SecondsSource(failingCall: 9).pages(for: "x").makeAsyncIterator()
        await #expect(throws: SearchError.self) {
            while let page = try await iterator.next() {
                ids += page.items.map(\.id)
                cursor = page.next
            }
        }
        #expect(try await iterator.next()?.items == nil)
        #expect(cursor != nil)
        for try await page in SecondsSource().pages(for: "x", from: cursor) { ids += page.items.map(\.id) }
        #expect(ids.count == 1000)
        #expect(Set(ids).count == 1000)
    }

    @Test("estimate their cost with the first page")
    func cost() async throws {
        let page = try await SecondsSource().page(for: "x", at: nil)
        let cost = try #require(page.windowPlan?.estimate)
        #expect(cost.total == 1000)
        // Windows are planned to have 70 % of the 50 results that can be fetched: 35, which take four pages. The page
        // that provides the total is fetched in addition.
        #expect(cost.windows == 29)
        #expect(cost.pages == 1 + 29 * 4)
        #expect(page.estimatedPages == cost.pages)
        #expect(page.map { $0 }.windowPlan == page.windowPlan)
        #expect(try await SecondsSource().page(for: "x", at: page.next).estimatedPages == nil)
    }

    @Test("reject the cursor of another search, and one that is corrupt, without sending a request")
    func otherCursors() async throws {
        let source = SecondsSource()
        let cursor = try #require(try await source.page(for: "x", at: nil).next)
        await #expect(throws: SearchError.cursorOfAnotherSearch) { try await source.page(for: "y", at: cursor) }
        for text in ["", "2", String(cursor.rawValue.dropLast()), String(cursor.rawValue.dropFirst())] {
            let error = await #expect(throws: SearchError.self) {
                try await source.page(for: "x", at: PageCursor(rawValue: text))
            }
            #expect(
                error
                    == .invalidQuery(
                        "the page cursor is corrupt, or not one of a search over a span of time; start at the first page"
                    )
            )
        }
        #expect(source.calls.count == 1)
    }

    @Test("of the clients recognize a cursor of other filters, of the other client, and of a search without a span")
    func clientCursors() async throws {
        let gitHub = GitHubClient.sample()
        let source = gitHub.source(.issues(), over: span)
        let plan = WindowPlan(TimeWindow(span))
        let cursor = try #require(PageCursor(WindowCursor(plan, key: "other"), prefix: "w"))
        await #expect(throws: SearchError.cursorOfAnotherSearch) { try await source.page(for: "a", at: cursor) }
        await #expect(throws: SearchError.self) { try await gitHub.source(.issues()).page(for: "a", at: cursor) }
        let next = try #require(try await gitHub.source(.repositories(), pageSize: 2).page(for: "a", at: nil).next)
        await #expect(throws: SearchError.invalidWindowCursor) { try await source.page(for: "a", at: next) }
        let videos = YouTubeClient.sample().source(over: span)
        await #expect(throws: SearchError.cursorOfAnotherSearch) { try await videos.page(for: "a", at: cursor) }
        let page = try await videos.page(for: "a", at: nil)
        let ownCursor = try #require(page.next)
        _ = try await videos.page(for: "a", at: ownCursor)
        let shorts = YouTubeClient.sample().source(over: span) { $0.videoDuration = .short }
        await #expect(throws: SearchError.cursorOfAnotherSearch) { try await shorts.page(for: "a", at: ownCursor) }
    }

    @Test("continue the windows of the span with which the search started")
    func otherSpan() async throws {
        let transport = StubTransport([stub(.get, youTubeSearch, returning: .json(videos(["1"], next: "CAUQAA")))])
        let client = YouTubeClient(apiKey: "k", configuration: configuration(transport))
        let cursor = try await client.source(over: span).page(for: "swift", at: nil).next
        let later = span.lowerBound..<span.upperBound.addingTimeInterval(86_400)
        _ = try await client.source(over: later).page(for: "swift", at: cursor)
        let query = transport.received.last?.url.query(percentEncoded: false)
        #expect(query?.contains("publishedBefore=1970-01-01T00:16:39Z") == true)
        #expect(query?.contains("pageToken=CAUQAA") == true)
    }

    @Test("of GitHub send a window as `created:` with its first and last second")
    func gitHub() async throws {
        let transport = StubTransport([
            stub(.get, repositorySearch, returning: .json(file: "github/search_repositories")),
            stub(.get, "https://api.github.com/search/issues", returning: .json(file: "github/search_issues")),
        ])
        let client = GitHubClient(configuration: configuration(transport))
        let count =
            try await client.source(.repositories(), over: span).page(for: "swift", at: nil).items.count
            + client.source(.issues(), over: span).page(for: "swift is:issue", at: nil).items.count
        #expect(count >= 2)
        #expect(transport.received.count == 2)
        let query = transport.received.first?.url.query(percentEncoded: false)
        #expect(query == "q=swift created:1970-01-01T00:00:00Z..1970-01-01T00:16:39Z&per_page=100")
    }

    @Test("of GitHub reject an empty query, although the added `created:` would make it valid", arguments: ["", " "])
    func emptyQuery(text: String) async {
        let transport = StubTransport()
        let client = GitHubClient(configuration: configuration(transport))
        let error = await #expect(throws: SearchError.self) {
            try await client.source(.repositories(), over: span).page(for: text, at: nil)
        }
        #expect(error == .invalidQuery("the search text is empty; enter one"))
        #expect(transport.received.isEmpty)
    }

    @Test("of YouTube return each matching video of the sample API once")
    func youTube() async throws {
        let client = try YouTubeClient.ofSampleAPI()
        let years = Date(timeIntervalSince1970: 1_000_000_000)..<Date(timeIntervalSince1970: 1_800_000_000)
        let source = client.source(over: years)
        var items: [YouTubeSearchItem] = []
        for try await page in source.pages(for: "swift") { items += page.items }
        #expect(items.count >= 30)
        #expect(Set(items.map(\.id)).count == items.count)
        #expect(try await source.page(for: "swift", at: nil).windowPlan?.estimate?.total == Int64(items.count))
    }

    @Test("of YouTube exclude the end of the span, although YouTube includes the date of `publishedBefore`")
    func youTubeEnd() async throws {
        let transport = StubTransport([stub(.get, youTubeSearch, returning: .json(["items": []]))])
        let client = YouTubeClient(apiKey: "k", configuration: configuration(transport))
        _ = try await client.source(over: span).page(for: "swift", at: nil)
        let query = transport.received.first?.url.query(percentEncoded: false)
        #expect(query?.contains("publishedBefore=1970-01-01T00:16:39Z") == true)
    }
}
