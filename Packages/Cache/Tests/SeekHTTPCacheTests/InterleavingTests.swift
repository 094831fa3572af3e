import Foundation
import SeekBasics
import SeekCache
import SeekHTTPCache
@_spi(Seek) import SeekNetworking
import SeekTestHelpers
import Testing

/// Random requests of several clients, which are interleaved at random whenever a request reaches the server, a
/// response arrives, or the store is used. The reference model is a single version number: a body that a GET returns
/// must be at least as new as the last change completed before the GET began.
@Suite("Interleaved requests", .timeLimit(.minutes(5)))
struct InterleavingTests {
    @Test(
        "no GET returns a body that is older than a change that the same user completed before the GET began",
        arguments: StoreKind.allCases,
        0..<60 as Range<UInt64>
    )
    func stores(_ kind: StoreKind, seed: UInt64) async throws {
        let simulation = Simulation(seed: seed)
        let folder = try TemporaryFolder()
        let stores = try kind.make(folder).map { simulation.store(over: $0) }
        let caches = stores.map { HTTPCacheMiddleware(store: $0, partition: "", now: { simulation.now }) }
        await run(simulation, caches, checksReads: true)
    }

    /// The stores of two caches.
    enum StoreKind: CaseIterable {
        case memory, disk, tiered
        /// Each process has its own store object over the same files.
        case twoProcesses, twoTieredProcesses

        fileprivate func make(_ folder: TemporaryFolder) throws -> [any RecordStore] {
            func tiered() throws -> TieredStore {
                TieredStore(memory: MemoryStore(costLimit: 1 << 20), over: try DiskStore(folder: folder.url))
            }
            switch self {
            case .memory:
                let store = MemoryStore(costLimit: 1 << 20)
                return [store, store]
            case .disk:
                let store = try DiskStore(folder: folder.url)
                return [store, store]
            case .tiered:
                let store = try tiered()
                return [store, store]
            case .twoProcesses: return [try DiskStore(folder: folder.url), try DiskStore(folder: folder.url)]
            case .twoTieredProcesses: return [try tiered(), try tiered()]
            }
        }
    }

    @Test(
        "machines that share a store retain no body that is older than a completed change, and leave no turn taken",
        arguments: 0..<120 as Range<UInt64>
    )
    func severalMachines(seed: UInt64) async {
        let simulation = Simulation(seed: seed)
        let server = SharedTestServer()
        let machines = (0..<3).map { number in
            let store = PausingStore(simulation: simulation, inner: TestStore())
            let copies = LocalCopies(in: store, now: { simulation.now }, report: { _ in }, removeAll: {})
            server.onInvalidation(number) { copies.invalidate($0) }
            let shared = PausingStore(simulation: simulation, inner: server.store(of: number))
            let cache = HTTPCacheMiddleware(
                store: store,
                shared: SharedCache(store: shared, copies: copies),
                partition: "",
                now: { simulation.now }
            )
            return (cache: cache, copies: copies)
        }
        // A machine receives an invalidation a little later, so only the final contents are checked.
        await run(simulation, machines.map(\.cache), checksReads: false) {
            machines.contains { $0.copies.hasPendingInvalidation }
        }
        #expect(server.turnCount == 0, "seed \(seed)")
    }

    private func run(
        _ simulation: Simulation,
        _ caches: [HTTPCacheMiddleware],
        checksReads: Bool,
        while isBusy: @escaping @Sendable () -> Bool = { false }
    ) async {
        let handlers = caches.map { cache in
            chain([cache]) { request, _ throws(NetworkError) in
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
            group.addTask {
                await simulation.drive(clientCount) { isBusy() || caches.contains { $0.isValidatingInBackground } }
            }
        }
        for fields in Simulation.requestFields {
            for handler in handlers {
                var options = RequestOptions.within()
                options.cacheMode = .onlyIfCached
                guard let response = try? await handler(request(CacheTestClient.defaultURL, .get, fields), options)
                else { continue }
                #expect(
                    Simulation.version(of: response) >= simulation.completedVersion(of: fields),
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
        [:], ["Foo": "1"], ["Foo": "2"], ["Cookie": "a"], ["Cookie": "b", "Foo": "1"],
    ]

    private struct State {
        var generator: SeededGenerator
        var version = 0
        /// The latest version whose PUT has completed, by user.
        var completedVersions: [String: Int] = [:]
        var readingCount = 0
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

    /// Each reading of the clock is a microsecond later.
    var now: Date {
        state.withLock { state in
            state.readingCount += 1
            return CacheTestClient.start.addingTimeInterval(Double(state.readingCount) / 1_000_000)
        }
    }

    /// The latest version whose PUT a user has completed; the header fields of a request identify the user.
    func completedVersion(of fields: HTTPFields) -> Int {
        state.withLock { $0.completedVersions[fields["Cookie"] ?? ""] ?? 0 }
    }

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

    func store(over inner: some RecordStore) -> any RecordStore { PausingStore(simulation: self, inner: inner) }

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
        let minimumVersion = completedVersion(of: fields)
        guard let response = try? await handler(request(CacheTestClient.defaultURL, method, fields), options) else {
            return
        }
        let version = Self.version(of: response)
        if method == .put {
            let user = fields["Cookie"] ?? ""
            state.withLock { $0.completedVersions[user] = max($0.completedVersions[user] ?? 0, version) }
        } else if method == .get {
            #expect(response.body == Data("\(version)".utf8), "seed \(seed): the fields are of another body")
            if checksReads { #expect(version >= minimumVersion, "seed \(seed)") }
        }
    }

    static func version(of response: HTTPResponse) -> Int {
        response.headerFields["Version"].flatMap { Int($0) } ?? -1
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
            var fields: HTTPFields = ["Version": "\(version)"]
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
private struct PausingStore<Inner: RecordStore>: RecordStore {
    let simulation: Simulation
    let inner: Inner

    func value(for key: String) async throws -> CacheEntry? {
        try await simulation.pausing { try await inner.value(for: key) }
    }

    func put(
        _ data: Data,
        for key: String,
        expiresAt: Date?,
        if condition: PutCondition
    ) async throws -> CacheVersion? {
        // The stores use the real clock.
        try await simulation.pausing { try await inner.put(data, for: key, expiresAt: nil, if: condition) }
    }

    func remove(_ key: String) async throws { try await simulation.pausing { try await inner.remove(key) } }
}

extension PausingStore: SharedRecordStore where Inner == SharedTestStore {
    func invalidate(
        _ key: String,
        with data: Data,
        expiresAt: Date,
        if condition: PutCondition
    ) async throws -> CacheVersion? {
        try await simulation.pausing {
            try await inner.invalidate(key, with: data, expiresAt: expiresAt, if: condition)
        }
    }

    func beginFetch(of key: String, at version: CacheVersion?, waiting timeout: Duration) async throws -> FetchTurn {
        try await simulation.pausing { try await inner.beginFetch(of: key, at: version, waiting: timeout) }
    }

    func endFetch(of key: String, token: String) async throws {
        try await simulation.pausing { try await inner.endFetch(of: key, token: token) }
    }
}
