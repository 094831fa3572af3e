import Foundation
import SeekBasics
import SeekNetworking
import SeekTestHelpers
import Testing

@testable import SeekWeb

@Suite("The history of searches")
struct SearchHistoryTests {
    private func date(_ seconds: Double) -> Date { Date(timeIntervalSince1970: 1_700_000_000 + seconds) }

    @Test(
        "contains each of the latest searches once, newest first, and no text that was completed soon after",
        arguments: [
            ([("q=a", 0.0), ("q=b", 100)], ["q=b", "q=a"]),
            ([("q=a", 0), ("q=b", 100), ("q=a", 200)], ["q=a", "q=b"]),
            ([("q=a", 0), ("q=a&pages=2", 1)], ["q=a"]),
            ([("q=s", 0), ("q=sw", 1), ("q=swift", 20)], ["q=swift"]),
            ([("q=s", 0), ("q=swift", 31)], ["q=swift", "q=s"]),
            ([("q=s&sort=date", 0), ("q=swift", 1)], ["q=swift", "q=s&sort=date"]),
            ([("q=swift", 0), ("q=s", 1)], ["q=s", "q=swift"]),
            ([("q=1", 0), ("q=2", 0), ("q=3", 0), ("q=4", 0)], ["q=4", "q=3", "q=2"]),
        ] as [([(String, Double)], [String])]
    )
    func list(searches: [(String, Double)], expected: [String]) throws {
        var list = HistoryList(limit: 3)
        for (query, seconds) in searches { list.record(try SearchParameters(encoded: query), at: date(seconds)) }
        #expect(list.entries.map(\.search.query.encoded) == expected)
        var decodedList = HistoryList(limit: 3)
        decodedList.add(list.json)
        #expect(decodedList == list)
    }

    @Test("is read by the next process, is moved aside and reported if the file is corrupt, and can be removed")
    func file() async throws {
        let folder = try TemporaryFolder()
        let path = folder.url.appending(path: "history.json").path
        let problems = Mutex<[String]>([])
        func history() -> SearchHistory {
            SearchHistory(file: path) { error in problems.withLock { $0.append("\(error)") } }
        }
        let first = history()
        for query in ["q=b", "q=c", "q=a&kinds=issue"] {
            await first.record(try SearchParameters(encoded: query), at: date(0))
        }
        await first.flush()
        let storedEntries = await history().entries
        #expect(await first.entries == storedEntries)
        #expect(await first.entries.map(\.search.text) == ["a", "c", "b"])
        try Data("[{]".utf8).write(to: URL(filePath: path))
        let second = history()
        #expect(await second.entries.isEmpty)
        #expect(problems.withLock { $0 }.map { $0.contains("(line 1, column 3: ") } == [true])
        #expect(try Data(contentsOf: URL(filePath: "\(path).corrupt")) == Data("[{]".utf8))
        await second.record(try SearchParameters(encoded: "q=b"), at: date(0))
        await second.flush()
        #expect(await history().entries.map(\.search.text) == ["b"])
        await second.removeAll()
        await second.flush()
        #expect(await history().entries.isEmpty)
    }

    @Test("a file that cannot be written is reported, and the search remains in memory")
    func unwritable() async throws {
        let problemCount = Mutex(0)
        let history = SearchHistory(file: "/proc/none/history.json") { _ in
            problemCount.withLock { $0 += 1 }
        }
        await history.record(try SearchParameters(encoded: "q=a"), at: date(0))
        await history.flush()
        #expect(await history.entries.map(\.search.text) == ["a"])
        #expect(problemCount.withLock { $0 } > 0)
    }
}
