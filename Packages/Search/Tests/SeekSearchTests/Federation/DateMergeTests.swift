import Foundation
import SeekSearch
import SeekTestHelpers
import Testing

@Suite("Results merged by date")
struct DateMergeTests {
    /// A source of hits with dates.
    private struct DatedHits: SearchSource {
        var name: String
        /// The date of each hit in days since 1970-01-01; nil is a hit without a date.
        var days: [Int?]

        func page(for text: String, at cursor: PageCursor?) async throws(SearchError) -> SearchPage<SearchHit> {
            let hits = days.enumerated().map { index, day in
                let date = day.map { Date(timeIntervalSince1970: Double($0) * 86_400) }
                return SearchHit(id: "\(name)\(index)", kind: .video, source: name, title: "t", date: date)
            }
            return SearchPage(items: hits)
        }
    }

    @Test(
        "the latest of the sources' next hits comes next; a lower limit only shortens the list",
        arguments: [
            ([9, 5, 1], [8, 7, 2], "a0 b0 b1 a1 b2 a2"), ([3, 2, 1], [9, 8, 7], "b0 b1 b2 a0 a1 a2"),
            ([1, 9, 2], [5, 4], "b0 b1 a0 a1 a2"), ([nil, 9], [5, 4], "b0 b1 a0 a1"),
            ([5, 4], [5, 4], "a0 b0 a1 b1"), ([], [2, 1], "b0 b1"), ([nil, nil], [nil], "a0 b0 a1"), ([], [], ""),
        ] as [([Int?], [Int?], String)]
    )
    func order(first: [Int?], second: [Int?], expected: String) async {
        let sources = [DatedHits(name: "a", days: first), DatedHits(name: "b", days: second)].map {
            FederatedSearch.Source($0)
        }
        let hits = await FederatedSearch(sources, limit: 10, sort: .date).search("x").hits
        #expect(hits.map(\.id).joined(separator: " ") == expected)
        for limit in 0...hits.count {
            let search = FederatedSearch(sources, limit: limit, sort: .date)
            #expect(await search.search("x").hits.map(\.id) == hits.prefix(limit).map(\.id))
        }
    }

    @Test("results in any other order are merged by rank", arguments: [SearchSort.relevance, .popularity])
    func ranks(sort: SearchSort) async {
        let sources = [DatedHits(name: "a", days: [1, 2]), DatedHits(name: "b", days: [8, 9])].map {
            FederatedSearch.Source($0)
        }
        let hits = await FederatedSearch(sources, sort: sort).search("x").hits
        #expect(hits.map(\.id) == ["a0", "b0", "a1", "b1"])
    }
}
