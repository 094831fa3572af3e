import Foundation
import Seek
import SeekTestHelpers
import Testing

@Suite("The composed client")
struct CompositionTests {
    @Test("counts quota in the quota store that the caller set, not in the state folder")
    func quotaStore() async throws {
        let context = try SampleContext()
        let store = MemoryQuotaStore()
        context.configuration.stateFolder = context.folder.file("state")
        context.configuration.client.quotaStore = store
        _ = try await context.client.youTube.search("swift")
        #expect(await store.update { $0 } != QuotaLedger())
        #expect(!FileManager.default.fileExists(atPath: context.folder.path(of: "state/quota.json")))
    }

    @Test("counts no quota if the caller set the quota store to nil")
    func noQuotaStore() async throws {
        let context = try SampleContext()
        context.configuration.stateFolder = context.folder.file("state")
        context.configuration.client.quotaStore = nil
        _ = try await context.client.youTube.search("swift")
        #expect(!FileManager.default.fileExists(atPath: context.folder.path(of: "state/quota.json")))
    }

    @Test("counts quota in the state folder if the caller set a client configuration without a quota store")
    func customClientConfiguration() async throws {
        let context = try SampleContext()
        context.configuration.stateFolder = context.folder.file("state")
        context.configuration.client = ClientConfiguration(transport: context.configuration.client.transport)
        _ = try await context.client.youTube.search("swift")
        #expect(FileManager.default.fileExists(atPath: context.folder.path(of: "state/quota.json")))
    }

    @Test("does not report a cancelled wait for a store as a failure of the store")
    func cancelledStore() async throws {
        let context = try SampleContext()
        context.configuration.client.quotaStore = CancelledQuotaStore()
        context.configuration.client.onStoreFailure = { Issue.record("\($0) was reported") }
        let seek = context.client
        _ = try await seek.youTube.search("swift")
        #expect(seek.lastStoreFailure == nil)
    }

    @Test("stores no response if caching is switched off, in spite of a cache folder")
    func noCaching() async throws {
        let context = try SampleContext().storingResponses()
        context.configuration.cachesResponses = false
        let seek = context.client
        for _ in 1...2 { #expect(try await seek.youTube.search("swift").provenance.source == .network) }
        #expect(seek.cache == nil)
    }

    @Test(
        "rejects an http base URL only if it is on another machine and the API's credential is set; names the variable",
        arguments: [
            (["SEEK_GITHUB_URL": "http://github.example", "GH_TOKEN": "S3CRET"], "SEEK_GITHUB_URL"),
            (["SEEK_YOUTUBE_URL": "http://10.0.0.1:80/", "YOUTUBE_API_KEY": "S3CRET"], "SEEK_YOUTUBE_URL"),
            (["SEEK_GITHUB_URL": "http://localhost.example", "GH_TOKEN": "S3CRET"], "SEEK_GITHUB_URL"),
            (["SEEK_GITHUB_URL": "http://0x7f000001", "GH_TOKEN": "S3CRET"], "SEEK_GITHUB_URL"),
            (["SEEK_GITHUB_URL": "http://github.example", "YOUTUBE_API_KEY": "S3CRET"], nil),
            (["SEEK_GITHUB_URL": "https://github.example", "GH_TOKEN": "S3CRET"], nil),
            (["SEEK_GITHUB_URL": "http://127.0.0.1:8080", "GH_TOKEN": "S3CRET"], nil),
            (["SEEK_GITHUB_URL": "http://[::1]:8080", "GH_TOKEN": "S3CRET"], nil),
            (["SEEK_GITHUB_URL": "http://localhost:1", "GH_TOKEN": "S3CRET"], nil),
        ] as [([String: String], String?)]
    )
    func plainHTTP(variables: [String: String], rejected: String?) throws {
        do throws(ConfigurationError) {
            _ = try SeekConfiguration(environment: variables)
            #expect(rejected == nil)
        } catch {
            #expect(error.variable == rejected)
            #expect(error.description.contains("https"))
            #expect(!error.description.contains("S3CRET"))
        }
    }

    @Test("sends no credential over http to another machine, however the base URL was set")
    func plainHTTPInLibrary() async throws {
        let transport = StubTransport([
            stub(.get, "http://github.example/search/repositories", returning: .json(["items": []]))
        ])
        var configuration = SeekConfiguration.stubbed(transport)
        configuration.gitHubToken = "S3CRET"
        configuration.gitHubBaseURL = try #require(URL(string: "http://github.example"))
        let error = await #expect(throws: SearchError.self) {
            try await SeekClient(configuration).gitHub.searchRepositories("swift")
        }
        #expect(transport.received.isEmpty)
        #expect(error?.description.contains("https") == true)
        #expect(error?.description.contains("S3CRET") == false)
    }
}

/// A store in which each wait is cancelled.
private struct CancelledQuotaStore: LocalQuotaStore {
    func update<Value: Sendable>(_ change: @Sendable (inout QuotaLedger) -> Value) async throws -> Value {
        throw CancellationError()
    }
}
