import Foundation
import Seek
import SeekBasics
import SeekTestHelpers
import Testing

@Suite("A saved search that changes while it runs")
struct SavedConcurrencyTests {
    /// A client whose search waits at a gate, and a second store of the same file, as in another process.
    private struct Context {
        let folder: TemporaryFolder
        let gate = Gate()
        let now: Date
        let seek: SeekClient
        let otherStore: SavedSearchStore

        init() throws {
            let folder = try TemporaryFolder()
            let now = Date(timeIntervalSince1970: 1_795_000_000)
            self.folder = folder
            self.now = now
            seek = Self.client(folder, at: now, returning: .held(at: gate, SavedRemovalTests.page(["a"])))
            otherStore = SavedSearchStore(file: folder.url.appending(path: "saved.json"), timeout: .seconds(60))
        }

        /// Returns a client that uses the same file. Its clock is ahead by a number of seconds.
        func client(after seconds: Double = 0, returning response: StubResponse) -> SeekClient {
            Self.client(folder, at: now.addingTimeInterval(seconds), returning: response)
        }

        private static func client(_ folder: TemporaryFolder, at now: Date, returning response: StubResponse)
            -> SeekClient
        {
            let search = stub(.get, SavedRemovalTests.searchURL, returning: response)
            var configuration = SeekConfiguration.stubbed(StubTransport([search]))
            configuration.stateFolder = folder.url
            configuration.client.now = { now }
            return SeekClient(configuration)
        }

        /// Runs the search, and calls `change` with the second store before the response arrives.
        func run(while change: (SavedSearchStore) async throws -> Void) async throws -> SavedRun {
            try await otherStore.add(Self.walks())
            async let run = seek.runSaved(named: "walks")
            await gate.waitForArrivals(1)
            try await change(otherStore)
            gate.open()
            return try await run
        }

        static func walks(_ text: String = "night walk") -> SavedSearch {
            SavedSearch(name: "walks", query: FederatedQuery(text, kinds: [.video]))
        }
    }

    @Test("is not stored again if another store removed it")
    func removed() async throws {
        let context = try Context()
        let run = try await context.run { store async throws in
            #expect(try await store.remove(named: "walks"))
        }
        #expect(try await context.otherStore.search(named: "walks") == nil)
        #expect(!run.isStored)
        #expect(run.comparison.new.map(\.id) == ["youtube:video:a"])
    }

    @Test("does not overwrite the search with which another store replaced it")
    func replaced() async throws {
        let context = try Context()
        let run = try await context.run { store async throws in
            try await store.add(Context.walks("day walk"), replacing: true)
        }
        let stored = try #require(try await context.otherStore.search(named: "walks"))
        #expect(stored.query.text == "day walk")
        #expect(stored.lastHits.isEmpty)
        #expect(!run.isStored)
    }

    @Test("is compared with the history that another run stored meanwhile")
    func ranTwice() async throws {
        let context = try Context()
        let other = context.client(returning: SavedRemovalTests.page(["a", "b"]))
        let run = try await context.run { _ async throws in
            #expect(try await other.runSaved(named: "walks").isStored)
        }
        #expect(run.comparison.unchanged.map(\.id) == ["youtube:video:a"])
        #expect(run.comparison.removed.map(\.id) == ["youtube:video:b"])
        #expect(run.isStored)
    }

    @Test("does not overwrite the history of a later run that was stored first")
    func storedLate() async throws {
        let context = try Context()
        try await context.otherStore.add(Context.walks())
        let early = await context.client(returning: SavedRemovalTests.page(["a"])).run(Context.walks())
        let later = context.client(after: 300, returning: SavedRemovalTests.page(["a", "b"]))
        _ = try await later.runSaved(named: "walks")
        let storingClient = context.client(after: 600, returning: SavedRemovalTests.page([]))
        #expect(try await storingClient.store(early).isStored == false)
        let stored = try #require(try await context.otherStore.search(named: "walks"))
        #expect(stored.lastRunAt == context.now.addingTimeInterval(300))
        #expect(stored.lastHits.map(\.id) == ["youtube:video:a", "youtube:video:b"])
    }

    @Test("is stored although a wrong clock has given an earlier run a date in the future")
    func wrongClock() async throws {
        let context = try Context()
        try await context.otherStore.add(Context.walks())
        let wrongClockClient = context.client(after: 86_400, returning: SavedRemovalTests.page(["b"]))
        _ = try await wrongClockClient.runSaved(named: "walks")
        #expect(try await context.client(returning: SavedRemovalTests.page(["a"])).runSaved(named: "walks").isStored)
        #expect(try await context.otherStore.search(named: "walks")?.lastRunAt == context.now)
    }

    @Test("reports the same results again if they were not stored")
    func notStored() async throws {
        let context = try Context()
        context.gate.open()
        try await context.otherStore.add(Context.walks())
        let run = await context.seek.run(Context.walks())
        #expect(run.comparison.new.count == 1)
        let repeated = try await context.seek.runSaved(named: "walks")
        #expect(repeated.comparison.new == run.comparison.new)
        #expect(try await context.seek.store(run).comparison.unchanged == run.comparison.new)
    }

    @Test("is not replaced by a search with the same name unless requested")
    func addingTwice() async throws {
        let context = try Context()
        context.gate.open()
        try await context.otherStore.add(Context.walks())
        _ = try await context.seek.runSaved(named: "walks")
        await #expect(throws: SavedSearchError.exists("walks")) {
            try await context.otherStore.add(Context.walks("day walk"))
        }
        #expect(try await context.otherStore.search(named: "walks")?.lastHits.count == 1)
        let replaced = try await context.otherStore.add(Context.walks("day walk"), replacing: true)
        #expect(replaced?.query.text == "night walk")
        #expect(try await context.otherStore.search(named: "walks")?.lastHits.isEmpty == true)
    }
}
