import Foundation
import Seek
import SeekBasics
import SeekNetworking
import SeekTestHelpers
import Testing

@Suite("Stores that several machines share")
struct SharedStoresTests {
    private let context: SampleContext
    private let shared = SharedMemory()

    init() throws { context = try SampleContext() }

    /// A client with folders of its own, as on another machine.
    private func machine(
        _ name: String,
        _ change: (inout SeekConfiguration) -> Void = { _ in }
    ) -> SeekClient {
        var configuration = context.configuration
        configuration.cacheFolder = context.folder.file("\(name)/cache")
        configuration.stateFolder = context.folder.file("\(name)/state")
        configuration.redis = shared
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
        #expect(!FileManager.default.fileExists(atPath: context.folder.path(of: "a/state/quota.json")))
    }

    @Test("count the quota of an outage in the local store, by default a file in the state folder")
    func fallback() {
        let custom = MemoryQuotaStore()
        _ = machine("a")
        _ = machine("b") { $0.client.quotaStore = custom }
        #expect(shared.fallbacks.count == 2)
        #expect(shared.fallbacks.first is FileQuotaStore)
        #expect(shared.fallbacks.last as? MemoryQuotaStore === custom)
    }

    @Test("count no quota if the caller set the store to nil")
    func noQuota() async throws {
        let seek = machine("a") { $0.client.quotaStore = nil }
        _ = try await seek.youTube.search("swift")
        #expect(shared.fallbacks.isEmpty)
        #expect(await seek.youTube.quota().isEmpty)
    }
}
