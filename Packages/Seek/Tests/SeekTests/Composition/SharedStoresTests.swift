import Foundation
import Seek
import SeekBasics
import SeekCache
import SeekNetworking
import SeekTestHelpers
import SeekTestingSupport
import Testing

@Suite("Stores that several machines share")
struct SharedStoresTests {
    private let context: SampleContext
    private let shared = MemorySharedBackend()

    init() throws { context = try SampleContext() }

    /// Returns a client of the shared stores with its own folders, as on another machine.
    private func machine(
        _ name: String,
        _ change: (inout SeekConfiguration) -> Void = { _ in }
    ) -> SeekClient {
        var configuration = context.configuration
        configuration.cacheFolder = context.folder.file("\(name)/cache")
        configuration.stateFolder = context.folder.file("\(name)/state")
        configuration.sharedBackend = shared
        change(&configuration)
        return SeekClient(configuration)
    }

    @Test("count one quota")
    func quota() async throws {
        let (first, second) = (machine("a"), machine("b"))
        _ = try await first.youTube.search("swift")
        _ = try await second.youTube.search("rust")
        #expect(await first.youTube.quota().first?.used == 2)
        #expect(await second.youTube.quota().first?.used == 2)
        // The local store is used only if the shared one cannot be used.
        #expect(!FileManager.default.fileExists(atPath: context.folder.path(of: "a/state/quota.json")))
    }

    @Test("have the local quota store as their fallback, by default a file in the state folder")
    func fallback() {
        let custom = MemoryQuotaStore()
        _ = machine("a")
        _ = machine("b") { $0.client.quotaStore = custom }
        #expect(shared.fallbacks.count == 2)
        #expect(shared.fallbacks.first is FileQuotaStore)
        #expect(shared.fallbacks.last as? MemoryQuotaStore === custom)
    }

    @Test("count no quota if the caller set the quota store to nil")
    func noQuota() async throws {
        let seek = machine("a") { $0.client.quotaStore = nil }
        _ = try await seek.youTube.search("swift")
        #expect(shared.fallbacks.isEmpty)
        #expect(await seek.youTube.quota().isEmpty)
    }

    @Test("serve a response that another machine has stored, and copy it to memory and disk")
    func responses() async throws {
        let (first, second) = (machine("a"), machine("b"))
        #expect(try await first.youTube.search("swift").provenance.source == .network)
        #expect(try await second.youTube.search("swift").provenance.source == .shared)
        #expect(try await second.youTube.search("swift").provenance.source == .memory)
        #expect(try await machine("b").youTube.search("swift").provenance.source == .disk)
        #expect(context.server.received.count == 1)
    }

    @Test(
        "drop the copies of a response that another machine invalidates, and all copies if an invalidation was missed"
    )
    func invalidation() async throws {
        let server = try LoopbackServer { _ in .response(HTTPResponse(body: Data("{}".utf8))) }
        defer { server.stop() }
        // Only responses to requests with the configured credential are shared.
        let (first, second) = (
            machine("a") { $0.gitHubBaseURL = server.baseURL }, machine("b") { $0.gitHubBaseURL = server.baseURL }
        )
        let request = HTTPRequest(url: server.baseURL)
        func source(_ seek: SeekClient) async throws -> Provenance.Source {
            try await seek.send(request, timeToLive: .seconds(900)).provenance.source
        }
        #expect(try await source(first) == .network)
        #expect(try await source(second) == .shared)
        #expect(try await source(second) == .memory)
        _ = try await first.send(HTTPRequest(method: .delete, url: request.url))
        try await eventually("the copy is dropped") { try await source(second) == .network }
        #expect(try await source(first) == .shared)
        // The announcement of its own invalidation may arrive later.
        try await eventually("the response is copied") { try await source(first) == .memory }
        shared.missRemovals()
        try await eventually("all copies are dropped") { try await source(first) == .shared }
    }

    @Test("serve responses that are then found offline")
    func offline() async throws {
        _ = try await machine("a").youTube.search("東京 夜景")
        let second = machine("b")
        _ = try await second.youTube.search("東京 夜景")
        #expect(try await second.offlineSearch("夜景").totalCount > 0)
    }

    @Test("serve copies from memory if there is no usable cache folder", arguments: [false, true])
    func memory(isUnusable: Bool) async throws {
        _ = try await machine("a").youTube.search("swift")
        let file = try context.folder.write("", to: "file")
        let second = machine("b") { $0.cacheFolder = isUnusable ? file : nil }
        #expect(try await second.youTube.search("swift").provenance.source == .shared)
        #expect(try await second.youTube.search("swift").provenance.source == .memory)
        #expect(second.cache == nil)
        #expect((second.lastStoreFailure != nil) == isUnusable)
    }

    @Test(
        "contain the responses of an account whose tokens differ, if its source has a secret for them",
        arguments: [("secret", "secret", true), ("secret", "other", false), (nil, nil, false)]
    )
    func renewedTokens(first: String?, second: String?, isShared: Bool) async throws {
        let server = try Self.server()
        defer { server.stop() }
        func seek(_ name: String, _ secret: String?, account: String = "17") -> SeekClient {
            let source = CredentialSource(account: account, sharedCacheSecret: secret) { _ in .bearer("token-\(name)") }
            return machine(name) { ($0.gitHubAccessToken, $0.gitHubBaseURL) = (source, server.baseURL) }
        }
        #expect(try await seek("a", first).gitHub.searchRepositories("swift").provenance.source == .network)
        let page = try await seek("b", second).gitHub.searchRepositories("swift")
        #expect(page.provenance.source == (isShared ? .shared : .network))
        let otherPage = try await seek("c", second, account: "18").gitHub.searchRepositories("swift")
        #expect(otherPage.provenance.source == .network)
        #expect(server.received.first?.headerFields[.authorization] == "Bearer token-a")
        #expect(shared.texts.isEmpty == (first == nil))
        #expect(!shared.texts.contains { $0.contains("token-") || $0.contains("secret") })
    }

    @Test("custom requests have the token of the account, and their responses are stored for the account")
    func customRequests() async throws {
        let server = try Self.server()
        defer { server.stop() }
        func seek(_ token: String) -> SeekClient {
            machine("a") {
                $0.gitHubAccessToken = CredentialSource(account: "17") { _ in .bearer(token) }
                $0.gitHubBaseURL = server.baseURL
            }
        }
        let request = HTTPRequest(url: server.baseURL.appending(path: "notes"))
        #expect(try await seek("old").send(request).provenance.source == .network)
        #expect(try await seek("new").send(request).provenance.source == .disk)
        #expect(server.received.map { $0.headerFields[.authorization] } == ["Bearer old"])
    }

    /// Returns a server whose responses are empty lists that may be stored.
    private static func server() throws -> LoopbackServer {
        let fields: HTTPFields = [.contentType: "application/json", .cacheControl: "max-age=60"]
        let body = Data(#"{"total_count": 0, "items": []}"#.utf8)
        return try LoopbackServer { _ in .response(HTTPResponse(headerFields: fields, body: body)) }
    }

    @Test("are a layer below the store that the caller set")
    func customStore() async throws {
        let store = MemoryStore(costLimit: 32 << 20)
        let seek = machine("a") { $0.client.store = store }
        _ = try await seek.youTube.search("swift")
        #expect(shared.count > 0)
        #expect(try await machine("b") { $0.client.store = store }.youTube.search("swift").provenance.source == .memory)
    }

    @Test("contain no response if caching is switched off, but count the quota")
    func noCaching() async throws {
        let seek = machine("a") { $0.cachesResponses = false }
        for _ in 1...2 { #expect(try await seek.youTube.search("swift").provenance.source == .network) }
        #expect(shared.count == 0)
        #expect(await seek.youTube.quota().first?.used == 2)
    }

    @Test("share GitHub's rate limits of a token, but not those of requests without a token")
    func rateLimits() async throws {
        shared.set(RateLimit(resource: "search", limit: 30, remaining: 0, resetAt: .distantFuture))
        let seek = machine("a")
        await #expect(throws: SearchError.self) { try await seek.gitHub.searchRepositories("swift") }
        #expect(context.server.received.isEmpty)
        #expect(shared.credentials == [Credential.bearer("demo-token").fingerprint])
        _ = try await machine("b") { $0.gitHubToken = nil }.gitHub.searchRepositories("swift")
        #expect(context.server.received.count == 1)
    }

    @Test("do not limit the request that fetches GitHub's rate limits, because it does not count against them")
    func rateLimitStatus() async throws {
        shared.set(RateLimit(resource: "core", limit: 5_000, remaining: 0, resetAt: .distantFuture))
        let limits = try await machine("a").gitHub.rateLimitStatus()
        #expect(limits.map(\.resource).contains("core"))
    }
}
