import Foundation
import Seek
import SeekBasics
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
        let result = await seek.search(FederatedQuery("swift", limit: 10), weights: ["github": 0.5])
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
        var query = FederatedQuery("swift", kinds: [.playlist, .channel, "note"])
        var last: FederatedResult?
        for await result in seek.updates(for: query) { last = result }
        #expect(last?.sources.map(\.name) == ["youtube-playlists", "youtube-channels"])
        #expect(last?.isFinal == true)
        #expect(last?.failures.isEmpty == true)
        query.kinds = []
        let customOnly = await seek.federation(of: query, adding: [.init(Notes())]).search("swift")
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
        var query = FederatedQuery("swift", kinds: [kind])
        query.sort = sort
        query.since = SearchDate(Date(timeIntervalSince1970: 1_700_000_000))
        query.until = SearchDate(Date(timeIntervalSince1970: 1_710_000_000))
        _ = await seek.search(query)
        let request = try #require(context.server.received.first)
        let sent = Dictionary(QueryParameters(of: request.url).items.map { ($0.name, $0.value) }) { $1 }
        let isYouTube = YouTubeSearchItem.Kind(rawValue: kind.rawValue) != nil
        let (start, end) = ("2023-11-14T22:13:20Z", "2024-03-09T16:00:00Z")
        #expect(sent["publishedAfter"] == (isYouTube ? start : nil))
        #expect(sent["publishedBefore"] == (isYouTube ? end : nil))
        let parts = [sent["order"].map { "order=\($0)" }, sent["sort"].map { "sort=\($0)" }]
        // For YouTube, this is not a qualifier, and the text must not contain it.
        let qualifier = expected.split(separator: " ").last.map { "\($0):\(start)..\(end)" } ?? ""
        let text = sent["q"] ?? ""
        #expect(text.contains(qualifier) == !isYouTube)
        #expect(parts.compactMap { $0 } == expected.split(separator: " ").map(String.init).filter { $0.contains("=") })
    }

    @Test("sends each source the qualifiers that it has, and no request if nothing of the text remains")
    func qualifiers() async throws {
        let kinds: [SearchHit.Kind] = [.video, .channel, .repository, .issue]
        let result = await seek.search(FederatedQuery("swift stars:>10 label:bug", kinds: kinds))
        let queries = context.server.received.map { QueryParameters(of: $0.url).items }
        let texts = queries.compactMap { $0.first { $0.name == "q" }?.value }
        #expect(Set(texts) == ["swift", "swift stars:>10", "swift label:bug is:issue"])
        #expect(
            result.notices == [
                "YouTube, YouTube channels: searched without stars:>10 label:bug", "GitHub: searched without label:bug",
                "GitHub issues: searched without stars:>10",
            ]
        )
        let filtersOnly = await seek.search("stars:>10")
        #expect(filtersOnly.sources.map { $0.response?.isSkipped } == [true, false])
        #expect(filtersOnly.quotaCost == 1)
    }

    @Test("sorts repositories by the dates of their hits; all dates are in the period")
    func repositoryDates() async {
        var query = FederatedQuery("swift", kinds: [.repository], limit: 50)
        query.sort = .date
        let start = Date(timeIntervalSince1970: 1_640_995_200)
        query.since = SearchDate(start)
        let dates = await seek.search(query).hits.compactMap(\.date)
        #expect(dates.count > 5)
        #expect(dates == dates.sorted(by: >))
        #expect(dates.allSatisfy { $0 >= start })
        query.limit = 5
        #expect(await seek.search(query).hits.compactMap(\.date) == Array(dates.prefix(5)))
    }

    @Test("rejects a search of code with a date; other searches accept a single bound of the period")
    func oneBound() async throws {
        var query = FederatedQuery("swift", kinds: [.code, .repository])
        query.since = SearchDate(Date(timeIntervalSince1970: 1_700_000_000))
        let result = await seek.search(query)
        #expect(result.failures.map(\.name) == ["github-code"])
        #expect(result.failures.first?.problem?.contains("by date") == true)
        #expect(context.server.received.map { $0.url.query() ?? "" }.contains { $0.contains("%3E%3D2023-11-14") })
    }

    @Test(
        "sends a language, a country and the filters of videos to the sources that have them, and reports the others",
        arguments: [
            ([.video, .repository], "ja", "relevanceLanguage=ja", ["GitHub: searched without language:ja"]),
            (
                [.video, .repository, .topic], "swift", "q=swift language:swift",
                ["YouTube, GitHub topics: searched without language:swift"]
            ),
            ([.video, .code], "go", "q=swift language:go", ["YouTube: searched without language:go"]),
        ] as [([SearchHit.Kind], String, String, [String])]
    )
    func language(kinds: [SearchHit.Kind], language: String, parameter: String, notices: [String]) async {
        var query = FederatedQuery("swift", kinds: kinds)
        query.language = language
        #expect(await seek.search(query).notices == notices)
        let sent = context.server.received.flatMap {
            QueryParameters(of: $0.url).items.map { "\($0.name)=\($0.value)" }
        }
        #expect(sent.count { $0 == parameter } == 1, "\(sent)")
    }

    @Test("searches the videos of a channel without a text; the handle is looked up once")
    func channel() async throws {
        var query: FederatedQuery = ""
        query.channel = "@slowswift"
        query.videoDuration = .long
        #expect(query.kinds == [.video])
        query.kinds = [.video, .playlist, .repository]
        let result = await seek.search(query)
        #expect(
            result.notices == [
                "YouTube playlists: searched without duration:long",
                "GitHub: not searched, because nothing remains of the text without channel:@slowswift duration:long",
            ]
        )
        #expect(result.failures.isEmpty, "\(result.failures)")
        #expect(context.server.received.count { $0.url.path.hasSuffix("/channels") } == 1)
        let searches = context.server.received.filter { $0.url.path.hasSuffix("/search") }
        #expect(searches.count == 2)
        #expect(searches.allSatisfy { $0.url.query()?.contains("channelId=UC") == true })
        #expect(searches.count { $0.url.query()?.contains("videoDuration=long") == true } == 1)
    }

    @Test("resolves a relative date when the search is sent")
    func relativeDate() async {
        var query = FederatedQuery("swift", kinds: [.video])
        query.since = SearchDate("7d")
        _ = await seek.search(query)
        let expected = RFC3339.string(from: SearchDate.daysAgo(7).start(at: context.configuration.client.now()))
        #expect(
            context.server.received.allSatisfy {
                $0.url.query()?.contains("publishedAfter=\(expected.prefix(10))") == true
            }
        )
        #expect(context.server.received.count == 1)
    }
}
