import Foundation
import SeekBasics
import SeekTestHelpers
import Testing

@testable import SeekNetworking

/// Random requests of several clients, which are interleaved at random whenever a request reaches the server, a
/// response arrives, or the store is used. The reference model is a single version number: a body that a GET returns
/// must be at least as new as the last change completed before the GET began.
@Suite("Interleaved requests", .timeLimit(.minutes(5)))
struct InterleavingTests {
    @Test(
        "no GET returns a body that is older than a change completed before the GET began",
        arguments: 0..<120 as Range<UInt64>
    )
    func oneProcess(seed: UInt64) async {
        let simulation = Simulation(seed: seed)
        // Mostly a store in memory: with a store on disk, invalidations are also recorded in the store, which would
        // hide errors in `StoreCoordinator`.
        let store = PausingStore(simulation, source: seed % 3 == 0 ? .disk : .memory)
        await run(simulation, [store, store], checksReads: true)
    }

    @Test(
        "caches that share only the stored bytes retain no body that is older than a completed change",
        arguments: 0..<60 as Range<UInt64>
    )
    func twoProcesses(seed: UInt64) async {
        let simulation = Simulation(seed: seed)
        let store = PausingStore(simulation, source: .disk)
        // A process may read a response that the other one has written and is about to remove, so only the final
        // contents are checked.
        await run(simulation, [OtherProcessStore(store), OtherProcessStore(store)], checksReads: false)
    }

    @Test(
        "machines that share a store retain no body that is older than a completed change, and leave no fetch claimed",
        arguments: 0..<120 as Range<UInt64>
    )
    func severalMachines(seed: UInt64) async {
        let simulation = Simulation(seed: seed)
        let server = SharedTestServer()
        let removals = RunningRemovals()
        let stores = (0..<3).map { number in
            let store = PausingStore(simulation, source: number == 0 ? .disk : .memory)
            server.onInvalidation(number) { key in
                removals.run { await store.invalidateCopies(of: key) }
            }
            return store
        }
        let caches = stores.enumerated().map { number, store in
            HTTPCacheMiddleware(
                store: store,
                sharedStore: PausingSharedStore(simulation: simulation, store: server.store(of: number)),
                partition: "",
                now: { CacheTestClient.start }
            )
        }
        // A machine receives an invalidation a little later, so only the final contents are checked.
        await run(simulation, caches, checksReads: false) { removals.isRunning }
        #expect(server.claimCount == 0, "seed \(seed)")
    }

    private func run(_ simulation: Simulation, _ stores: [any ResponseStore], checksReads: Bool) async {
        let caches = stores.map { HTTPCacheMiddleware(store: $0, partition: "", now: { CacheTestClient.start }) }
        await run(simulation, caches, checksReads: checksReads)
    }

    private func run(
        _ simulation: Simulation,
        _ caches: [HTTPCacheMiddleware],
        checksReads: Bool,
        while isBusy: @escaping @Sendable () -> Bool = { false }
    ) async {
        let handlers = caches.map { cache in
            SeekNetworking.chain([cache, CoalescingMiddleware()]) { request, _ throws(NetworkError) in
                try await simulation.receive(request)
            }
        }
        let clientCount = 5
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<clientCount {
                let handler = handlers[number % handlers.count]
                group.addTask {
                    for _ in 0..<8 { await simulation.performRequest(handler, checksReads: checksReads) }
                    simulation.clientDidEnd()
                }
            }
            group.addTask { await simulation.drive(clientCount) { isBusy() || caches.contains { $0.isRevalidating } } }
        }
        for fields in Simulation.requestFields {
            for handler in handlers {
                var options = RequestOptions.within()
                options.cacheMode = .onlyIfCached
                guard let response = try? await handler(request(CacheTestClient.defaultURL, .get, fields), options)
                else { continue }
                #expect(
                    Simulation.version(of: response) >= simulation.completedVersion,
                    "seed \(simulation.seed), \(fields.map(\.value))"
                )
            }
        }
    }
}

/// A server whose resource changes with each PUT, and the driver, which resumes the suspended steps of all clients in
/// random order.
private final class Simulation: Sendable {
    /// The header fields of the requests, which select variants and users.
    static let requestFields: [HTTPFields] = [
        [:], [name("Foo"): "1"], [name("Foo"): "2"], [name("Cookie"): "a"], [name("Cookie"): "b", name("Foo"): "1"],
    ]

    private struct State {
        var generator: SeededGenerator
        var version = 0
        var completedVersion = 0
        var endedClientCount = 0
        var isDriven = true
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    let seed: UInt64
    private let state: Mutex<State>

    init(seed: UInt64) {
        self.seed = seed
        state = Mutex(State(generator: SeededGenerator(seed: seed)))
    }

    /// The latest version whose PUT has completed.
    var completedVersion: Int { state.withLock(\.completedVersion) }

    private func pick<Value: Sendable>(_ values: [Value], else fallback: Value) -> Value {
        state.withLock { $0.generator.pick(values) } ?? fallback
    }

    // MARK: Interleaving

    /// Waits until the driver resumes this step.
    func pause() async {
        await withCheckedContinuation { continuation in
            let isDriven = state.withLock { state in
                if state.isDriven { state.waiting.append(continuation) }
                return state.isDriven
            }
            if !isDriven { continuation.resume() }
        }
    }

    /// Waits for the driver before and after a step.
    func pausing<Value>(_ step: () async throws -> Value) async throws -> Value {
        await pause()
        let value = try await step()
        await pause()
        return value
    }

    /// Resumes the waiting steps one after the other in random order, until all clients have ended and nothing runs in
    /// the background.
    func drive(_ clientCount: Int, while isBusy: @Sendable () -> Bool) async {
        while state.withLock({ $0.endedClientCount < clientCount || !$0.waiting.isEmpty }) || isBusy() {
            let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
                guard let index = state.waiting.indices.randomElement(using: &state.generator) else { return nil }
                return state.waiting.remove(at: index)
            }
            next?.resume()
            await Task.yield()
        }
        state.withLock { $0.isDriven = false }
    }

    func clientDidEnd() { state.withLock { $0.endedClientCount += 1 } }

    // MARK: Clients

    /// Sends a random request of a client and checks the response.
    func performRequest(_ handler: HTTPHandler, checksReads: Bool) async {
        let method = pick([.get, .get, .get, .get, .head, .put] as [HTTPRequest.Method], else: .get)
        var fields = pick(Self.requestFields, else: [:])
        fields[.cacheControl] = pick([nil, nil, nil, "no-cache", "max-stale"], else: nil)
        var options = RequestOptions.within()
        options.cacheMode = pick([.default, .default, .default, .reload, .noStore], else: .default)
        let minimumVersion = completedVersion
        guard let response = try? await handler(request(CacheTestClient.defaultURL, method, fields), options) else {
            return
        }
        let version = Self.version(of: response)
        if method == .put {
            state.withLock { $0.completedVersion = max($0.completedVersion, version) }
        } else if method == .get {
            #expect(response.body == Data("\(version)".utf8), "seed \(seed): the fields are of another body")
            if checksReads { #expect(version >= minimumVersion, "seed \(seed)") }
        }
    }

    static func version(of response: HTTPResponse) -> Int {
        response.headerFields[name("Version")].flatMap { Int($0) } ?? -1
    }

    // MARK: The server

    func receive(_ request: HTTPRequest) async throws(NetworkError) -> HTTPResponse {
        await pause()
        let response = respond(to: request)
        await pause()
        guard let response else { throw .transport(.connectionLost, .init(request: request)) }
        return response
    }

    private func respond(to request: HTTPRequest) -> HTTPResponse? {
        state.withLock { state in
            if request.method == .put { state.version += 1 }
            let version = state.version
            var fields: HTTPFields = [name("Version"): "\(version)"]
            guard request.method != .put else { return HTTPResponse(headerFields: fields) }
            fields[.cacheControl] = state.generator.pick([
                "max-age=60", "max-age=60", "max-age=0", "max-age=0, stale-while-revalidate=60", "no-cache",
            ])
            fields[.vary] = state.generator.pick([nil, nil, "Foo"]) ?? nil
            let tag = "\"\(version)\""
            // A GET of every third version returns no validator.
            if version % 3 > 0 || request.method == .head { fields[.eTag] = tag }
            if request.headerFields[.ifNoneMatch] == tag { return HTTPResponse(status: 304, headerFields: fields) }
            let isUnreachable = state.generator.pick(Array(0..<12)) == 0
            let body = request.method == .head ? Data() : Data("\(version)".utf8)
            return isUnreachable ? nil : HTTPResponse(headerFields: fields, body: body)
        }
    }
}

/// A store whose every operation waits for the driver before and after it is carried out.
private final class PausingStore: ResponseStore {
    private let simulation: Simulation
    private let inner = TestStore()
    let source: Provenance.Source

    init(_ simulation: Simulation, source: Provenance.Source) {
        self.simulation = simulation
        self.source = source
    }

    func response(for key: String) async throws -> Data? {
        try await simulation.pausing { try await inner.response(for: key) }
    }

    func put(_ response: Data, for key: String, expiresAt: Date) async throws {
        try await simulation.pausing { try await inner.put(response, for: key, expiresAt: expiresAt) }
    }

    func remove(_ key: String) async throws {
        try await simulation.pausing { try await inner.remove(key) }
    }
}

/// A shared store whose every operation waits for the driver before and after it is carried out.
private struct PausingSharedStore: SharedResponseStore {
    let simulation: Simulation
    let store: SharedTestStore

    func entry(for key: String) async throws -> SharedEntry? {
        try await simulation.pausing { try await store.entry(for: key) }
    }

    func beginFetch(of key: String, generationKey: String, timeout: Duration) async throws -> SharedFetch {
        try await simulation.pausing {
            try await store.beginFetch(of: key, generationKey: generationKey, timeout: timeout)
        }
    }

    func endFetch(_ fetch: SharedFetch, storing write: SharedWrite?) async throws -> Bool {
        try await simulation.pausing { try await store.endFetch(fetch, storing: write) }
    }

    func invalidate(_ generationKey: String, generation: SharedWrite, removing keys: [String]) async throws {
        try await simulation.pausing {
            try await store.invalidate(generationKey, generation: generation, removing: keys)
        }
    }
}

/// Runs removals of copies in the background, and counts those that have not ended.
private final class RunningRemovals: Sendable {
    private let count = Mutex(0)

    var isRunning: Bool { count.withLock { $0 > 0 } }

    func run(_ removal: @escaping @Sendable () async -> Void) {
        count.withLock { $0 += 1 }
        Task {
            await removal()
            count.withLock { $0 -= 1 }
        }
    }
}
