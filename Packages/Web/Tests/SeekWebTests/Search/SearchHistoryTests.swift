import Foundation
import Seek
import SeekBasics
import SeekNetworking
import SeekTestHelpers
import Testing

@Suite("The history of searches")
struct SearchHistoryTests {
    /// Searches stored results, which costs nothing, and returns when the history contains the search.
    private func search(_ query: String, _ site: Site) async throws {
        #expect(try await site.response("/?\(query)&offline=1").status == .ok)
    }

    /// Returns the queries in the history, the latest one first.
    private func history(_ site: Site) async throws -> [String] {
        let searches = try await site.json("/api/v1/history")["searches"].array ?? []
        return searches.compactMap { $0["query"].string?.replacing("&offline=1", with: "") }
    }

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
            ((10...61).map { ("q=\($0)", 0) }, (12...61).reversed().map { "q=\($0)" }),
        ] as [([(String, Double)], [String])]
    )
    func list(searches: [(String, Double)], expected: [String]) async throws {
        let time = Mutex(0.0)
        let context = try WebContext(configure: {
            $0.client.now = { Date(timeIntervalSince1970: 1_700_000_000 + time.withLock { $0 }) }
        })
        let site = Site(context)
        for (query, seconds) in searches {
            time.withLock { $0 = seconds }
            try await search(query, site)
        }
        #expect(try await history(site) == expected)
        // The next process reads the file.
        await site.app.close()
        #expect(try await history(Site(context)) == expected)
    }

    @Test("contains searches but not their further pages")
    func pages() async throws {
        let site = try Site()
        try await search("q=swift", site)
        let next = try await site.json("/api/v1/search?q=swift&kinds=repository")["next"]["cursor"].string
        _ = try await site.response("/api/v1/search?q=swift&kinds=repository&cursor=\(try #require(next))")
        #expect(try await history(site) == ["q=swift&kinds=repository", "q=swift"])
    }

    @Test("a corrupt file is moved aside and reported, and the history can be removed")
    func corruptFile() async throws {
        let problems = Mutex<[String]>([])
        let context = try WebContext(configure: {
            $0.client.onStoreFailure = { error in problems.withLock { $0.append("\(error)") } }
        })
        let folder = try #require(context.configuration.stateFolder)
        let file = folder.appending(path: "web-history.json")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data("[{]".utf8).write(to: file)
        let site = Site(context)
        #expect(try await history(site).isEmpty)
        #expect(problems.withLock { $0 }.map { $0.contains("(line 1, column 3: ") } == [true])
        #expect(try Data(contentsOf: folder.appending(path: "web-history.json.corrupt")) == Data("[{]".utf8))
        try await search("q=b", site)
        await site.app.close()
        #expect(try await history(Site(context)) == ["q=b"])
        _ = try await site.response("/api/v1/history", .delete)
        await site.app.close()
        #expect(try await history(Site(context)).isEmpty)
    }

    @Test("a file that cannot be written is reported, and the search remains in memory")
    func unwritable() async throws {
        let problemCount = Mutex(0)
        let context = try WebContext(configure: {
            $0.stateFolder = URL(filePath: "/proc/none")
            $0.client.onStoreFailure = { _ in problemCount.withLock { $0 += 1 } }
        })
        let site = Site(context)
        try await search("q=a", site)
        await site.app.close()
        #expect(try await history(site) == ["q=a"])
        #expect(problemCount.withLock { $0 } > 0)
    }
}
