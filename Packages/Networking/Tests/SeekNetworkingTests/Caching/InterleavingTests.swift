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
        let world = World(seed: seed)
        // Mostly a store in memory: the generations that other processes need would hide an error in the coordination.
        let store = PacedStore(world, source: seed % 3 == 0 ? .disk : .memory)
        await run(world, [store, store], checksReads: true)
    }

    @Test(
        "caches that share only the stored bytes retain no body that is older than a completed change",
        arguments: 0..<60 as Range<UInt64>
    )
    func twoProcesses(seed: UInt64) async {
        let world = World(seed: seed)
        let store = PacedStore(world, source: .disk)
        // Another process may read a response between its write and the check, so only the final contents are checked.
        await run(world, [ForeignStore(store), ForeignStore(store)], checksReads: false)
    }

    private func run(_ world: World, _ stores: [any ResponseStore], checksReads: Bool) async {
        let caches = stores.map { HTTPCacheMiddleware(store: $0, partition: "", now: { CacheLab.start }) }
        let clients = caches.map { cache in
            SeekNetworking.chain([cache, CoalescingMiddleware()]) { request, _ throws(NetworkError) in
                try await world.receive(request)
            }
        }
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<5 {
                let client = clients[number % clients.count]
                group.addTask {
                    for _ in 0..<8 { await world.step(client, checksReads: checksReads) }
                    world.end()
                }
            }
            group.addTask { await world.drive(5) { caches.contains { $0.isRevalidating } } }
        }
        for fields in World.readers {
            for client in clients {
                var options = RequestOptions.within()
                options.cacheMode = .onlyIfCached
                guard let response = try? await client(request(CacheLab.place, .get, fields), options) else { continue }
                #expect(World.version(of: response) >= world.completed, "seed \(world.seed), \(fields.map(\.value))")
            }
        }
    }
}

/// A server whose resource changes with each PUT, with the suspended steps of all clients and the last completed
/// change.
private final class World: Sendable {
    static let readers: [HTTPFields] = [
        [:], [name("Foo"): "1"], [name("Foo"): "2"], [name("Cookie"): "a"], [name("Cookie"): "b", name("Foo"): "1"],
    ]

    private struct State {
        var chance: SeededGenerator
        var version = 0
        var completed = 0
        var ended = 0
        var isDriven = true
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    let seed: UInt64
    private let state: Mutex<State>

    init(seed: UInt64) {
        self.seed = seed
        state = Mutex(State(chance: SeededGenerator(seed: seed)))
    }

    /// The version that the last completed change established.
    var completed: Int { state.withLock(\.completed) }

    private func draw<Value: Sendable>(_ values: [Value], else other: Value) -> Value {
        state.withLock { $0.chance.pick(values) } ?? other
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

    /// Resumes the waiting steps one after the other in random order, until all clients have ended and nothing runs in
    /// the background.
    func drive(_ clients: Int, while isBusy: @Sendable () -> Bool) async {
        while state.withLock({ $0.ended < clients || !$0.waiting.isEmpty }) || isBusy() {
            let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
                guard let index = state.waiting.indices.randomElement(using: &state.chance) else { return nil }
                return state.waiting.remove(at: index)
            }
            next?.resume()
            await Task.yield()
        }
        state.withLock { $0.isDriven = false }
    }

    func end() { state.withLock { $0.ended += 1 } }

    // MARK: Clients

    /// Performs one request of a client and checks what it returns.
    func step(_ client: HTTPHandler, checksReads: Bool) async {
        let method = draw([.get, .get, .get, .get, .head, .put] as [HTTPRequest.Method], else: .get)
        var fields = draw(Self.readers, else: [:])
        fields[.cacheControl] = draw([nil, nil, nil, "no-cache", "max-stale"], else: nil)
        var options = RequestOptions.within()
        options.cacheMode = draw([.default, .default, .default, .reload, .noStore], else: .default)
        let floor = completed
        guard let response = try? await client(request(CacheLab.place, method, fields), options) else { return }
        let version = Self.version(of: response)
        if method == .put {
            state.withLock { $0.completed = max($0.completed, version) }
        } else if method == .get {
            #expect(response.body == Data("\(version)".utf8), "seed \(seed): the fields are of another body")
            if checksReads { #expect(version >= floor, "seed \(seed)") }
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
            fields[.cacheControl] = state.chance.pick([
                "max-age=60", "max-age=60", "max-age=0", "max-age=0, stale-while-revalidate=60", "no-cache",
            ])
            fields[.vary] = state.chance.pick([nil, nil, "Foo"]) ?? nil
            let tag = "\"\(version)\""
            if version % 3 > 0 || request.method == .head { fields[.eTag] = tag }
            if request.headerFields[.ifNoneMatch] == tag { return HTTPResponse(status: 304, headerFields: fields) }
            let isGone = state.chance.pick(Array(0..<12)) == 0
            let body = request.method == .head ? Data() : Data("\(version)".utf8)
            return isGone ? nil : HTTPResponse(headerFields: fields, body: body)
        }
    }
}

extension SeededGenerator {
    fileprivate mutating func pick<Value>(_ values: [Value]) -> Value? { values.randomElement(using: &self) }
}

/// A store whose every operation waits for the driver before and after it is carried out.
private final class PacedStore: ResponseStore {
    private let world: World
    private let inner = TestStore()
    let source: Provenance.Source

    init(_ world: World, source: Provenance.Source) {
        self.world = world
        self.source = source
    }

    func response(for key: String) async throws -> Data? {
        await world.pause()
        let found = try await inner.response(for: key)
        await world.pause()
        return found
    }

    func put(_ response: Data, for key: String, expiresAt: Date) async throws {
        await world.pause()
        try await inner.put(response, for: key, expiresAt: expiresAt)
        await world.pause()
    }

    func remove(_ key: String) async throws {
        await world.pause()
        try await inner.remove(key)
        await world.pause()
    }
}
