import SeekBasics
import SeekModels
import SeekNetworking
import SeekSearch
import SeekTestHelpers
import SeekTestingSupport
import Testing

/// A source that throws `error`, or returns the single hit `name: text` if there is no error. If there is a gate for
/// the text, a search waits at that gate first.
private struct EchoHit: SearchSource {
    let name: String
    var gates: [String: Gate] = [:]
    var error: SearchError?

    func page(for text: String, at cursor: PageCursor?) async throws(SearchError) -> SearchPage<SearchHit> {
        _ = await gates[text]?.pass()
        if let error { throw error }
        let provenance = Provenance(source: .disk, age: .seconds(5), attempts: 2)
        return SearchPage(items: [hit("\(name): \(text)")], provenance: provenance)
    }
}

@MainActor
@Suite("SearchModel with a federated search")
struct FederatedModelTests {
    private let slowGate = Gate()
    private let fastGate = Gate()
    private let clock = ManualClock()

    /// A model of two sources that wait, each at its own gate, when the text is `swift`. With an error, the second
    /// source fails.
    private func model(failing error: SearchError? = nil) -> SearchModel<SearchHit> {
        let search = FederatedSearch(
            [
                .init(EchoHit(name: "slow", gates: ["swift": slowGate]), timeBudget: .seconds(3)),
                .init(EchoHit(name: "fast", gates: ["swift": fastGate], error: error), timeBudget: .seconds(60)),
            ],
            clock: clock
        )
        return SearchModel(source: search)
    }

    private func states(_ model: SearchModel<SearchHit>) -> [String] {
        model.sources.map { source in
            switch source.state {
            case .pending: "\(source.name) pending"
            case .completed(let response): "\(source.name) \(response.hits.count)"
            case .failed: "\(source.name) failed"
            case .cancelled: "\(source.name) cancelled"
            }
        }
    }

    @Test("shows all sources as pending first, and the rows of each source when it responds")
    func updates() async {
        let model = model()
        #expect(states(model) == [])
        model.text = "swift"
        let search = model.search()
        #expect(states(model) == ["slow pending", "fast pending"])
        #expect(model.isSearching)

        fastGate.open()
        await observe { !model.items.isEmpty }
        #expect(model.items.map(\.id) == ["fast: swift"])
        #expect(states(model) == ["slow pending", "fast 1"])
        #expect(model.phase == .searching)

        slowGate.open()
        await search.value
        #expect(Set(model.items.map(\.id)) == ["slow: swift", "fast: swift"])
        #expect(states(model) == ["slow 1", "fast 1"])
        #expect(model.phase == .results)
        #expect(!model.isSearching)
        #expect(model.quotaCost == 4)
        // The attempts of a federated page are its quota cost.
        #expect(model.provenance == Provenance(source: .disk, age: .seconds(5), attempts: 4))
        #expect(!model.hasMore)
    }

    @Test("shows the rows of the successful sources, and the error message of the failed one")
    func failedSource() async {
        let model = model(failing: .unavailable(.gitHub, .timedOut(.init(request: nil))))
        model.text = "kotlin"
        await model.search().value
        #expect(model.items.map(\.id) == ["slow: kotlin"])
        #expect(model.phase == .results)
        #expect(model.errorMessage == nil)
        #expect(model.sources.map(\.problem) == [nil, "GitHub is not available. Try again later."])
    }

    @Test("fails with the error of the first source if all fail, and shows the state of each")
    func failure() async throws {
        let error = SearchError.unauthorized(.gitHub, "no token")
        let search = FederatedSearch([
            .init(EchoHit(name: "a", error: error)), .init(EchoHit(name: "b", error: .invalidQuery("bad"))),
        ])
        let model = SearchModel(source: search)
        model.text = "swift"
        await model.search().value
        #expect(model.phase == .failure(error))
        #expect(states(model) == ["a failed", "b failed"])
        #expect(model.sources.compactMap(\.problem) == [error.message, "Bad."])
        #expect(!model.isSearching)
        await #expect(throws: error) { try await search.page(for: "swift", at: nil) }
    }

    @Test("a source that exceeds its time budget does not affect the other sources")
    func timeBudget() async {
        let model = model()
        fastGate.open()
        model.text = "swift"
        let search = model.search()
        await clock.waitForSleepers(1)
        await observe { !model.items.isEmpty }
        clock.advance(by: .seconds(3))
        await search.value
        #expect(model.items.map(\.id) == ["fast: swift"])
        #expect(states(model) == ["slow failed", "fast 1"])
        #expect(model.sources.first?.problem == SearchError.network(.timedOut(.init(request: nil))).message)
        #expect(model.sources.first?.elapsed == .seconds(3))
    }

    @Test("shows the latest search only")
    func latestSearch() async {
        let model = model()
        model.text = "swift"
        let first = model.search()
        await slowGate.waitForArrivals()
        model.text = "kotlin"
        await model.search().value
        fastGate.open()
        slowGate.open()
        await first.value
        #expect(Set(model.items.map(\.id)) == ["slow: kotlin", "fast: kotlin"])
        #expect(model.phase == .results)
    }

    @Test("retains the rows of the previous search until a source responds")
    func retainedRows() async {
        let model = model()
        model.text = "kotlin"
        await model.search().value
        let rows = model.items
        model.text = "swift"
        let search = model.search()
        #expect(model.items == rows)
        #expect(states(model) == ["slow pending", "fast pending"])
        fastGate.open()
        await observe { model.items != rows }
        #expect(model.items.map(\.id) == ["fast: swift"])
        slowGate.open()
        await search.value
    }

    @Test("retains rows and states of the previous search if the new one is cancelled before a source responds")
    func cancelledSearch() async {
        let model = model()
        model.text = "kotlin"
        await model.search().value
        let rows = model.items
        model.text = "swift"
        let search = model.search()
        await slowGate.waitForArrivals()
        search.cancel()
        await search.value
        #expect(model.items == rows)
        #expect(states(model) == ["slow 1", "fast 1"])
        #expect(!model.isSearching)
    }

    @Test("retains the rows so far if the search is cancelled, and marks the pending sources as cancelled")
    func cancelledAfterUpdate() async {
        let model = model()
        model.text = "swift"
        let search = model.search()
        fastGate.open()
        await observe { !model.items.isEmpty }
        model.cancel()
        await search.value
        #expect(model.items.map(\.id) == ["fast: swift"])
        #expect(model.phase == .results)
        #expect(states(model) == ["slow cancelled", "fast 1"])
        await slowGate.waitForCancellations()
    }

    @Test("searches again when its source is replaced while a search runs")
    func changedSources() async {
        let model = model()
        model.text = "swift"
        let first = model.search()
        await slowGate.waitForArrivals()
        model.source = FederatedSearch([.init(EchoHit(name: "new"))])
        #expect(states(model) == ["new pending"])
        await observe { !model.isSearching }
        slowGate.open()
        fastGate.open()
        await first.value
        #expect(model.items.map(\.id) == ["new: swift"])
        #expect(states(model) == ["new 1"])
    }

    @Test("reports no source states if the search is not federated")
    func otherSource() async {
        struct Hits: SearchSource {
            let name = "hits"
            func page(for text: String, at cursor: PageCursor?) async throws(SearchError) -> SearchPage<SearchHit> {
                SearchPage(items: [hit(text)])
            }
        }
        let model = SearchModel(source: Hits())
        await model.search().value
        #expect(model.items.count == 1)
        #expect(model.sources.isEmpty)
    }

    @Test("shows the merged results of YouTube and GitHub")
    func clients() async throws {
        let configuration = ClientConfiguration(transport: try StubTransport.sampleAPI())
        let youTube = YouTubeClient(apiKey: "demo-key", configuration: configuration)
        let search = FederatedSearch(
            [
                .init(youTube.source()),
                .init(GitHubClient(configuration: configuration).source(.repositories())),
            ],
            limit: 10
        )
        let model = SearchModel(source: search)
        model.text = "swift"
        await model.search().value
        #expect(model.items.count == 10)
        #expect(model.sources.allSatisfy { $0.problem == nil })
        #expect(model.provenance == Provenance(source: .network, attempts: 2))
    }
}
