import Foundation
import Seek
import SeekBasics
import SeekNetworking
import SeekTestHelpers
import Testing

@testable import SeekWeb

@Suite("Pages of the last second")
struct RecentPagesTests {
    /// A web site whose clock the test sets.
    private final class TimedSite: Sendable {
        let service: WebSearchService
        private let context: WebContext
        private let app: WebApplication
        private let time: TestTime

        /// The time of the web site, in seconds since 1970.
        final class TestTime: Sendable {
            let seconds = Mutex(Date().timeIntervalSince1970)
        }

        init(reply: @escaping @Sendable (HTTPRequest) -> LoopbackServer.Reply? = { _ in nil }) throws {
            let time = TestTime()
            context = try WebContext(
                configure: { $0.client.now = { Date(timeIntervalSince1970: time.seconds.withLock { $0 }) } },
                reply: reply
            )
            service = context.service()
            app = WebApplication(routes: PageRoutes(service: service).routes)
            self.time = time
        }

        /// Advances the time by a number of seconds.
        func advance(by seconds: Double) { time.seconds.withLock { $0 += seconds } }

        /// Loads a page, and returns its markup.
        func page(_ target: String = "/?q=swift") async throws -> String { try await app.page(target) }

        /// Loads a page, and returns whether a search was run for it.
        func loadingRunsSearch(_ target: String = "/?q=swift") async throws -> Bool {
            let before = searchedSourceCount
            _ = try await page(target)
            return searchedSourceCount > before
        }

        /// Loads a page twice: the second time, it consists of stored responses, so that it can be stored itself.
        func warm(_ target: String = "/?q=swift") async throws {
            for _ in 0..<2 { _ = try await page(target) }
        }

        /// The units of YouTube's quota that are left, as the page shows them.
        var unitsLeft: String {
            get async throws {
                let name = service.configuration.client.youTubeUnitBucket.name
                let usage = try #require(await service.quota().usages.first { $0.name == name })
                return "<strong>\(usage.title)</strong><span>\(usage.remaining.grouped) of \(usage.limit.grouped)"
            }
        }

        /// The number of sources that have been searched so far.
        private var searchedSourceCount: Int {
            let lines = service.metrics.text(quota: QuotaReport()).split(separator: "\n")
            let counts = lines.filter { $0.hasPrefix("seek_search_sources_total{") }
            return counts.compactMap { $0.split(separator: " ").last.flatMap { Int($0) } }.reduce(0, +)
        }
    }

    @Test("a page of stored responses is returned without another search within a second")
    func repeated() async throws {
        let site = try TimedSite()
        #expect(try await site.loadingRunsSearch())
        #expect(try await site.loadingRunsSearch(), "a page that shows a cost is not stored")
        let page = try await site.page()
        site.advance(by: 0.9)
        #expect(try await !site.loadingRunsSearch())
        #expect(try await site.page() == page)
        site.advance(by: 0.2)
        #expect(try await site.loadingRunsSearch())
    }

    @Test("a change of the quota appears after a second")
    func quota() async throws {
        let site = try TimedSite()
        try await site.warm()
        let unitsBefore = try await site.unitsLeft
        #expect(try await site.page().contains(unitsBefore))
        _ = try await site.service.client.youTube.videos(["dQw4w9WgXcQ"])
        site.advance(by: 1.1)
        #expect(try await site.unitsLeft != unitsBefore)
        let page = try await site.page()
        #expect(try await page.contains(site.unitsLeft))
        #expect(!page.contains(unitsBefore))
    }

    @Test("a change of the history appears immediately")
    func history() async throws {
        let site = try TimedSite()
        try await site.warm()
        await site.service.history.removeAll()
        #expect(try await site.loadingRunsSearch())
        #expect(await site.service.history.entries.map(\.search.text) == ["swift"])
        _ = try await site.page("/?q=kotlin")
        #expect(try await site.page().contains("<option value=\"kotlin\">"))
        #expect(await site.service.history.entries.map(\.search.text) == ["swift", "kotlin"])
    }

    @Test(
        "a page with other parameters runs its search",
        arguments: ["/?q=swift&view=grouped", "/?q=swift&pages=2", "/?q=swift&kinds=video"]
    )
    func otherParameters(target: String) async throws {
        let site = try TimedSite()
        try await site.warm()
        #expect(try await site.loadingRunsSearch(target))
    }

    @Test("an invalid parameter is explained even if the page without it is stored")
    func invalid() async throws {
        let site = try TimedSite()
        try await site.warm()
        #expect(try await site.page("/?q=swift&sort=best").contains("The parameter “sort” must be"))
    }

    @Test("a page with details runs its search each time")
    func details() async throws {
        let site = try TimedSite()
        let target = "/?q=swift&details=youtube:video:none"
        try await site.warm(target)
        #expect(try await site.loadingRunsSearch(target))
    }

    @Test("a page with a failed source runs its search each time, so that Retry has an effect")
    func failure() async throws {
        let site = try TimedSite { $0.url.path.hasPrefix("/youtube") ? nil : .response(HTTPResponse(status: 503)) }
        try await site.warm()
        #expect(try await site.loadingRunsSearch())
    }

    /// Stores a page, and returns whether it can be retrieved afterwards.
    private func isReturnedOnceStored(_ query: QueryParameters, _ body: String, in pages: RecentPages) throws -> Bool {
        let (state, now) = (PageState(search: try SearchParameters(query)), Date(timeIntervalSince1970: 1_700_000_000))
        let page = Page(title: "", state: state, header: HeaderContent(now: now), content: "")
        pages.store(WebResponse(body, type: "text/html"), of: page)
        return pages.response(for: state, history: [], changeCount: 0, at: now) != nil
    }

    @Test("the number of stored pages is limited")
    func limit() throws {
        let pages = RecentPages()
        for number in 1...3 * RecentPages.limit {
            #expect(try isReturnedOnceStored(["q": "\(number)"], "", in: pages))
            #expect(pages.count <= RecentPages.limit)
        }
    }

    @Test("a page is stored only up to a maximum size", arguments: [(0, true), (1, false)])
    func size(excess: Int, expected: Bool) throws {
        let body = String(repeating: "a", count: RecentPages.maximumSize + excess)
        #expect(try isReturnedOnceStored(["q": "a"], body, in: RecentPages()) == expected)
    }

    @Test("a page is not returned after the clock was set back")
    func clock() async throws {
        let site = try TimedSite()
        try await site.warm()
        site.advance(by: -1)
        #expect(try await site.loadingRunsSearch())
    }
}
