import Foundation
import Seek
import SeekNetworking
import SeekTestHelpers
import Testing

@Suite("A federated search of the client")
struct FederationTests {
    private let context: SampleContext
    private let seek: SeekClient

    init() throws {
        context = try SampleContext()
        seek = context.client
    }

    @Test("merges videos and repositories into one ranking, with the weights of their sources")
    func search() async throws {
        var options = FederationOptions()
        options.limit = 10
        options.weights = ["github": 0.5]
        let result = await seek.search("swift", options)
        #expect(result.sources.map(\.name) == ["youtube", "github"])
        #expect(result.failures.isEmpty)
        #expect(result.hits.count == 10)
        #expect(result.hits.first?.kind == .video)
        #expect(result.hits.flatMap(\.reasons).allSatisfy { $0.weight == ($0.source == "github" ? 0.5 : 1) })
    }

    @Test("searches the requested kinds and custom sources")
    func kinds() async {
        struct Notes: SearchSource {
            let name = "notes"
            func page(for text: String, at cursor: PageCursor?) async throws(SearchError) -> SearchPage<SearchHit> {
                SearchPage(items: [SearchHit(id: "1", kind: "note", source: name, title: text)])
            }
        }
        var options = FederationOptions()
        options.kinds = [.playlist, .channel, "note"]
        var last: FederatedResult?
        for await result in seek.updates(for: "swift", options) { last = result }
        #expect(last?.sources.map(\.name) == ["youtube-playlists", "youtube-channels"])
        #expect(last?.isFinal == true)
        #expect(last?.failures.isEmpty == true)
        options.kinds = []
        let customOnly = await seek.federation(options, adding: [.init(Notes())]).search("swift")
        #expect(customOnly.hits.map(\.title) == ["swift"])
    }

    @Test(
        "sends the order and the period in the parameters and qualifiers of each API",
        // The third value is the parameter of the order and, on GitHub, the qualifier of the period.
        arguments: [
            (.video, .date, "order=date"), (.channel, .popularity, "order=viewCount"), (.playlist, .relevance, ""),
            (.repository, .date, "sort=updated pushed"), (.repository, .popularity, "sort=stars pushed"),
            (.repository, .relevance, "pushed"), (.issue, .date, "sort=updated updated"),
            (.pullRequest, .popularity, "sort=comments updated"), (.user, .date, "sort=joined created"),
            (.user, .popularity, "sort=followers created"), (.commit, .date, "sort=committer-date committer-date"),
            (.commit, .popularity, "committer-date"), (.topic, .date, "created"),
        ] as [(SearchHit.Kind, SearchSort, String)]
    )
    func sortAndPeriod(kind: SearchHit.Kind, sort: SearchSort, expected: String) async throws {
        var options = FederationOptions()
        (options.kinds, options.sort) = ([kind], sort)
        options.since = Date(timeIntervalSince1970: 1_700_000_000)
        options.until = Date(timeIntervalSince1970: 1_710_000_000)
        _ = await seek.search("swift", options)
        let request = try #require(context.server.received.first)
        let query = Dictionary(QueryParameters(of: request.url).items.map { ($0.name, $0.value) }) { $1 }
        let isYouTube = YouTubeSearchItem.Kind(rawValue: kind.rawValue) != nil
        let (start, end) = ("2023-11-14T22:13:20Z", "2024-03-09T16:00:00Z")
        #expect(query["publishedAfter"] == (isYouTube ? start : nil))
        #expect(query["publishedBefore"] == (isYouTube ? end : nil))
        let parts = [query["order"].map { "order=\($0)" }, query["sort"].map { "sort=\($0)" }]
        // For YouTube, this is not a qualifier, and the text must not contain it.
        let qualifier = expected.split(separator: " ").last.map { "\($0):\(start)..\(end)" } ?? ""
        let text = query["q"] ?? ""
        #expect(text.contains(qualifier) == !isYouTube)
        #expect(parts.compactMap { $0 } == expected.split(separator: " ").map(String.init).filter { $0.contains("=") })
    }

    @Test("sends each source the qualifiers that it has, and no request if nothing of the text remains")
    func qualifiers() async throws {
        var options = FederationOptions()
        options.kinds = [.video, .channel, .repository, .issue]
        let result = await seek.search("swift stars:>10 label:bug", options)
        let queries = context.server.received.map { QueryParameters(of: $0.url).items }
        let texts = queries.compactMap { $0.first { $0.name == "q" }?.value }
        #expect(Set(texts) == ["swift", "swift stars:>10", "swift label:bug is:issue"])
        #expect(
            result.notices == [
                "YouTube, YouTube channels: searched without stars:>10 label:bug", "GitHub: searched without label:bug",
                "GitHub issues: searched without stars:>10",
            ]
        )
        options.kinds = [.video, .repository]
        let filtersOnly = await seek.search("stars:>10", options)
        #expect(filtersOnly.sources.map { $0.response?.isSkipped } == [true, false])
        #expect(filtersOnly.quotaCost == 1)
    }

    @Test("sorts repositories by the dates of their hits; all dates are in the period")
    func repositoryDates() async {
        var options = FederationOptions()
        (options.kinds, options.sort, options.limit) = ([.repository], .date, 50)
        let start = Date(timeIntervalSince1970: 1_640_995_200)
        options.since = start
        let dates = await seek.search("swift", options).hits.compactMap(\.date)
        #expect(dates.count > 5)
        #expect(dates == dates.sorted(by: >))
        #expect(dates.allSatisfy { $0 >= start })
        options.limit = 5
        #expect(await seek.search("swift", options).hits.compactMap(\.date) == Array(dates.prefix(5)))
    }

    @Test("rejects a search of code with a date; other searches accept a single bound of the period")
    func oneBound() async throws {
        var options = FederationOptions()
        options.kinds = [.code, .repository]
        options.since = Date(timeIntervalSince1970: 1_700_000_000)
        let result = await seek.search("swift", options)
        #expect(result.failures.map(\.name) == ["github-code"])
        #expect(result.failures.first?.problem?.contains("by date") == true)
        #expect(context.server.received.map { $0.url.query() ?? "" }.contains { $0.contains("%3E%3D2023-11-14") })
    }
}
