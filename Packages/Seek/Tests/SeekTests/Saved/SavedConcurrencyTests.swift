import Foundation
import Seek
import SeekTestHelpers
import Testing

@Suite("A saved search that changes while it runs")
struct SavedConcurrencyTests {
    /// A client whose search waits at a gate, and another store with the same file in the place of another process.
    private struct World {
        let folder: TemporaryFolder
        let gate = Gate()
        let seek: SeekClient
        let other: SavedSearchStore

        init() throws {
            folder = try TemporaryFolder()
            var configuration = SeekConfiguration()
            configuration.youTubeAPIKey = "k"
            configuration.stateFolder = folder.url
            configuration.client.transport = StubTransport([
                stub(.get, SavedWindowTests.search, returning: .held(at: gate, SavedWindowTests.page(["a"])))
            ])
            seek = SeekClient(configuration)
            other = SavedSearchStore(file: folder.url.appending(path: "saved.json"), timeout: .seconds(60))
        }

        /// Runs the search, and changes the other store while it is in flight.
        func run(while change: (SavedSearchStore) async throws -> Void) async throws -> SavedRun {
            try await other.add(Self.walks())
            async let run = seek.runSaved(named: "walks")
            await gate.waitForArrivals(1)
            try await change(other)
            gate.open()
            return try await run
        }

        static func walks(_ text: String = "night walk") -> SavedSearch {
            SavedSearch(name: "walks", query: SavedQuery(text, scope: .videos))
        }
    }

    @Test("is not stored again if another store removed it")
    func removed() async throws {
        let world = try World()
        let run = try await world.run { store async throws in
            #expect(try await store.remove(named: "walks"))
        }
        #expect(try await world.other.search(named: "walks") == nil)
        #expect(!run.isStored)
        #expect(run.comparison.new.map(\.id) == ["youtube:video:a"])
    }

    @Test("does not overwrite the search with which another store replaced it")
    func replaced() async throws {
        let world = try World()
        let run = try await world.run { store async throws in
            try await store.add(World.walks("day walk"), replacing: true)
        }
        let stored = try #require(try await world.other.search(named: "walks"))
        #expect(stored.query.text == "day walk")
        #expect(stored.lastHits.isEmpty)
        #expect(!run.isStored)
    }

    @Test("is compared with the history that another run stored meanwhile")
    func ranTwice() async throws {
        let world = try World()
        var configuration = SeekConfiguration()
        configuration.youTubeAPIKey = "k"
        configuration.stateFolder = world.folder.url
        configuration.client.transport = StubTransport([
            stub(.get, SavedWindowTests.search, returning: SavedWindowTests.page(["a", "b"]))
        ])
        let run = try await world.run { _ async throws in
            #expect(try await SeekClient(configuration).runSaved(named: "walks").isStored)
        }
        #expect(run.comparison.unchanged.map(\.id) == ["youtube:video:a"])
        #expect(run.comparison.removed.map(\.id) == ["youtube:video:b"])
        #expect(run.isStored)
    }

    @Test("is not replaced by a search with the same name unless requested")
    func addingTwice() async throws {
        let world = try World()
        world.gate.open()
        try await world.other.add(World.walks())
        _ = try await world.seek.runSaved(named: "walks")
        await #expect(throws: SavedSearchError.exists("walks")) { try await world.other.add(World.walks("day walk")) }
        #expect(try await world.other.search(named: "walks")?.lastHits.count == 1)
        try await world.other.add(World.walks("day walk"), replacing: true)
        #expect(try await world.other.search(named: "walks")?.lastHits.isEmpty == true)
    }
}
