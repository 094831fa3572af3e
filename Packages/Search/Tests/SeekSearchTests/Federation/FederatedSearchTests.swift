import Foundation
import SeekBasics
import SeekModels
import SeekNetworking
import SeekTestHelpers
import Testing

@_spi(Seek) @testable import SeekSearch

@Suite("Federated search")
struct FederatedSearchTests {
    private let unauthorized = SearchError.unauthorized(.gitHub, "no token")

    @Test("merges the results of all sources up to the limit")
    func fuses() async {
        let search = FederatedSearch(
            [
                .init(GatedSource("a", ["1", "2"])), .init(GatedSource("b", ["2", "3"]), weight: 0.5),
            ],
            limit: 2
        )
        let result = await search.search("x")
        #expect(result.hits.map(\.id) == ["2", "1"])
        #expect(result.isFinal)
        #expect(result.pending.isEmpty)
        #expect(result.failures.isEmpty)
        #expect(result.error == nil)
        #expect(result.quotaCost == 2)
        #expect(result.sources.allSatisfy { $0.elapsed != nil && $0.problem == nil })
    }

    @Test("reports a source that fails, and returns the results of the others")
    func failure() async {
        let search = FederatedSearch([.init(GatedSource("a", failing: unauthorized)), .init(GatedSource("b", ["1"]))])
        let result = await search.search("x")
        #expect(result.hits.map(\.id) == ["1"])
        #expect(result.failures.map(\.name) == ["a"])
        #expect(result.failures.first?.problem == unauthorized.message)
        #expect(result.error == nil)
    }

    @Test("reports the first failure as its error if all sources fail")
    func allFail() async {
        let search = FederatedSearch([
            .init(GatedSource("a", failing: unauthorized)), .init(GatedSource("b", failing: .invalidQuery("bad"))),
        ])
        let result = await search.search("x")
        #expect(result.hits.isEmpty)
        #expect(result.failures.count == 2)
        #expect(result.error == unauthorized)
    }

    @Test("reports an error for a source whose results all fail to decode")
    func unreadable() async {
        struct Unreadable: SearchSource {
            let name = "a"
            func page(for text: String, at cursor: PageCursor?) async -> SearchPage<YouTubeSearchItem> {
                let error = ModelError(path: "items[0].id", reason: "is missing")
                return SearchPage(items: [], skipped: [SkippedItem(index: 0, error: error)])
            }
        }
        let search = FederatedSearch([.init(Unreadable())])
        let result = await search.search("x")
        #expect(result.failures.first?.error?.description.contains("items[0].id: is missing") == true)
    }

    @Test("a response is empty, but no error, if an item was skipped and the other items have no hit")
    func skippedItemWithoutHits() async throws {
        struct PrivateVideo: SearchHitConvertible {
            var searchHit: SearchHit? { nil }
        }
        struct PrivateVideos: SearchSource {
            let name = "a"
            func page(for text: String, at cursor: PageCursor?) async -> SearchPage<PrivateVideo> {
                let error = ModelError(path: "items[0].id", reason: "is missing")
                return SearchPage(
                    items: [PrivateVideo(), PrivateVideo()],
                    skipped: [SkippedItem(index: 0, error: error)]
                )
            }
        }
        let response = try await FederatedSearch.Source(PrivateVideos()).response(for: "x", limit: 9)
        #expect(response.hits.isEmpty)
        #expect(response.skipped == 1)
    }

    @Test("has an empty result, which it yields once, if there are no sources")
    func noSources() async {
        let result = await FederatedSearch([]).search("x")
        #expect(result.isFinal)
        #expect(result.hits.isEmpty)
        #expect(result.error == nil)
        var count = 0
        for await _ in FederatedSearch([]).updates(for: "x") { count += 1 }
        #expect(count == 1)
    }

    @Test(
        "does not wait for a source that exceeds its time budget, even if it ignores cancellation",
        arguments: [true, false]
    )
    func timeBudget(ignoresCancellation: Bool) async throws {
        let clock = ManualClock()
        let gate = Gate()
        defer { gate.open() }
        let slow = GatedSource("slow", ["9"], gate: gate, ignoresCancellation: ignoresCancellation)
        let search = FederatedSearch(
            [.init(slow, timeBudget: .seconds(3)), .init(GatedSource("fast", ["1"]))],
            clock: clock
        )
        let result = try await clock.run { await search.search("x") }
        #expect(result.hits.map(\.id) == ["1"])
        #expect(result.failures.map(\.name) == ["slow"])
        #expect(result.failures.first?.elapsed == .seconds(3))
        #expect(result.failures.first?.problem == SearchError.network(.timedOut(.init(request: nil))).message)
        if !ignoresCancellation { await slow.cancellationCounter.waitForFirst() }
    }

    @Test("returns at once when it is cancelled, and queries no source if it is cancelled before it starts")
    func cancellation() async {
        let gate = Gate()
        defer { gate.open() }
        let fast = GatedSource("fast", ["1"])
        let slow = GatedSource("slow", gate: gate, ignoresCancellation: true)
        let search = FederatedSearch([.init(fast), .init(slow)], clock: ManualClock())
        let run = FederatedRun(search, text: "x")
        let (results, continuation) = AsyncStream.makeStream(of: FederatedResult.self)
        run.start(.init(onResult: { continuation.yield($0) }, onFinish: { continuation.finish() }))
        var result = FederatedResult(hits: [], sources: [])
        for await next in results {
            result = next
            guard !next.hits.isEmpty, !next.isFinal else { continue }
            await slow.queryCounter.waitForFirst()
            run.cancel()
        }
        #expect(result.isFinal)
        #expect(result.hits.map(\.id) == ["1"])
        #expect(result.sources.map(\.isCancelled) == [false, true])
        #expect(result.sources.last?.problem == nil)
        #expect(result.failures.isEmpty)
        #expect(result.error == nil)
        let task = Task { await search.search("x") }
        await slow.queryCounter.wait(for: 2)
        task.cancel()
        #expect(await task.value.isFinal)
        let cancelledEarly = Task { () -> FederatedResult in
            withUnsafeCurrentTask { $0?.cancel() }
            return await search.search("x")
        }
        let unstarted = await cancelledEarly.value
        #expect(unstarted.error?.isCancellation == true)
        #expect(unstarted.failures.isEmpty)
        #expect(slow.queryCounter.count == 2)
    }

    @Test("yields all sources as pending first, then a merged result after each source; the last is final")
    func updates() async throws {
        let (gate, fastGate) = (Gate(), Gate())
        let search = FederatedSearch([
            .init(GatedSource("slow", ["2"], gate: gate)), .init(GatedSource("fast", ["1"], gate: fastGate)),
        ])
        var iterator = search.updates(for: "x").makeAsyncIterator()
        let start = try #require(await iterator.next())
        #expect(start.pending == ["slow", "fast"])
        #expect(start.hits.isEmpty)
        #expect(start.error == nil)
        fastGate.open()
        let first = try #require(await iterator.next())
        #expect(first.hits.map(\.id) == ["1"])
        #expect(first.pending == ["slow"])
        #expect(!first.isFinal)
        #expect(first.error == nil)
        #expect(first.quotaCost == 1)
        gate.open()
        let last = try #require(await iterator.next())
        #expect(last.hits.map(\.id) == ["1", "2"])
        #expect(last.isFinal)
        #expect(await iterator.next() == nil)
    }

    @Test("is cancelled when its updates are no longer read")
    func abandoned() async {
        let gate = Gate()
        let slow = GatedSource("slow", gate: gate)
        let search = FederatedSearch([.init(slow), .init(GatedSource("fast"))])
        for await _ in search.updates(for: "x") { break }
        await slow.cancellationCounter.waitForFirst()
        #expect(slow.cancellationCounter.count == 1)
    }
}

@Suite("A federated run")
struct FederatedRunTests {
    @Test("can be cancelled while a result is delivered; the final result follows")
    func cancellationDuringDelivery() async {
        let gate = Gate()
        defer { gate.open() }
        let pending = Mutex<[[String]]>([])
        let slow = GatedSource("slow", gate: gate)
        let run = FederatedRun(FederatedSearch([.init(GatedSource("fast")), .init(slow)]), text: "x")
        await withCheckedContinuation { continuation in
            run.start(
                .init(
                    onResult: { result in
                        pending.withLock { $0.append(result.pending) }
                        if result.pending == ["slow"] { run.cancel() }
                    },
                    onFinish: { continuation.resume() }
                )
            )
        }
        #expect(pending.withLock { $0 } == [["fast", "slow"], ["slow"], []])
    }

    @Test("finishes once, even if it is cancelled after the final result")
    func finish() async {
        let finishes = Mutex(0)
        let search = FederatedSearch([.init(GatedSource("a", ["1"]))])
        let run = FederatedRun(search, text: "x")
        await withCheckedContinuation { continuation in
            run.start(
                .init(
                    onResult: { _ in },
                    onFinish: {
                        let count = finishes.withLock {
                            $0 += 1
                            return $0
                        }
                        if count == 1 { continuation.resume() }
                    }
                )
            )
        }
        run.cancel()
        #expect(finishes.withLock { $0 } == 1)
    }
}

@Suite("The sources of a federated search")
struct FederatedSourceTests {
    @Test("return hits of both clients, with their URLs for the browser and the app")
    func clients() async throws {
        let transport = try StubTransport.sampleAPI()
        let configuration = ClientConfiguration(transport: transport)
        let youTube = YouTubeClient(apiKey: "demo-key", configuration: configuration)
        let gitHub = GitHubClient(configuration: configuration)
        let search = FederatedSearch(
            [
                .init(youTube.source()), .init(youTube.source(of: .channel)), .init(gitHub.source(.repositories())),
            ],
            limit: 20
        )
        let result = await search.search("swift")
        #expect(result.sources.map(\.name) == ["youtube", "youtube-channels", "github"])
        #expect(result.sources.map(\.displayName) == ["YouTube", "YouTube channels", "GitHub"])
        #expect(result.failures.isEmpty)
        #expect(result.hits.count == 20)
        #expect(result.quotaCost == 3)
        let video = try #require(result.hits.first { $0.kind == .video })
        #expect(video.id.hasPrefix("youtube:video:"))
        #expect(video.source == "youtube")
        #expect(video.thumbnail != nil)
        #expect(video.url(for: .app)?.scheme == "youtube")
        #expect(video.url(for: .web) == video.url)
        let repository = try #require(result.hits.first { $0.kind == .repository })
        #expect(repository.title.contains("/"))
        #expect(repository.url(for: .app)?.host() == "github.com")
        #expect(result.hits.contains { $0.kind == .channel })
    }

    /// A source of pages of ten numbers each; the second page is incomplete. After the last page, the source throws the
    /// error, if there is one.
    private struct Numbers: SearchSource {
        let name = "n"
        var pages: Int
        var error: SearchError?

        func page(for text: String, at cursor: PageCursor?) async throws(SearchError) -> SearchPage<String> {
            let number = cursor.flatMap { Int($0.rawValue) } ?? 0
            if number == pages, let error { throw error }
            let next = number + 1 < pages || error != nil ? PageCursor(rawValue: "\(number + 1)") : nil
            return SearchPage(
                items: (0..<10).map { "\(number * 10 + $0)" },
                incompleteReasons: number == 1 ? [.timedOut] : [],
                next: next
            )
        }
    }

    /// A source with a page for each provenance.
    private struct Stored: SearchSource {
        let name = "n"
        var provenances: [Provenance]

        func page(for text: String, at cursor: PageCursor?) async throws(SearchError) -> SearchPage<String> {
            let number = cursor.flatMap { Int($0.rawValue) } ?? 0
            let next = number + 1 < provenances.count ? PageCursor(rawValue: "\(number + 1)") : nil
            return SearchPage(items: ["\(number)"], next: next, provenance: provenances[number])
        }
    }

    private func source(_ pages: Int, failing error: SearchError? = nil) -> FederatedSearch.Source {
        FederatedSearch.Source(Numbers(pages: pages, error: error))
    }

    @Test(
        "load pages until the limit is reached, and report whether one of them is incomplete",
        arguments: [(0, 0, 0), (5, 5, 1), (15, 15, 2), (99, 30, 3)]
    )
    func pages(limit: Int, count: Int, cost: Int) async throws {
        let response = try await source(3).response(for: "x", limit: limit)
        #expect(response.hits.count == count)
        #expect(response.quotaCost == cost)
        #expect(response.isIncomplete == (cost > 1))
        #expect(response.error == nil)
    }

    @Test("report the costliest source and the greatest age of the pages, and that one is stale")
    func provenance() async throws {
        let provenances = [
            Provenance(source: .memory, age: .seconds(2)),
            Provenance(source: .disk, age: .seconds(90), staleReason: .serverError),
        ]
        let source = FederatedSearch.Source(Stored(provenances: provenances))
        let expected = Provenance(source: .disk, age: .seconds(90), staleReason: .serverError)
        #expect(try await source.response(for: "x", limit: 2).provenance == expected)
    }

    @Test(
        "the problem of a source contains the number of results before the failure",
        arguments: [(1, "only 1 result: No more."), (2, "only 2 results: No more.")]
    )
    func problem(count: Int, expected: String) {
        let hits = (0..<count).map { hit("\($0)") }
        let response = SourceResponse(hits: hits, error: .invalidQuery("no more"))
        #expect(SourceReport(name: "n", state: .completed(response)).problem == expected)
    }

    @Test("return the results before an error, and report the error")
    func laterFailure() async throws {
        let error = SearchError.invalidQuery("no more")
        let result = await FederatedSearch([source(1, failing: error)], limit: 20).search("x")
        #expect(result.hits.count == 10)
        #expect(result.failures.isEmpty)
        #expect(result.sources.first?.problem == "only 10 results: No more.")
        await #expect(throws: error) { try await source(0, failing: error).response(for: "x", limit: 20) }
    }
}

@Suite("A hit")
struct SearchHitTests {
    @Test("is encoded and decoded unchanged, with and without optional values")
    func coding() throws {
        var full = SearchHit(
            id: "1",
            kind: "note",
            source: "notes",
            title: "T",
            subtitle: "S",
            text: "x",
            url: URL(string: "https://example.com/a"),
            date: Date(timeIntervalSince1970: 1_700_000_000),
            thumbnail: URL(string: "https://example.com/b")
        )
        full.author = .init(name: "N", id: "notes:1", url: full.url, image: full.thumbnail)
        full.count = .init(3, "pages")
        full.duration = .seconds(61)
        full.score = 0.5
        full.reasons = [.init(source: "notes", rank: 1, weight: 1, contribution: 0.5)]
        for hit in [full, hit("2")] {
            #expect(try JSONDecoder().decode(SearchHit.self, from: JSONEncoder().encode(hit)) == hit)
        }
    }

    @Test(
        "is identified by its normalized URL, or by its id if it has no URL",
        arguments: [
            ("HTTP://www.Example.com/A/", "https://example.com/A"), ("https://e.com?a=b#c", "https://e.com?a=b"),
            ("https://e.com", "https://e.com"), ("mailto:a@b.c", "mailto:a@b.c"),
            ("https://e.com/x?q=a/", "https://e.com/x?q=a/"), ("https://e.com/x/?q=a", "https://e.com/x?q=a"),
        ]
    )
    func identity(url: String, identity: String) {
        #expect(hit("1", url: url).identity == identity)
        #expect(hit("1").identity == "1")
    }

    @Test("of YouTube has the medium thumbnail; without it, the default one; without both, another one")
    func thumbnails() throws {
        func thumbnail(_ names: String...) throws -> String? {
            let thumbnails = try names.map {
                ($0, YouTubeThumbnail(url: try #require(URL(string: "https://e.com/\($0)"))))
            }
            let item = YouTubeSearchItem(
                id: "v",
                channelID: "c",
                title: "t",
                thumbnails: Dictionary(uniqueKeysWithValues: thumbnails)
            )
            return item.searchHit?.thumbnail?.lastPathComponent
        }
        #expect(try thumbnail("high", "medium", "default") == "medium")
        #expect(try thumbnail("high", "default") == "default")
        #expect(try thumbnail("z", "b") == "b")
    }
}
