import Foundation
import SeekBasics
import SeekHTTPCache
@_spi(Seek) import SeekNetworking
import SeekTestingSupport
import Testing

/// Several machines over one shared store, each with the middleware stack of a client. A machine claims the fetch of a
/// missing response, so that the others wait for the response instead of requesting it, too.
@Suite("A cache that several machines share", .timeLimit(.minutes(1)))
struct SharedCacheTests {
    private static let foo: HTTPField.Name = "Foo"
    private let shared = SharedTestServer()
    private let origin = ManualServer()
    private let fresh = response([.cacheControl: "max-age=60"], body: "body")

    private func machine(_ number: Int, clockOffset: Double = 0) -> TestMachine {
        TestMachine(number, shared, origin, clockOffset: clockOffset)
    }

    // MARK: Reading

    @Test("a response that one machine has stored is served to another in one operation, and then locally")
    func sharing() async throws {
        let (machine1, machine2) = (machine(1), machine(2))
        #expect(try await machine1.fetch(returning: fresh).provenance == .network)
        #expect(shared.takeOperations() == ["read", "begin", "put", "end"])
        shared.advance(by: .seconds(20))
        let response = try await machine2.cached()
        #expect(response.text == "body")
        #expect(response.provenance == Provenance(source: .shared, age: .seconds(20)))
        #expect(response.headerFields[.age] == "20")
        #expect(response.headerFields[.cacheStatus]?.contains("Seek-Shared; hit; ttl=40") == true)
        #expect(shared.takeOperations() == ["read"])
        machine2.advance(by: 10)
        let copy = try await machine2.cached()
        #expect(copy.provenance == Provenance(source: .memory, age: .seconds(30)))
        #expect(copy.text == "body")
        #expect(try await machine1.cached().provenance.source == .memory)
        #expect(shared.takeOperations().isEmpty)
        #expect(shared.turnCount == 0)
    }

    @Test("machines whose clocks are hours apart agree on the age of a response", arguments: [-18_000.0, 18_000])
    func clocks(offset: Double) async throws {
        let (machine1, machine2) = (machine(1, clockOffset: offset), machine(2))
        var dated = fresh
        dated.headerFields[.date] = CacheTestClient.date(0)
        _ = try await machine1.fetch(timeToLive: .seconds(900), returning: dated)
        shared.advance(by: .seconds(600))
        #expect(try await machine2.cached(timeToLive: .seconds(900)).provenance.age == .seconds(600))
        let machine3 = machine(3, clockOffset: -offset)
        #expect(try await machine3.cached(timeToLive: .seconds(900)).provenance.age == .seconds(600))
        // The time to live of a copy is counted from the original response.
        for machine in [machine2, machine3] { machine.advance(by: 299) }
        #expect(try await machine2.cached(timeToLive: .seconds(900)).provenance.age == .seconds(899))
        #expect(try await machine3.cached(timeToLive: .seconds(900)).provenance.source == .memory)
        shared.advance(by: .seconds(301))
        for machine in [machine2, machine3] { machine.advance(by: 2) }
        #expect(try await machine2.fetch(timeToLive: .seconds(900), returning: dated).provenance == .network)
    }

    @Test("a stale response is validated once, and renewed for all machines")
    func validation() async throws {
        let (machine1, machine2) = (machine(1), machine(2))
        let tagged = response([.cacheControl: "max-age=60", .eTag: "\"1\""], body: "body")
        _ = try await machine1.fetch(returning: tagged)
        shared.advance(by: .seconds(100))
        machine2.advance(by: 100)
        _ = shared.takeOperations()
        let task = machine2.start()
        let pending = try await origin.next()
        #expect(pending.request.headerFields[.ifNoneMatch] == "\"1\"")
        pending.respond(response([.cacheControl: "max-age=60", .eTag: "\"1\""], 304))
        let renewed = try await task.value
        #expect(renewed.text == "body")
        #expect(renewed.provenance.isRevalidated)
        #expect(shared.takeOperations().count <= 4)
        machine1.advance(by: 100)
        // The first machine replaces its stale copy with the response in the shared store.
        let renewedCopy = try await machine1.cached()
        #expect(renewedCopy.text == "body")
        #expect(renewedCopy.provenance.attempts == 0)
        #expect(shared.turnCount == 0)
    }

    @Test("variants are shared; each is found in one operation")
    func variants() async throws {
        let (machine1, machine2) = (machine(1), machine(2))
        func varying(_ body: String) -> HTTPResponse {
            response([.cacheControl: "max-age=60", .vary: "Foo"], body: body)
        }
        _ = try await machine1.fetch(.get, [Self.foo: "1"], returning: varying("one"))
        _ = shared.takeOperations()
        #expect(try await machine2.cached([Self.foo: "1"]).text == "one")
        #expect(shared.takeOperations() == ["read"])
        _ = try await machine2.fetch(.get, [Self.foo: "2"], returning: varying("two"))
        for (value, body) in [("1", "one"), ("2", "two")] {
            let response = try await machine(3).cached([Self.foo: value])
            #expect(response.text == body)
            #expect(response.provenance.source == .shared)
        }
        #expect(shared.turnCount == 0)
    }

    @Test("responses to requests with credentials are shared by machines, but not by users")
    func credentials() async throws {
        let (machine1, machine2) = (machine(1), machine(2))
        let firstUser: HTTPFields = [.authorization: "Bearer first"]
        _ = try await machine1.fetch(.get, firstUser, returning: fresh)
        #expect(try await machine2.cached(firstUser).text == "body")
        let secondUser: HTTPFields = [.authorization: "Bearer second"]
        #expect(try await machine2.fetch(.get, secondUser, returning: response(body: "other")).text == "other")
        #expect(shared.keys.allSatisfy { !$0.contains("Bearer") })
        _ = try await machine1.fetch(.put, firstUser, returning: response([:], 204))
        #expect(try await machine(3).fetch(.get, firstUser, returning: response(body: "new")).text == "new")
    }

    @Test("bytes that are not a response are a miss", arguments: [0, 1, 20])
    func corruption(length: Int) async throws {
        _ = try await machine(1).fetch(returning: fresh)
        shared.corrupt { Data($0.prefix(length)) }
        #expect(try await machine(2).fetch(returning: response(body: "new")).text == "new")
        #expect(shared.turnCount == 0)
    }

    @Test("a HEAD whose response has another entity tag invalidates the shared response")
    func head() async throws {
        _ = try await machine(1).fetch(returning: response([.cacheControl: "max-age=60", .eTag: "\"1\""], body: "old"))
        let head = response([.cacheControl: "max-age=60", .eTag: "\"2\""])
        _ = try await machine(2).fetch(.head, mode: .reload, returning: head)
        #expect(try await machine(3).fetch(returning: response(body: "new")).text == "new")
        #expect(shared.turnCount == 0)
    }

    // MARK: One request for all

    @Test("one machine requests a missing response, and the others wait for it")
    func waiting() async throws {
        let machines = (1...5).map { machine($0) }
        let first = machines[0].start()
        let pending = try await origin.next()
        let waitingTasks = machines.dropFirst().map { $0.start() }
        await eventually("all wait") { shared.waiterCount == 4 }
        pending.respond(fresh)
        #expect(try await first.value.provenance == .network)
        for task in waitingTasks {
            let response = try await task.value
            #expect(response.text == "body")
            #expect(response.provenance == Provenance(source: .shared))
        }
        // Four operations of the first machine. Each machine that waits reads, waits, tries once more and reads again.
        #expect(shared.takeOperations().count == 4 + 4 * 4)
        #expect(shared.turnCount == 0)
    }

    @Test(
        "if the request of one machine fails or is cancelled, a machine that waits for it sends the request itself",
        arguments: [false, true]
    )
    func failingHolder(isCancelled: Bool) async throws {
        let (machine1, machine2) = (machine(1), machine(2))
        let first = machine1.start()
        let pending = try await origin.next()
        let second = machine2.start()
        await eventually("the second machine waits") { shared.waiterCount == 1 }
        if isCancelled { first.cancel() }
        pending.respond(nil)
        try await origin.next().respond(fresh)
        #expect(try await second.value.text == "body")
        await #expect(throws: NetworkError.self) { try await first.value }
        #expect(shared.turnCount == 0)
    }

    @Test("once the turn of a machine that has died expires, one of the waiting machines sends the request")
    func deadHolder() async throws {
        let key = cacheKey(of: request(CacheTestClient.defaultURL), partition: "p")
        // The turn of a machine that never ends it.
        _ = try shared.begin(key, nil)
        let tasks = (1...3).map { machine($0).start() }
        await eventually("all wait") { shared.waiterCount == 3 }
        shared.advance(by: SharedTestServer.turnLifetime)
        let pending = try await origin.next()
        await eventually("the others wait again") { shared.waiterCount == 2 }
        pending.respond(fresh)
        for task in tasks { #expect(try await task.value.text == "body") }
    }

    @Test("identical requests of one machine share one fetch, and one failure", arguments: [true, false])
    func coalescing(succeeds: Bool) async throws {
        let machine = machine(1)
        let tasks = (0..<5).map { _ in machine.start() }
        let pending = try await origin.next()
        await eventually("all wait") { machine.waiterCount == 5 }
        pending.respond(succeeds ? fresh : nil)
        for task in tasks { #expect((try? await task.value)?.text == (succeeds ? "body" : nil)) }
        #expect(shared.takeOperations() == ["read", "begin"] + (succeeds ? ["put"] : []) + ["end"])
    }

    @Test("a response that may not be stored ends the turn")
    func notStorable() async throws {
        let unstorable = response([.cacheControl: "no-store"], body: "private")
        _ = try await machine(1).fetch(returning: unstorable)
        #expect(shared.takeOperations() == ["read", "begin", "end"])
        #expect(shared.turnCount == 0)
        #expect(shared.keys.isEmpty)
        #expect(try await machine(2).fetch(returning: unstorable).provenance == .network)
    }

    @Test("a stale response that may be served while it is revalidated is served without waiting")
    func revalidating() async throws {
        let (machine1, machine2, machine3) = (machine(1), machine(2), machine(3))
        let lenient: HTTPFields = [.cacheControl: "max-age=60, stale-while-revalidate=600"]
        _ = try await machine1.fetch(returning: response(lenient, body: "old"))
        shared.advance(by: .seconds(100))
        let stale = try await machine2.cached()
        #expect(stale.text == "old")
        #expect(stale.provenance.isStale)
        let pending = try await origin.next()
        // The second machine is already revalidating the response.
        #expect(try await machine3.cached().text == "old")
        #expect(!machine3.cache.isValidatingInBackground)
        pending.respond(response(lenient, body: "new"))
        try await eventually("the new response is stored") { try await machine(4).cached().text == "new" }
        #expect(shared.turnCount == 0)
    }

    // MARK: Modes

    @Test("only-if-cached reads the shared store without taking a turn")
    func onlyIfCached() async throws {
        let (machine1, machine2) = (machine(1), machine(2))
        await #expect(throws: NetworkError.self) { try await machine2.cached(mode: .onlyIfCached) }
        #expect(shared.takeOperations() == ["read"])
        _ = try await machine1.fetch(returning: fresh)
        #expect(try await machine2.cached(mode: .onlyIfCached).text == "body")
        let response = try await machine(3).cached([.cacheControl: "only-if-cached"])
        #expect(response.text == "body")
        #expect(shared.turnCount == 0)
    }

    @Test("a reload does not wait, and replaces the shared response")
    func reload() async throws {
        let (machine1, machine2) = (machine(1), machine(2))
        let task = machine1.start()
        let pending = try await origin.next()
        #expect(try await machine2.fetch(mode: .reload, returning: fresh).provenance == .network)
        #expect(try await machine(3).cached().text == "body")
        pending.respond(response([.cacheControl: "max-age=60"], body: "first"))
        #expect(try await task.value.text == "first")
        _ = try await machine2.fetch(mode: .reload, returning: response([.cacheControl: "max-age=60"], body: "newest"))
        #expect(try await machine(4).cached().text == "newest")
        #expect(shared.turnCount == 0)
    }

    @Test("noStore reads and stores nothing and takes no turn, and forceCache serves stale shared responses")
    func otherModes() async throws {
        let (machine1, machine2) = (machine(1), machine(2))
        _ = try await machine1.fetch(mode: .noStore, returning: fresh)
        #expect(shared.takeOperations().isEmpty)
        #expect(shared.keys.isEmpty)
        _ = try await machine1.fetch(returning: fresh)
        shared.advance(by: .seconds(100))
        let stale = try await machine2.cached(mode: .forceCache)
        #expect(stale.provenance == Provenance(source: .shared, age: .seconds(100), staleReason: .allowed))
        #expect(shared.turnCount == 0)
    }

    @Test("a stale shared response is served if the server cannot be reached")
    func staleIfError() async throws {
        _ = try await machine(1).fetch(returning: fresh)
        shared.advance(by: .seconds(100))
        let stale = try await machine(2).fetch(returning: nil)
        #expect(stale.text == "body")
        #expect(stale.provenance.isStale)
        #expect(stale.provenance.source == .shared)
        #expect(shared.turnCount == 0)
    }

    // MARK: Invalidation

    @Test("an invalidation removes the shared response and the copies of all machines")
    func invalidation() async throws {
        let (machine1, machine2) = (machine(1), machine(2))
        _ = try await machine1.fetch(returning: fresh)
        #expect(try await machine2.cached().provenance.source == .shared)
        _ = shared.takeOperations()
        _ = try await machine1.fetch(.post, returning: response([:], 204))
        #expect(shared.takeOperations().filter { $0 == "invalidate" }.count == 1)
        await eventually("the copy is removed") { machine2.local.hasNoResponse }
        let new = response([.cacheControl: "max-age=60"], body: "new")
        #expect(try await machine2.fetch(returning: new).text == "new")
        #expect(try await machine1.cached().text == "new")
    }

    @Test("a response requested before an invalidation by another machine is not stored after the invalidation")
    func lateResponse() async throws {
        let (machine1, machine2) = (machine(1), machine(2))
        let task = machine2.start()
        let late = try await origin.next()
        _ = try await machine1.fetch(.put, returning: response([:], 204))
        late.respond(response([.cacheControl: "max-age=60"], body: "old"))
        #expect(try await task.value.text == "old")
        #expect(shared.turnCount == 0)
        let new = response([.cacheControl: "no-store"], body: "new")
        #expect(try await machine(3).fetch(returning: new).text == "new")
        await #expect(throws: NetworkError.self) { try await machine2.cached(mode: .onlyIfCached) }
    }

    @Test("the response to a request in flight is not stored as a copy after the removal of all copies")
    func removalOfAllCopies() async throws {
        let machine = machine(1)
        let task = machine.start()
        let pending = try await origin.next()
        machine.copies.invalidate(nil)
        await eventually("all copies are removed") { !machine.copies.hasPendingInvalidation }
        pending.respond(fresh)
        #expect(try await task.value.text == "body")
        #expect(machine.local.entries.withLock { $0.isEmpty })
    }

    @Test("a copy that is being written during the removal of all copies is removed, too")
    func removalDuringWrite() async throws {
        let inner = TestStore(isFromMemory: true)
        let store = InterceptingStore(inner)
        let copies = LocalCopies(in: store, report: { _ in }, removeAll: { inner.entries.withLock { $0 = [:] } })
        store.beforePut(1) {
            copies.invalidate(nil)
            await eventually { !copies.hasPendingInvalidation }
        }
        let shared = SharedCache(store: shared.store(of: 1), copies: copies)
        let cache = HTTPCacheMiddleware(store: store, shared: shared, partition: "")
        let send = chain([cache]) { [fresh] _, _ throws(NetworkError) in fresh }
        _ = try await send(request(CacheTestClient.defaultURL), .within())
        #expect(inner.entries.withLock { $0.isEmpty })
        // Without a removal during the write, the copy remains.
        _ = try await send(request(CacheTestClient.defaultURL), .within())
        #expect(!inner.entries.withLock { $0.isEmpty })
    }

    @Test(
        "an invalidation with a key in another format is ignored",
        arguments: ["", "x", "http5\n\n\n", "http4\n\n\nhttps://a.example/"]
    )
    func foreignKeys(key: String) async throws {
        let machine = machine(1)
        _ = try await machine.fetch(returning: fresh)
        machine.copies.invalidate(key)
        #expect(!machine.copies.hasPendingInvalidation)
        #expect(try await machine.cached().provenance.source == .memory)
    }

    @Test("an invalidation that did not reach the shared store is repeated before the next request for the URL")
    func failedInvalidation() async throws {
        let machine1 = machine(1)
        _ = try await machine1.fetch(returning: fresh)
        shared.isBroken = true
        _ = try await machine1.fetch(.delete, returning: response([:], 204))
        shared.isBroken = false
        #expect(try await machine1.fetch(returning: response(body: "new")).text == "new")
        #expect(try await machine(2).fetch(returning: response(body: "new")).text == "new")
    }

    // MARK: Outages

    @Test("while the shared store fails, responses come from local copies and from the server")
    func outage() async throws {
        let (machine1, machine2) = (machine(1), machine(2))
        shared.isBroken = true
        #expect(try await machine1.fetch(returning: fresh).provenance == .network)
        #expect(try await machine1.cached().provenance.source == .memory)
        #expect(try await machine2.fetch(.get, [.authorization: "Bearer b"], returning: fresh).text == "body")
        #expect(try await machine2.fetch(.post, returning: fresh).text == "body")
        #expect(machine1.failures.all.contains("Broken()"))
        shared.isBroken = false
        #expect(try await machine(3).fetch(returning: fresh).provenance == .network)
        #expect(try await machine(4).cached().provenance.source == .shared)
    }

    @Test("a response that cannot be stored, because the shared store is full, ends the turn")
    func fullStore() async throws {
        let machine = machine(1)
        shared.isFull = true
        #expect(try await machine.fetch(returning: fresh).text == "body")
        #expect(shared.turnCount == 0)
        #expect(machine.failures.all == ["Broken()"])
        #expect(try await machine.cached().provenance.source == .memory)
    }

    @Test("a response is stored even if all shared entries are lost during its request")
    func flush() async throws {
        let (machine1, machine2) = (machine(1), machine(2))
        let task = machine1.start()
        let pending = try await origin.next()
        shared.flush()
        pending.respond(fresh)
        #expect(try await task.value.text == "body")
        #expect(try await machine2.cached().text == "body")
        #expect(shared.turnCount == 0)
    }
}
