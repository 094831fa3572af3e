import Foundation
@_spi(Seek) import SeekSearch
import Testing

@Suite("A saved search")
struct SavedSearchTests {
    private let now = Date(timeIntervalSince1970: 1_700_000_000)

    private func hit(_ id: String, _ title: String = "t", source: String = "youtube") -> SearchHit {
        SearchHit(id: id, kind: .video, source: source, title: title, date: Date(timeIntervalSince1970: 1.25))
    }

    @Test("reports everything as new at first, then what is new, changed, removed and unchanged")
    func comparing() {
        var saved = SavedSearch(name: "n", query: FederatedQuery("q"))
        #expect(saved.lastRunAt == nil)
        #expect(
            saved.update(with: [hit("1"), hit("2"), hit("3"), hit("1")], at: now).new.map(\.id) == ["1", "2", "3"]
        )
        #expect(saved.lastRunAt == now)
        #expect(saved.lastHits.map(\.id) == ["1", "2", "3"])
        let comparison = saved.update(with: [hit("4"), hit("2", "other"), hit("1")], at: now)
        #expect(comparison.new.map(\.id) == ["4"])
        #expect(comparison.removed.map(\.id) == ["3"])
        #expect(comparison.changed.map(\.after.title) == ["other"])
        #expect(comparison.changed.map(\.before.title) == ["t"])
        #expect(comparison.unchanged.map(\.id) == ["1"])
        #expect(!comparison.isEmpty)
        #expect(saved.update(with: saved.lastHits, at: now).isEmpty)
    }

    @Test("has the dates of the last run and of the last run with changes, in whole seconds")
    func dates() throws {
        var saved = SavedSearch(name: "n", query: FederatedQuery("q"))
        #expect(saved.lastChangedAt == nil)
        _ = saved.update(with: [], at: now)
        #expect(saved.lastChangedAt == now)
        _ = saved.update(with: [hit("1")], at: now + 1.5)
        #expect(saved.lastChangedAt == now + 1)
        _ = saved.update(with: [hit("1")], at: now + 2)
        #expect(saved.lastChangedAt == now + 1)
        #expect(saved.lastRunAt == now + 2)
        let coded = try JSONDecoder().decode(SavedSearch.self, from: JSONEncoder().encode(saved))
        #expect(coded.lastChangedAt == now + 1)
        // Files of earlier versions do not contain `lastChangedAt`, which is then `lastRunAt`.
        let text = String(decoding: try JSONEncoder().encode(saved), as: UTF8.self)
        let earlier = Data(text.replacing("lastChangedAt", with: "unknown").utf8)
        #expect(try JSONDecoder().decode(SavedSearch.self, from: earlier).lastChangedAt == now + 2)
    }

    @Test("does not report results as removed while their source does not respond")
    func failedSource() {
        var saved = SavedSearch(name: "n", query: FederatedQuery("q"))
        _ = saved.update(with: [hit("1"), hit("2", source: "github"), hit("3", source: "github")], at: now)
        let fetched = ["youtube": SavedSearch.FetchedHits([hit("4")], isComplete: true)]
        let comparison = saved.update(with: [hit("4"), hit("3", source: "github")], fetched: fetched, at: now)
        #expect(comparison.removed.map(\.id) == ["1"])
        #expect(comparison.new.map(\.id) == ["4"])
        #expect(saved.lastHits.map(\.id) == ["4", "3", "2"])
        #expect(saved.update(with: [hit("4")], at: now).removed.map(\.id) == ["3", "2"])
    }

    @Test("looks up previous results that are not among the new hits in all fetched results of their source")
    func beyondLimit() {
        var saved = SavedSearch(name: "n", query: FederatedQuery("q", limit: 2))
        _ = saved.update(with: [hit("1"), hit("2"), hit("3", source: "github")], at: now)
        let fetched = [
            "youtube": SavedSearch.FetchedHits([hit("4"), hit("2", "other")], isComplete: false),
            "github": SavedSearch.FetchedHits([], isComplete: true),
        ]
        let comparison = saved.update(with: [hit("4")], fetched: fetched, at: now)
        #expect(comparison.new.map(\.id) == ["4"])
        #expect(comparison.changed.map(\.after.title) == ["other"])
        #expect(comparison.dropped.map(\.id) == ["1"])
        #expect(comparison.removed.map(\.id) == ["3"])
        #expect(saved.lastHits.map(\.id) == ["4", "2"])
    }

    @Test("results that are now older than a relative date are not reported, those before a fixed date are removed")
    func expiredResults() {
        func hit(_ id: String, age days: Double) -> SearchHit {
            SearchHit(
                id: id,
                kind: .video,
                source: "youtube",
                title: "t",
                date: now.addingTimeInterval(-days * 86_400)
            )
        }
        let (old, recent) = (hit("1", age: 6), hit("2", age: 0))
        for (since, removed) in [("7d", []), ("2020-01-01", ["1"])] as [(String, [String])] {
            var query = FederatedQuery("q")
            query.since = SearchDate(since)
            var saved = SavedSearch(name: "n", query: query)
            _ = saved.update(with: [recent, old], at: now)
            let comparison = saved.update(with: [recent], at: now.addingTimeInterval(3 * 86_400))
            #expect(comparison.removed.map(\.id) == removed)
            #expect(saved.lastHits.map(\.id) == ["2"])
        }
    }

    @Test("has a unique ID, which is derived from the name if none is stored")
    func ids() throws {
        #expect(
            SavedSearch(name: "n", query: FederatedQuery("q")).id
                != SavedSearch(name: "n", query: FederatedQuery("q")).id
        )
        func id(of name: String) throws -> UUID {
            let data = Data(#"{"name":"\#(name)","query":{"text":"q","scope":"all","limit":1},"lastHits":[]}"#.utf8)
            return try JSONDecoder().decode(SavedSearch.self, from: data).id
        }
        #expect(try id(of: "a") == id(of: "a"))
        #expect(try id(of: "a") != id(of: "b"))
    }

    @Test("stores no scores; a date that loses its fraction of a second when it is encoded is not a change")
    func coding() throws {
        var saved = SavedSearch(
            name: "n",
            query: FederatedQuery("q", kinds: [.video], limit: 3)
        )
        let scored = RankFusion().fuse([RankedList(source: "p", hits: [hit("1")])])
        #expect(scored.map(\.reasons.count) == [1])
        _ = saved.update(with: scored, at: now)
        #expect(saved.lastHits == [hit("1")])
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        var decoded = try decoder.decode(SavedSearch.self, from: encoder.encode(saved))
        #expect(decoded.id == saved.id)
        #expect(decoded.query == saved.query)
        #expect(decoded.lastRunAt == now)
        // The ISO 8601 date drops the fraction of a second, and the comparison ignores it.
        #expect(decoded.update(with: [hit("1")], at: now).isEmpty)
    }
}
