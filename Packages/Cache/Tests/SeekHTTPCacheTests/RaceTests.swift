import Foundation
import SeekBasics
import SeekCache
import SeekHTTPCache
@_spi(Seek) import SeekNetworking
import SeekTestHelpers
import SeekTestingSupport
import Testing

/// Responses that arrive after an unsafe request has invalidated the resource that they describe.
@Suite("Invalidation races", .timeLimit(.minutes(2)))
struct RaceTests {
    private static let foo: HTTPField.Name = "Foo"
    private let old = response([.cacheControl: "max-age=60"], body: "old")
    private let new = response([.cacheControl: "max-age=60"], body: "new")
    private let noContent = response([:], 204)

    private func varying(_ body: String) -> HTTPResponse {
        response([.cacheControl: "max-age=60", .vary: "Foo"], body: body)
    }

    @Test(
        "a body requested before a PUT is not stored after the PUT",
        arguments: ["complete", "variant", "partial", "credential"]
    )
    func lateBody(kind: String) async throws {
        let client = RaceClient(ManualServer(), TestStore(isFromMemory: true))
        let (fields, lateResponse): (HTTPFields, HTTPResponse) =
            switch kind {
            case "variant": ([Self.foo: "1"], varying("old"))
            case "partial":
                (
                    [.range: "bytes=0-2"],
                    response(
                        [.cacheControl: "max-age=60", .eTag: "\"old\"", .contentRange: "bytes 0-2/9"],
                        206,
                        body: "old"
                    )
                )
            case "credential": ([.authorization: "Bearer mine"], old)
            default: ([:], old)
            }
        let (get, task) = try await client.begin(.get, fields)
        try await client.perform(.put, kind == "credential" ? fields : [:], noContent)
        get.respond(lateResponse)
        #expect(try await task.value.body == lateResponse.body)
        #expect(await client.stored(fields) == nil)
        try await client.perform(.get, fields, lateResponse)
        #expect(await client.stored(fields) == "old")
    }

    @Test("the response to a POST that was sent before a PUT is not stored after the PUT")
    func latePost() async throws {
        let client = RaceClient(ManualServer(), TestStore(isFromMemory: true))
        let (post, task) = try await client.begin(.post)
        try await client.perform(.put, [:], noContent)
        post.respond(response([.cacheControl: "max-age=60", .contentLocation: "/thing"], body: "old"))
        _ = try await task.value
        #expect(await client.stored() == nil)
        try await client.perform(
            .post,
            [:],
            response([.cacheControl: "max-age=60", .contentLocation: "/thing"], body: "new")
        )
        #expect(await client.stored() == "new")
    }

    @Test("a 304 to a request that was sent before a PUT does not restore the old body")
    func lateRenewal() async throws {
        let client = RaceClient(ManualServer(), TestStore(isFromMemory: true))
        try await client.perform(.get, [:], response([.cacheControl: "max-age=60", .eTag: "\"v\""], body: "old"))
        let (get, task) = try await client.begin(.get, [.cacheControl: "no-cache"])
        try await client.perform(.put, [:], noContent)
        get.respond(response([.eTag: "\"v\"", .cacheControl: "max-age=60"], 304))
        #expect(try await task.value.body == Data("old".utf8))
        #expect(await client.stored() == nil)
    }

    @Test("a background revalidation that began before a PUT stores nothing after the PUT", arguments: [200, 304])
    func lateRevalidation(code: Int) async throws {
        let client = RaceClient(ManualServer(), TestStore(isFromMemory: true))
        let stale: HTTPFields = [.cacheControl: "max-age=0, stale-while-revalidate=60", .eTag: "\"v\""]
        try await client.perform(.get, [:], response(stale, body: "old"))
        #expect(try await client.start().value.body == Data("old".utf8))
        let revalidation = try await client.server.next()
        try await client.perform(.put, [:], noContent)
        revalidation.respond(response([.cacheControl: "max-age=60", .eTag: "\"v\""], .init(code: code), body: "old"))
        await eventually { !client.cache.isValidatingInBackground }
        #expect(await client.stored() == nil)
    }

    @Test("a HEAD that was sent before a PUT does not restore the old body")
    func lateHead() async throws {
        let client = RaceClient(ManualServer(), TestStore(isFromMemory: true))
        try await client.perform(.get, [:], response([.cacheControl: "max-age=0"], body: "old"))
        let (head, task) = try await client.begin(.head)
        try await client.perform(.put, [:], noContent)
        head.respond(response([.cacheControl: "max-age=60"]))
        _ = try await task.value
        #expect(await client.stored() == nil)
    }

    @Test(
        "neither a 304 nor a HEAD for an older body replaces a newer body",
        arguments: [HTTPRequest.Method.get, .head]
    )
    func lateUpdate(method: HTTPRequest.Method) async throws {
        let client = RaceClient(ManualServer(), TestStore(isFromMemory: true))
        try await client.perform(.get, [:], response([.cacheControl: "max-age=0", .eTag: "\"v1\""], body: "old"))
        let (pending, task) = try await client.begin(method)
        try await client.perform(.get, [:], response([.cacheControl: "max-age=60", .eTag: "\"v2\""], body: "new"))
        let code: HTTPResponse.Status = method == .get ? 304 : .ok
        pending.respond(response([.cacheControl: "max-age=60", .eTag: "\"v1\""], code))
        _ = try await task.value
        #expect(await client.stored() == "new")
    }

    @Test("the response to an earlier request does not replace the response to a later request")
    func overtaken() async throws {
        let client = RaceClient(ManualServer(), TestStore(isFromMemory: true))
        let (first, task) = try await client.begin()
        try await client.perform(.get, [:], new)
        #expect(await client.stored() == "new")
        first.respond(old)
        _ = try await task.value
        #expect(await client.stored() == "new")
    }

    @Test("a stale body is not served in place of a failure once a PUT has invalidated it")
    func staleAfterInvalidation() async throws {
        let client = RaceClient(ManualServer(), TestStore(isFromMemory: true))
        try await client.perform(.get, [:], response([.cacheControl: "max-age=0"], body: "old"))
        let (get, task) = try await client.begin()
        try await client.perform(.put, [:], noContent)
        // The connection is closed without a response.
        get.respond(nil)
        await #expect(throws: NetworkError.self) { try await task.value }
    }

    @Test("a cache does not store what another cache over the same store has invalidated")
    func twoCaches() async throws {
        let store = TestStore(isFromMemory: true)
        let server = ManualServer()
        let (firstClient, secondClient) = (RaceClient(server, store), RaceClient(server, store))
        let (get, task) = try await firstClient.begin()
        try await secondClient.perform(.put, [:], noContent)
        get.respond(old)
        _ = try await task.value
        #expect(await firstClient.stored() == nil)
    }

    @Test("a request after a PUT does not share the exchange of a request before the PUT")
    func coalescing() async throws {
        let client = RaceClient(ManualServer(), TestStore(isFromMemory: true), coalescing: CoalescingMiddleware())
        let (get, task) = try await client.begin()
        try await client.perform(.put, [:], noContent)
        let later = client.start()
        let second = try await client.server.next()
        get.respond(old)
        _ = try await task.value
        second.respond(new)
        #expect(try await later.value.body == new.body)
        #expect(await client.stored() == "new")
    }

    @Test("a response that is invalidated just before it is written is not stored", arguments: [false, true])
    func invalidationBeforeWrite(isOtherProcess: Bool) async throws {
        let folder = try TemporaryFolder()
        let shared: any RecordStore =
            isOtherProcess ? try DiskStore(folder: folder.url) : TestStore(isFromMemory: true)
        let store = InterceptingStore(shared)
        let server = ManualServer()
        let client = RaceClient(server, store)
        // Over the same files, another store object stands for another process.
        let other = RaceClient(server, isOtherProcess ? try DiskStore(folder: folder.url) : shared)
        for value in ["1", "2"] { try await client.perform(.get, [Self.foo: value], varying("old \(value)")) }
        let (get, task) = try await client.begin(.get, [Self.foo: "3"])
        let wasInvalidated = Mutex(false)
        store.beforePut(1) {
            wasInvalidated.withLock { $0 = true }
            _ = try? await other.perform(.put, [:], response([:], 204))
        }
        get.respond(response([.cacheControl: "max-age=600", .vary: "Foo"], body: "old 3"))
        _ = try await task.value
        #expect(wasInvalidated.withLock { $0 })
        for value in ["1", "2", "3"] {
            #expect(await client.stored([Self.foo: value]) == nil, "\(value)")
            #expect(await other.stored([Self.foo: value]) == nil, "\(value)")
        }
    }

    @Test("a variant that another request has stored in the meantime is retained")
    func merging() async throws {
        let store = InterceptingStore(TestStore())
        let client = RaceClient(ManualServer(), store)
        let (get, task) = try await client.begin(.get, [Self.foo: "1"])
        store.beforePut(1) { _ = try? await client.perform(.get, [Self.foo: "2"], varying("two")) }
        get.respond(varying("one"))
        _ = try await task.value
        #expect(await client.stored([Self.foo: "1"]) == "one")
        #expect(await client.stored([Self.foo: "2"]) == "two")
    }

    @Test("64 writers of variants make progress, and the record retains the last 16")
    func storm() async throws {
        let client = RaceClient(ManualServer(), TestStore())
        var requests: [(pending: ManualServer.PendingRequest, task: Task<HTTPResponse, any Error>)] = []
        for number in 0..<64 { requests.append(try await client.begin(.get, [Self.foo: "\(number)"])) }
        for (number, request) in requests.enumerated() { request.pending.respond(varying("\(number)")) }
        for request in requests { _ = try await request.task.value }
        var storedCount = 0
        for number in 0..<64 where await client.stored([Self.foo: "\(number)"]) == "\(number)" { storedCount += 1 }
        #expect(storedCount == 16)
    }

    @Test("a store in which every write conflicts is given up, and the response is returned")
    func everlastingConflict() async throws {
        struct Conflicting: RecordStore {
            func value(for key: String) async throws -> CacheEntry? { nil }
            func put(_ data: Data, for key: String, expiresAt: Date?, if: PutCondition) async throws -> CacheVersion? {
                nil
            }
            func remove(_ key: String) async throws {}
        }
        let client = RaceClient(ManualServer(), Conflicting())
        #expect(try await client.perform(.get, [:], new).text == "new")
        #expect(try await client.perform(.put, [:], noContent).status.code == 204)
        #expect(await client.stored() == nil)
    }

    @Test(
        "a response that another process has invalidated is not stored",
        arguments: [nil, "Foo"],
        [[:], [.authorization: "Bearer a"]] as [HTTPFields]
    )
    func otherProcess(vary: String?, fields: HTTPFields) async throws {
        let folder = try TemporaryFolder()
        let server = ManualServer()
        // Over the same files, another store object stands for another process.
        let firstClient = RaceClient(server, try DiskStore(folder: folder.url))
        let secondClient = RaceClient(server, try DiskStore(folder: folder.url))
        var lateResponse = old
        lateResponse.headerFields[.vary] = vary
        let (get, task) = try await firstClient.begin(.get, fields)
        try await secondClient.perform(.put, fields, noContent)
        get.respond(lateResponse)
        _ = try await task.value
        #expect(await firstClient.stored(fields) == nil)
        #expect(await secondClient.stored(fields) == nil)
    }

    @Test("a request does not share an exchange that began before another process's PUT")
    func otherProcessCoalescing() async throws {
        let shared = TestStore()
        let server = ManualServer()
        let firstClient = RaceClient(server, shared, coalescing: CoalescingMiddleware())
        let secondClient = RaceClient(server, shared)
        let (get, task) = try await firstClient.begin()
        try await secondClient.perform(.put, [:], noContent)
        let (second, later) = try await firstClient.begin()
        get.respond(old)
        second.respond(new)
        _ = try await task.value
        #expect(try await later.value.body == new.body)
        #expect(await firstClient.stored() == "new")
    }

    @Test(
        "of two concurrent first requests with a credential, the response to the later request remains stored",
        arguments: [0, 1]
    )
    func firstRequests(indexOfFirstResponse: Int) async throws {
        let client = RaceClient(ManualServer(), TestStore(isFromMemory: true))
        let fields: HTTPFields = [.authorization: "Bearer a"]
        let requests = [try await client.begin(.get, fields), try await client.begin(.get, fields)]
        requests[indexOfFirstResponse].pending.respond(old)
        _ = try await requests[indexOfFirstResponse].task.value
        #expect(await client.stored(fields) == "old")
        requests[1 - indexOfFirstResponse].pending.respond(new)
        _ = try await requests[1 - indexOfFirstResponse].task.value
        #expect(await client.stored(fields) == (indexOfFirstResponse == 0 ? "new" : "old"))
    }
}
