import Foundation
import Seek
import SeekBasics
import SeekNetworking
import SeekTestHelpers
import Testing

@Suite("Pages of the last second")
struct RecentPagesTests {
    /// A web site whose clock the test sets.
    private final class TimedSite: Sendable {
        let site: Site
        private let time: TestTime

        /// The time of the web site, in seconds since 1970.
        final class TestTime: Sendable {
            let seconds = Mutex(Date().timeIntervalSince1970)
        }

        init(reply: @escaping @Sendable (HTTPRequest) -> LoopbackServer.Reply? = { _ in nil }) throws {
            let time = TestTime()
            let context = try WebContext(
                configure: { $0.client.now = { Date(timeIntervalSince1970: time.seconds.withLock { $0 }) } },
                reply: reply
            )
            site = Site(context)
            self.time = time
        }

        /// Advances the time by a number of seconds.
        func advance(by seconds: Double) { time.seconds.withLock { $0 += seconds } }

        /// Loads a page, and returns its markup.
        func page(_ target: String = "/?q=swift") async throws -> String { try await site.page(target) }

        /// Loads a page, and returns whether a search was run for it.
        func loadingRunsSearch(_ target: String = "/?q=swift") async throws -> Bool {
            let before = try await searchedSourceCount
            _ = try await page(target)
            return try await searchedSourceCount > before
        }

        /// Loads a page twice: the second time, it consists of stored responses, so that it can be stored itself.
        func warm(_ target: String = "/?q=swift") async throws {
            for _ in 0..<2 { _ = try await page(target) }
        }

        /// The units of YouTube's quota that are left, as the page shows them.
        var unitsLeft: String {
            get async throws {
                let quotas = try await site.json("/api/v1/quota")["quotas"].array ?? []
                let quota = try #require(quotas.first { $0["name"] == "youtube.units" })
                let (remaining, limit) = (quota["remaining"].integer ?? 0, quota["limit"].integer ?? 0)
                return "<strong>YouTube units</strong><span>\(remaining.grouped) of \(limit.grouped)"
            }
        }

        /// The searches in the history, the latest one first.
        var history: [String] {
            get async throws {
                let searches = try await site.json("/api/v1/history")["searches"].array ?? []
                return searches.compactMap { $0["query"].string }
            }
        }

        /// The number of sources that have been searched so far.
        private var searchedSourceCount: Int {
            get async throws {
                let lines = try await page("/api/v1/metrics").split(separator: "\n")
                let counts = lines.filter { $0.hasPrefix("seek_search_sources_total{") }
                return counts.compactMap { $0.split(separator: " ").last.flatMap { Int($0) } }.reduce(0, +)
            }
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
        _ = try await site.site.json("/api/v1/details?id=youtube:video:zl_Gj6FZ9gR")
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
        _ = try await site.site.response("/api/v1/history", .delete)
        #expect(try await site.loadingRunsSearch())
        #expect(try await site.history == ["q=swift"])
        _ = try await site.page("/?q=kotlin")
        #expect(try await site.page().contains("<option value=\"kotlin\">"))
        #expect(try await site.history == ["q=swift", "q=kotlin"])
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

    @Test("a page of more than 100,000 bytes runs its search each time")
    func size() async throws {
        let site = try TimedSite()
        let target = "/?q=swift&pages=3"
        try await site.warm(target)
        #expect(try await site.page(target).utf8.count > 100_000)
        #expect(try await site.loadingRunsSearch(target))
    }

    @Test("a page is not returned after the clock was set back")
    func clock() async throws {
        let site = try TimedSite()
        try await site.warm()
        site.advance(by: -1)
        #expect(try await site.loadingRunsSearch())
    }
}
