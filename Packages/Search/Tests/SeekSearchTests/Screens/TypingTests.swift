import SeekBasics
import SeekModels
import SeekNetworking
import SeekSearch
import SeekTestHelpers
import Testing

/// A source that responds at once: with an error to the first `failures` queries, then with pages whose items contain
/// the text and the cursor. The third page returns the same next cursor as the first page.
final class EchoSource: SearchSource {
    let name = "echo"
    private let state = Mutex<(queries: [String], failures: Int)>(([], 0))
    var queries: [String] { state.withLock { $0.queries } }

    init(failures: Int = 0) { state.withLock { $0.failures = failures } }

    /// Responds to the next `count` queries with an error.
    func fail(_ count: Int) { state.withLock { $0.failures = count } }

    func page(for text: String, at cursor: PageCursor?) async throws(SearchError) -> SearchPage<String> {
        let fails = state.withLock {
            $0.queries.append(text + (cursor?.rawValue ?? ""))
            $0.failures -= 1
            return $0.failures >= 0
        }
        if fails { throw .limitReached(.gitHub, SearchLimit(kind: .rate, message: "")) }
        let next = ["": "1", "1": "2", "2": "1"][cursor?.rawValue ?? ""]
        return SearchPage(
            items: (0..<10).map { "\(text)\(cursor?.rawValue ?? "")-\($0)" },
            incompleteReasons: cursor == nil ? [.timedOut] : [],
            next: next.map { PageCursor(rawValue: $0) }
        )
    }
}

@MainActor
@Suite("SearchModel while the user types, scrolls and retries")
struct TypingTests {
    let clock = ManualClock()

    func screen(_ source: some SearchSource<String>) -> SearchModel<String> {
        SearchModel(source: source, debounce: .milliseconds(400), clock: clock)
    }

    /// Advances the clock by a duration, and returns when all debounce intervals that end within it have ended.
    private func pass(_ duration: Duration) async throws {
        try await clock.run { [clock] in try await clock.sleep(for: duration) }
    }

    @Test("searches when the text has not changed for the debounce interval")
    func debounce() async {
        let source = EchoSource()
        let screen = screen(source)
        for text in ["s", "sw", "swi"] {
            screen.text = text
            await clock.waitForSleepers(1)
            clock.advance(by: .milliseconds(399))
        }
        #expect(source.queries.isEmpty)
        #expect(!screen.isSearching)
        clock.advance(by: .milliseconds(1))
        await observe { screen.items.count == 10 }
        #expect(source.queries == ["swi"])
        #expect(screen.items[0] == "swi-0")
        #expect(screen.isIncomplete)
    }

    @Test("search() starts at once and cancels the pending debounce; typing the searched text again starts no search")
    func button() async throws {
        let source = EchoSource()
        let screen = screen(source)
        screen.text = "swift"
        await clock.waitForSleepers(1)
        await screen.search().value
        try await pass(.seconds(1))
        #expect(source.queries == ["swift"])
        screen.text = "swift2"
        screen.text = "swift"
        try await pass(.seconds(1))
        #expect(source.queries == ["swift"])
    }

    @Test("adding spaces around the searched text starts no search")
    func surroundingSpace() async throws {
        let source = EchoSource()
        let screen = screen(source)
        screen.text = "swift"
        await screen.search().value
        for text in ["swift ", " swift"] {
            screen.text = text
            try await pass(.seconds(1))
            #expect(source.queries == ["swift"])
        }
    }

    @Test("setting a blank text ends the running search and ignores its late response")
    func clearedText() async {
        let source = StubSource()
        let screen = screen(source)
        screen.text = "a"
        let search = screen.search()
        await source.waitForQuery()
        screen.text = " "
        source.respond(with: .success(SearchPage(items: ["late"])))
        await search.value
        #expect(screen.items.isEmpty)
        #expect(!screen.isSearching)
        #expect(screen.errorMessage == nil)
        #expect(screen.phase == .idle)
    }

    @Test("cancel() also cancels a pending debounce")
    func cancel() async throws {
        let source = EchoSource()
        let screen = screen(source)
        screen.text = "a"
        await clock.waitForSleepers(1)
        screen.cancel()
        try await pass(.seconds(1))
        #expect(source.queries.isEmpty)
    }

    @Test("loads the next page once when a row near the end appears, and stops at a repeated cursor")
    func paging() async {
        let source = EchoSource()
        let screen = SearchModel(source: source)
        screen.text = "a"
        await screen.search().value
        screen.rowAppeared(at: 3)
        #expect(!screen.isLoadingMore)
        screen.rowAppeared(at: 4)
        screen.rowAppeared(at: 9)
        #expect(screen.isLoadingMore)
        await screen.loadMore().value
        #expect(source.queries == ["a", "a1"])
        #expect(screen.items.count == 20)
        await screen.loadMore().value
        #expect(source.queries == ["a", "a1", "a2"])
        #expect(!screen.hasMore)
        await screen.loadMore().value
        #expect(source.queries.count == 3)
    }

    @Test("retry repeats the failed search or page, and retains the loaded rows")
    func retry() async {
        let source = EchoSource(failures: 1)
        let screen = SearchModel(source: source)
        screen.text = "a"
        await screen.search().value
        #expect(screen.errorMessage == "GitHub: the rate limit is used up. Wait a minute and try again.")
        await screen.retry().value
        #expect(screen.items.count == 10)
        #expect(screen.errorMessage == nil)
        source.fail(1)
        await screen.loadMore().value
        #expect(screen.items.count == 10)
        #expect(screen.errorMessage != nil)
        #expect(!screen.isLoadingMore)
        screen.rowAppeared(at: 9)
        #expect(!screen.isLoadingMore)
        await screen.retry().value
        #expect(screen.items.count == 20)
        #expect(source.queries == ["a", "a", "a1", "a1"])
        await screen.retry().value
        #expect(source.queries.count == 4)
    }
}
