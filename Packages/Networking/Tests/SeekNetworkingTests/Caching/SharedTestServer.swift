import Foundation
import SeekBasics
import SeekTestHelpers

@testable import SeekNetworking

/// The shared store of several machines, with its own clock.
final class SharedTestServer: Sendable {
    struct Broken: Error {}

    /// The time after which a claim expires.
    static let claimLifetime = Duration.seconds(10)

    fileprivate struct Entry {
        var bytes: Data
        var storedAt: Duration
        var freshUntil: Duration
        var expiresAt: Duration
    }

    /// The right of one machine to fetch a response, for which the other machines wait.
    fileprivate struct Claim {
        var token: String
        var expiresAt: Duration
    }

    fileprivate struct Waiter {
        var id: Int
        var key: String
        var deadline: Duration
        var continuation: CheckedContinuation<Void, Never>
    }

    fileprivate struct State {
        var time = Duration.zero
        var entries: [String: Entry] = [:]
        var claims: [String: Claim] = [:]
        var waiters: [Waiter] = []
        var lastID = 0
        var isBroken = false
        var isFull = false
        var operations: [String] = []
        var subscribers: [(machine: Int, handler: @Sendable (String) -> Void)] = []
    }

    private let state = Mutex(State())

    /// Returns the operations since the last call: `read`, `begin`, `invalidate`, or for `endFetch`, `store` with a
    /// response and `release` without one.
    func takeOperations() -> [String] {
        state.withLock { state in
            defer { state.operations = [] }
            return state.operations
        }
    }

    /// Whether every operation fails.
    var isBroken: Bool {
        get { state.withLock { $0.isBroken } }
        set { state.withLock { $0.isBroken = newValue } }
    }

    /// Whether every `endFetch` that stores something fails. Claims can still be released, and URLs invalidated.
    var isFull: Bool {
        get { state.withLock { $0.isFull } }
        set { state.withLock { $0.isFull = newValue } }
    }

    var waiterCount: Int { state.withLock { $0.waiters.count } }
    var claimCount: Int { state.withLock { $0.claims.count } }
    var keys: [String] { state.withLock { $0.entries.keys.sorted() } }

    /// Replaces the bytes of all entries.
    func corrupt(_ change: (Data) -> Data) {
        state.withLock { state in
            for (key, entry) in state.entries { state.entries[key]?.bytes = change(entry.bytes) }
        }
    }

    /// Removes all entries and claims.
    func flush() {
        state.withLock { state in
            (state.entries, state.claims) = ([:], [:])
        }
        wake()
    }

    func advance(by duration: Duration) {
        state.withLock { $0.time += duration }
        wake()
    }

    /// Returns the store as one machine uses it.
    func store(of machine: Int) -> SharedTestStore { SharedTestStore(server: self, machine: machine) }

    /// Calls the handler of a machine with the generation key of each URL that another machine invalidates.
    func onInvalidation(_ machine: Int, _ handler: @escaping @Sendable (String) -> Void) {
        state.withLock { $0.subscribers.append((machine, handler)) }
    }

    /// Resumes the waiters for a claim that has ended, and those whose timeout has passed.
    private func wake() {
        let ready = state.withLock { state -> [Waiter] in
            let ready = state.waiters.filter { $0.deadline <= state.time || state.claim(of: $0.key) == nil }
            state.waiters.removeAll { waiter in ready.contains { $0.id == waiter.id } }
            return ready
        }
        for waiter in ready { waiter.continuation.resume() }
    }

    // MARK: Operations

    private func perform<Value>(_ name: String, _ work: (inout State) throws -> Value) throws -> Value {
        try state.withLock { state in
            guard !state.isBroken else { throw Broken() }
            state.operations.append(name)
            state.entries = state.entries.filter { $0.value.expiresAt > state.time }
            return try work(&state)
        }
    }

    func entry(for key: String) throws -> SharedEntry? {
        try perform("read") { $0.entry(for: key) }
    }

    func begin(_ key: String, _ generationKey: String) throws -> SharedFetch {
        try perform("begin") { state in
            var fetch = SharedFetch(
                key: key,
                generationKey: generationKey,
                entry: state.entry(for: key),
                generation: state.entries[generationKey]?.bytes
            )
            if let entry = state.entries[key], entry.freshUntil > state.time { return fetch }
            if state.claim(of: key) != nil {
                fetch.isClaimedElsewhere = true
                return fetch
            }
            state.lastID += 1
            fetch.claim = "\(state.lastID)"
            state.claims[key] = Claim(token: "\(state.lastID)", expiresAt: state.time + Self.claimLifetime)
            return fetch
        }
    }

    func waitForClaim(of key: String, _ timeout: Duration) async {
        await withCheckedContinuation { continuation in
            state.withLock { state in
                state.lastID += 1
                let deadline = state.time + timeout
                state.waiters.append(
                    Waiter(id: state.lastID, key: key, deadline: deadline, continuation: continuation)
                )
            }
            wake()
        }
    }

    func end(_ fetch: SharedFetch, _ write: SharedWrite?) throws -> Bool {
        defer { wake() }
        return try perform(write == nil ? "release" : "store") { state in
            if write != nil, state.isFull { throw Broken() }
            let claim = state.claim(of: fetch.key)
            let isOwn = fetch.claim != nil && claim?.token == fetch.claim
            if isOwn { state.claims[fetch.key] = nil }
            guard let write, state.entries[fetch.generationKey]?.bytes == fetch.generation,
                fetch.claim == nil || isOwn || claim == nil
            else { return false }
            state.put(write, for: fetch.key)
            return true
        }
    }

    func invalidate(_ generationKey: String, _ generation: SharedWrite, _ keys: [String], by machine: Int) throws {
        let handlers = try perform("invalidate") { state in
            state.put(generation, for: generationKey)
            for key in keys { state.entries[key] = nil }
            return state.subscribers.filter { $0.machine != machine }.map(\.handler)
        }
        for handler in handlers { handler(generationKey) }
    }
}

extension SharedTestServer.State {
    fileprivate func claim(of key: String) -> SharedTestServer.Claim? {
        claims[key].flatMap { $0.expiresAt > time ? $0 : nil }
    }

    fileprivate func entry(for key: String) -> SharedEntry? {
        entries[key].map { SharedEntry(bytes: $0.bytes, age: time - $0.storedAt) }
    }

    fileprivate mutating func put(_ write: SharedWrite, for key: String) {
        entries[key] = SharedTestServer.Entry(
            bytes: write.bytes,
            storedAt: time,
            freshUntil: time + write.freshFor,
            expiresAt: time + write.expiresIn
        )
    }
}

/// A shared store as one machine uses it.
struct SharedTestStore: SharedResponseStore {
    let server: SharedTestServer
    let machine: Int

    func entry(for key: String) async throws -> SharedEntry? { try server.entry(for: key) }

    func beginFetch(of key: String, generationKey: String, timeout: Duration) async throws -> SharedFetch {
        try Task.checkCancellation()
        let fetch = try server.begin(key, generationKey)
        guard fetch.isClaimedElsewhere, timeout > .zero else { return fetch }
        await server.waitForClaim(of: key, timeout)
        try Task.checkCancellation()
        return try server.begin(key, generationKey)
    }

    func endFetch(_ fetch: SharedFetch, storing write: SharedWrite?) async throws -> Bool {
        try Task.checkCancellation()
        return try server.end(fetch, write)
    }

    func invalidate(_ generationKey: String, generation: SharedWrite, removing keys: [String]) async throws {
        try Task.checkCancellation()
        try server.invalidate(generationKey, generation, keys, by: machine)
    }
}

/// One machine: the middleware of a client over a local store in memory and the shared store.
final class TestMachine: Sendable {
    let origin: ManualServer
    let local: TestStore
    let failures = Recorder<String>()
    let cache: HTTPCacheMiddleware
    private let coalescing = CoalescingMiddleware()
    private let clock: ManualDate
    private let send: HTTPHandler

    /// Creates a machine.
    ///
    /// - Parameters:
    ///   - clockOffset: The error of the machine's clock in seconds.
    ///   - origin: The origin server.
    init(
        _ number: Int,
        _ shared: SharedTestServer,
        _ origin: ManualServer = ManualServer(),
        clockOffset: Double = 0
    ) {
        self.origin = origin
        let local = TestStore(source: .memory)
        self.local = local
        let clock = ManualDate(CacheTestClient.start.addingTimeInterval(clockOffset))
        self.clock = clock
        let failures = failures
        let cache = HTTPCacheMiddleware(
            store: local,
            sharedStore: shared.store(of: number),
            partition: "p",
            now: { clock.now },
            report: { failures.record("\($0)") }
        )
        self.cache = cache
        let coalescing = coalescing
        let stack = MiddlewareStack {
            $0.retries = nil
            $0.cache = cache
            $0.coalescing = coalescing
        }
        send = SeekNetworking.chain(stack.middleware) { request, _ throws(NetworkError) in
            try await origin.receive(request)
        }
        shared.onInvalidation(number) { key in Task { await local.invalidateCopies(of: key) } }
    }

    func advance(by seconds: Double) { clock.now += seconds }

    /// The number of requests of this machine that wait for the same response.
    var waiterCount: Int { coalescing.waiterCount(of: request(CacheTestClient.defaultURL)) }

    /// Starts a request.
    func start(
        _ method: HTTPRequest.Method = .get,
        _ fields: HTTPFields = [:],
        mode: RequestOptions.CacheMode = .default,
        timeToLive: Duration? = nil
    ) -> Task<HTTPResponse, any Error> {
        var options = RequestOptions.within()
        options.cacheMode = mode
        options.timeToLive = timeToLive
        return Task { [options] in try await send(request(CacheTestClient.defaultURL, method, fields), options) }
    }

    /// Sends a request to which the origin server responds.
    @discardableResult
    func fetch(
        _ method: HTTPRequest.Method = .get,
        _ fields: HTTPFields = [:],
        mode: RequestOptions.CacheMode = .default,
        timeToLive: Duration? = nil,
        returning response: HTTPResponse?
    ) async throws -> HTTPResponse {
        let task = start(method, fields, mode: mode, timeToLive: timeToLive)
        try await origin.next().respond(response)
        return try await task.value
    }

    /// Sends a request to which a store responds.
    func cached(
        _ fields: HTTPFields = [:],
        mode: RequestOptions.CacheMode = .default,
        timeToLive: Duration? = nil
    ) async throws -> HTTPResponse {
        try await start(.get, fields, mode: mode, timeToLive: timeToLive).value
    }
}

extension HTTPResponse {
    var text: String { String(decoding: body, as: UTF8.self) }
}
