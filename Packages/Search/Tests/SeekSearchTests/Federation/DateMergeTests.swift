import Foundation
import SeekSearch
import SeekTestHelpers
import Testing

@Suite("Results merged by date")
struct DateMergeTests {
    /// A provider of hits with dates.
    private struct DatedProvider: SearchProvider {
        var name: String
        /// The date of each hit in days since 1970-01-01; nil is a hit without a date.
        var days: [Int?]

        func response(for text: String, limit: Int) async throws(SearchError) -> ProviderResponse {
            let hits = days.enumerated().map { index, day in
                let date = day.map { Date(timeIntervalSince1970: Double($0) * 86_400) }
                return SearchHit(id: "\(name)\(index)", kind: .video, source: name, title: "t", date: date)
            }
            return ProviderResponse(hits: Array(hits.prefix(limit)))
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
        let sources = [DatedProvider(name: "a", days: first), DatedProvider(name: "b", days: second)].map {
            FederatedSearch.Source($0)
        }
        let search = FederatedSearch(sources, sort: .date)
        let hits = await search.search("x", limit: 10).hits
        #expect(hits.map(\.id).joined(separator: " ") == expected)
        for limit in 0...hits.count {
            #expect(await search.search("x", limit: limit).hits.map(\.id) == hits.prefix(limit).map(\.id))
        }
    }

    @Test("results in any other order are merged by rank", arguments: [SearchSort.relevance, .popularity])
    func ranks(sort: SearchSort) async {
        let sources = [DatedProvider(name: "a", days: [1, 2]), DatedProvider(name: "b", days: [8, 9])].map {
            FederatedSearch.Source($0)
        }
        let hits = await FederatedSearch(sources, sort: sort).search("x").hits
        #expect(hits.map(\.id) == ["a0", "b0", "a1", "b1"])
    }
}
