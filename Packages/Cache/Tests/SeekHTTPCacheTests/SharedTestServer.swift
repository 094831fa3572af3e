import Foundation
import SeekBasics
import SeekCache
import SeekHTTPCache
@_spi(Seek) import SeekNetworking
import SeekTestHelpers

/// The shared store of several machines, with its own clock.
final class SharedTestServer: Sendable {
    struct Broken: Error {}

    /// The time after which a turn expires.
    static let turnLifetime = Duration.seconds(10)

    fileprivate struct Entry {
        var data: Data
        var version: CacheVersion
        var storedAt: Duration
    }

    /// The right of one machine to request a response, for which the other machines wait.
    fileprivate struct Turn {
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
        var turns: [String: Turn] = [:]
        var waiters: [Waiter] = []
        var lastID = 0
        var isBroken = false
        var isFull = false
        var operations: [String] = []
        var subscribers: [(machine: Int, handler: @Sendable (String) -> Void)] = []
    }

    private let state = Mutex(State())

    /// Returns the operations since the last call: `read`, `put`, `invalidate`, `begin`, `end`.
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

    /// Whether every put fails. Turns can still end, and URLs be invalidated.
    var isFull: Bool {
        get { state.withLock { $0.isFull } }
        set { state.withLock { $0.isFull = newValue } }
    }

    var waiterCount: Int { state.withLock { $0.waiters.count } }
    var turnCount: Int { state.withLock { $0.turns.count } }
    var keys: [String] { state.withLock { $0.entries.keys.sorted() } }

    /// Replaces the bytes of all entries.
    func corrupt(_ change: (Data) -> Data) {
        state.withLock { state in
            for (key, entry) in state.entries { state.entries[key]?.data = change(entry.data) }
        }
    }

    /// Removes all entries and turns.
    func flush() {
        state.withLock { state in
            (state.entries, state.turns) = ([:], [:])
        }
        wake()
    }

    func advance(by duration: Duration) {
        state.withLock { $0.time += duration }
        wake()
    }

    /// Returns the store as one machine uses it.
    func store(of machine: Int) -> SharedTestStore { SharedTestStore(server: self, machine: machine) }

    /// Calls the handler of a machine with the key of each record that another machine invalidates.
    func onInvalidation(_ machine: Int, _ handler: @escaping @Sendable (String) -> Void) {
        state.withLock { $0.subscribers.append((machine, handler)) }
    }

    /// Resumes the waiters for a turn that has ended, and those whose timeout has passed.
    private func wake() {
        let ready = state.withLock { state -> [Waiter] in
            let ready = state.waiters.filter { $0.deadline <= state.time || state.turn(of: $0.key) == nil }
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
            return try work(&state)
        }
    }

    func read(_ key: String) throws -> CacheEntry? {
        try perform("read") { state in
            state.entries[key].map { entry in
                let now = CacheTestClient.start
                let storedAt = now.addingTimeInterval(-(state.time - entry.storedAt).seconds)
                return CacheEntry(data: entry.data, storedAt: storedAt, version: entry.version, now: now)
            }
        }
    }

    func put(_ data: Data, _ key: String, _ condition: PutCondition) throws -> CacheVersion? {
        try perform("put") { state in
            guard !state.isFull else { throw Broken() }
            return state.put(data, for: key, if: condition)
        }
    }

    func remove(_ key: String) throws {
        try perform("remove") { $0.entries[key] = nil }
    }

    func begin(_ key: String, _ version: CacheVersion?) throws -> FetchTurn {
        try perform("begin") { state in
            guard state.entries[key]?.version == version else { return .changed }
            guard state.turn(of: key) == nil else { return .takenElsewhere }
            state.lastID += 1
            state.turns[key] = Turn(token: "\(state.lastID)", expiresAt: state.time + Self.turnLifetime)
            return .granted(token: "\(state.lastID)")
        }
    }

    func waitForEnd(of key: String, _ timeout: Duration) async {
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

    func end(_ key: String, _ token: String) throws {
        defer { wake() }
        try perform("end") { state in
            if state.turn(of: key)?.token == token { state.turns[key] = nil }
        }
    }

    func invalidate(_ key: String, _ data: Data, _ condition: PutCondition, by machine: Int) throws -> CacheVersion? {
        let (version, handlers) = try perform("invalidate") { state in
            (
                state.put(data, for: key, if: condition),
                state.subscribers.filter { $0.machine != machine }.map(\.handler)
            )
        }
        if version != nil { for handler in handlers { handler(key) } }
        return version
    }
}

extension SharedTestServer.State {
    fileprivate func turn(of key: String) -> SharedTestServer.Turn? {
        turns[key].flatMap { $0.expiresAt > time ? $0 : nil }
    }

    fileprivate mutating func put(_ data: Data, for key: String, if condition: PutCondition) -> CacheVersion? {
        if case .version(let expected) = condition, entries[key]?.version != expected { return nil }
        let version = CacheVersion()
        entries[key] = SharedTestServer.Entry(data: data, version: version, storedAt: time)
        return version
    }
}

/// A shared store as one machine uses it.
struct SharedTestStore: SharedRecordStore {
    let server: SharedTestServer
    let machine: Int

    func value(for key: String) async throws -> CacheEntry? { try server.read(key) }

    func put(
        _ data: Data,
        for key: String,
        expiresAt: Date?,
        if condition: PutCondition
    ) async throws -> CacheVersion? {
        try Task.checkCancellation()
        return try server.put(data, key, condition)
    }

    func remove(_ key: String) async throws { try server.remove(key) }

    func invalidate(
        _ key: String,
        with data: Data,
        expiresAt: Date,
        if condition: PutCondition
    ) async throws -> CacheVersion? {
        try Task.checkCancellation()
        return try server.invalidate(key, data, condition, by: machine)
    }

    func beginFetch(of key: String, at version: CacheVersion?, waiting timeout: Duration) async throws -> FetchTurn {
        try Task.checkCancellation()
        let turn = try server.begin(key, version)
        guard turn == .takenElsewhere, timeout > .zero else { return turn }
        await server.waitForEnd(of: key, timeout)
        try Task.checkCancellation()
        return try server.begin(key, version)
    }

    func endFetch(of key: String, token: String) async throws {
        try Task.checkCancellation()
        try server.end(key, token)
    }
}

/// One machine: the cache of a client over a local store in memory and the shared store.
final class TestMachine: Sendable {
    let origin: ManualServer
    let local: TestStore
    let copies: LocalCopies
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
        let local = TestStore(isFromMemory: true)
        self.local = local
        let clock = ManualDate(CacheTestClient.start.addingTimeInterval(clockOffset))
        self.clock = clock
        let failures = failures
        let report: @Sendable (any Error) -> Void = { failures.record("\($0)") }
        let copies = LocalCopies(in: local, now: { clock.now }, report: report) { local.entries.withLock { $0 = [:] } }
        self.copies = copies
        let cache = HTTPCacheMiddleware(
            store: local,
            shared: SharedCache(store: shared.store(of: number), copies: copies),
            partition: "p",
            coalescing: coalescing,
            now: { clock.now },
            report: report
        )
        self.cache = cache
        send = chain([cache]) { request, _ throws(NetworkError) in try await origin.receive(request) }
        shared.onInvalidation(number) { copies.invalidate($0) }
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
