#if os(Linux)
import Foundation
import Seek
import SeekBasics
import SeekNetworking
import SeekRedis
import SeekSampleAPI
import SeekTestHelpers
import SeekTestingSupport
import Testing

/// Clients with separate folders and connections, as on several machines. They share one `redis-server` and one sample
/// API that counts requests.
@Suite("Several machines", .enabled(if: RedisServer.isInstalled, "run Scripts/bootstrap"))
struct MachinesTests {
    private let server: RedisServer
    private let api: LoopbackServer
    private let folder: TemporaryFolder

    init() async throws {
        server = try await RedisServer()
        let sampleAPI = try SampleAPI(folder: SampleAPI.sampleFolder(), configuration: SampleAPIConfiguration())
        api = try LoopbackServer { sampleAPI.reply(to: $0) }
        folder = try TemporaryFolder()
    }

    /// A machine that uses the server.
    private struct Machine {
        let redis: Redis
        let seek: SeekClient
        let failures: Failures
    }

    private final class Failures: Sendable {
        private let state = Mutex<[String]>([])
        var descriptions: [String] { state.withLock { $0 } }
        func append(_ error: any Error) { state.withLock { $0.append("\(error)") } }
    }

    private func machine(
        _ name: String,
        url: String? = nil,
        _ change: (inout SeekConfiguration) -> Void = { _ in }
    ) throws -> Machine {
        let base = api.baseURL.absoluteString
        var configuration = try SeekConfiguration(environment: [
            "YOUTUBE_API_KEY": "demo-key", "GH_TOKEN": "demo-token", "SEEK_YOUTUBE_URL": base, "SEEK_GITHUB_URL": base,
            "SEEK_CACHE_DIR": folder.path(of: "\(name)/cache"), "SEEK_STATE_DIR": folder.path(of: "\(name)/state"),
        ])
        // Long enough for a heavily loaded machine.
        let redis = try Redis(url: url ?? server.url) { $0.timeout = .seconds(60) }
        let failures = Failures()
        configuration.sharedBackend = redis
        configuration.client.timeout = .seconds(300)
        configuration.client.onStoreFailure = { failures.append($0) }
        change(&configuration)
        return Machine(redis: redis, seek: SeekClient(configuration), failures: failures)
    }

    @Test("are configured in one line, as in the repository's README")
    func readme() throws {
        var configuration = SeekConfiguration()
        configuration.sharedBackend = try Redis(url: "redis://cache.example")  // or Redis(environment: variables)
        #expect(configuration.sharedBackend is Redis)
    }

    @Test("serve each other's responses: at most 6 round trips for a new one, 1 for a shared one, 0 for a local one")
    func responses() async throws {
        let (first, second) = (try machine("a"), try machine("b"))
        // The first search of a machine also connects, subscribes and sends scripts.
        for machine in [first, second] { _ = try await machine.seek.youTube.search("rust") }
        #expect(
            try await roundTrips(of: first) { try await $0.youTube.search("swift").provenance.source == .network } <= 6
        )
        #expect(
            try await roundTrips(of: second) { try await $0.youTube.search("swift").provenance.source == .shared } == 1
        )
        #expect(
            try await roundTrips(of: second) { try await $0.youTube.search("swift").provenance.source == .memory } == 0
        )
        #expect(api.received.count == 2)
        #expect(first.failures.descriptions + second.failures.descriptions == [])
    }

    /// Returns the number of round trips to Redis in a step, and expects that the step returns true.
    private func roundTrips(of machine: Machine, _ step: (SeekClient) async throws -> Bool) async throws -> Int {
        let before = machine.redis.counters.commands
        #expect(try await step(machine.seek))
        return machine.redis.counters.commands - before
    }

    @Test("send only one request for concurrent equal searches")
    func equalSearches() async throws {
        let machines = try (1...6).map { try machine("\($0)") }
        let counts = try await withThrowingTaskGroup(of: Int.self) { group in
            for machine in machines {
                group.addTask { try await machine.seek.youTube.search("swift").items.count }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(counts).count == 1)
        #expect(api.received.count == 1)
        #expect(machines.map(\.redis.counters.claims).reduce(0, +) == 1)
    }

    @Test("together never exceed the quota, and can use all of it")
    func quota() async throws {
        let machines = try (1...4).map { try machine("\($0)") { $0.client.youTubeSearchBucket.limit = 10 } }
        let successes = await withTaskGroup(of: Bool.self) { group in
            for (index, machine) in machines.enumerated() {
                for number in 1...5 {
                    group.addTask { (try? await machine.seek.youTube.search("swift \(index) \(number)")) != nil }
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(successes == 10)
        #expect(api.received.count == 10)
        for machine in machines { #expect(await machine.seek.youTube.quota().first?.remaining == 0) }
    }

    @Test("share a private response only if it was requested with their credential")
    func privateResponses() async throws {
        let (first, second) = (try machine("a"), try machine("b"))
        let fields: HTTPFields = [.cacheControl: "private, max-age=600", "Set-Cookie": "session=1"]
        let apiServer = try LoopbackServer { _ in .response(HTTPResponse(headerFields: fields)) }
        defer { apiServer.stop() }
        for machine in [first, second] {
            let response = try await machine.seek.send(HTTPRequest(url: apiServer.baseURL))
            #expect(response.provenance.source == .network)
        }
        #expect(try storedKeys().isEmpty)
    }

    @Test("ignore and replace a response that someone else has written to Redis")
    func forgedResponse() async throws {
        let (first, second, third) = (try machine("a"), try machine("b"), try machine("c"))
        let genuine = try await first.seek.youTube.search("swift").items
        let attacker = try Redis(url: server.url) { $0.timeout = .seconds(60) }
        let keys = try storedKeys()
        #expect(!keys.isEmpty)
        for key in keys {
            var bytes = try #require(try await attacker.responseStore.value(for: key)?.data)
            bytes[bytes.startIndex + 1] ^= 1
            let store = attacker.responseStore
            #expect(try await store.put(bytes, for: key, expiresAt: Date() + 7_200, if: .always) != nil)
        }
        let response = try await second.seek.youTube.search("swift")
        #expect(response.provenance.source == .network)
        #expect(response.items == genuine)
        #expect(try await third.seek.youTube.search("swift").provenance.source == .shared)
        #expect(second.failures.descriptions == [])
    }

    /// The keys of the stored responses, as the store was given them.
    private func storedKeys() throws -> [String] {
        let script = "return table.concat(redis.call('KEYS', 'seek:{*}:response:*'), '\\0')"
        return try server.execute("EVAL", script, "0").split(separator: "\0").compactMap { name in
            name.firstRange(of: ":response:").map { String(name[$0.upperBound...]) }
        }
    }

    @Test("drop their copies of a response that another machine invalidates")
    func invalidation() async throws {
        let apiServer = try LoopbackServer { _ in .response(HTTPResponse(body: Data("{}".utf8))) }
        defer { apiServer.stop() }
        // Only responses to requests with the configured credential are shared.
        let (first, second) = (
            try machine("a") { $0.gitHubBaseURL = apiServer.baseURL },
            try machine("b") { $0.gitHubBaseURL = apiServer.baseURL }
        )
        func source(_ machine: Machine) async throws -> Provenance.Source {
            let request = HTTPRequest(url: apiServer.baseURL)
            return try await machine.seek.send(request, timeToLive: .seconds(3_600)).provenance.source
        }
        #expect(try await source(first) == .network)
        #expect(try await source(second) == .shared)
        #expect(try await source(second) == .memory)
        _ = try await first.seek.send(HTTPRequest(method: .delete, url: apiServer.baseURL))
        try await eventually("the copy is dropped") { try await source(second) == .network }
        #expect(try await source(first) == .shared)
    }

    @Test("continue alone while Redis is down, report one error each, and use Redis again when it is back")
    func outage() async throws {
        let (first, second) = (try machine("a"), try machine("b"))
        _ = try await first.seek.youTube.search("swift")
        server.kill()
        for machine in [first, second] {
            #expect(try await machine.seek.youTube.search("rust").provenance.source == .network)
            #expect(try await machine.seek.gitHub.searchRepositories("rust").provenance.source == .network)
            #expect(machine.failures.descriptions.count == 1, "\(machine.failures.descriptions)")
        }
        #expect(try await first.seek.youTube.search("swift").provenance.isCached)
        try await server.start()
        for machine in [first, second] {
            await eventually("Redis can be used again") { (try? await machine.redis.statistics()) != nil }
        }
        _ = try await first.seek.gitHub.searchRepositories("swift")
        #expect(try await second.seek.gitHub.searchRepositories("swift").provenance.source == .shared)
    }

    @Test("report a missing or wrong password without quoting it, and continue")
    func password() async throws {
        try server.execute("CONFIG", "SET", "requirepass", "S3CRET")
        let path = server.url.dropFirst("unix://".count)
        for url in [server.url, "unix://:WR0NG-S3CRET@\(path)"] {
            let machine = try machine(url.contains("@") ? "b" : "a", url: url)
            #expect(try await machine.seek.youTube.search("swift").provenance.source == .network)
            #expect(machine.failures.descriptions.count == 1)
            #expect(machine.failures.descriptions.first?.contains("password") == true)
            #expect(machine.failures.descriptions.first?.contains("S3CRET") == false)
        }
        let machine = try machine("c", url: "unix://:S3CRET@\(path)")
        #expect(try await machine.seek.youTube.search("swift").provenance.source == .network)
        #expect(machine.failures.descriptions == [])
        var dumped = ""
        dump(machine.redis, to: &dumped)
        #expect(!dumped.contains("S3CRET"))
    }
}
#endif
