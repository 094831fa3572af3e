import Foundation
import Seek
import SeekTestHelpers
import Testing

@Suite("The composed client")
struct CompositionTests {
    @Test("counts in the store the caller set, not in the file of the state folder")
    func quotaStore() async throws {
        let world = try SampleWorld()
        let store = MemoryQuotaStore()
        world.configuration.stateFolder = world.folder.file("state")
        world.configuration.client.quotaStore = store
        _ = try await world.client.youTube.search("swift")
        #expect(await store.update { $0 } != QuotaLedger())
        #expect(!FileManager.default.fileExists(atPath: world.folder.path(of: "state/quota.json")))
    }

    @Test("counts nothing where the caller set no store")
    func noQuotaStore() async throws {
        let world = try SampleWorld()
        world.configuration.stateFolder = world.folder.file("state")
        world.configuration.client.quotaStore = nil
        _ = try await world.client.youTube.search("swift")
        #expect(!FileManager.default.fileExists(atPath: world.folder.path(of: "state/quota.json")))
    }

    @Test("counts in the file where the caller set an environment but no store")
    func ownEnvironment() async throws {
        let world = try SampleWorld()
        world.configuration.stateFolder = world.folder.file("state")
        world.configuration.client = ClientConfiguration(transport: world.configuration.client.transport)
        _ = try await world.client.youTube.search("swift")
        #expect(FileManager.default.fileExists(atPath: world.folder.path(of: "state/quota.json")))
    }

    @Test(
        "refuses a base URL without encryption outside this machine where a credential is set, and names the variable",
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
    func plainHTTP(variables: [String: String], refused: String?) throws {
        do throws(ConfigurationError) {
            _ = try SeekConfiguration(environment: variables)
            #expect(refused == nil)
        } catch {
            #expect(error.variable == refused)
            #expect(error.description.contains("https"))
            #expect(!error.description.contains("S3CRET"))
        }
    }

    @Test("sends no credential without encryption outside this machine, however the base URL was set")
    func plainHTTPInLibrary() async throws {
        var configuration = SeekConfiguration()
        configuration.gitHubToken = "S3CRET"
        configuration.gitHubBaseURL = try #require(URL(string: "http://github.example"))
        let transport = StubTransport([
            stub(.get, "http://github.example/search/repositories", answer: .json(["items": []]))
        ])
        configuration.client.transport = transport
        let error = await #expect(throws: SearchError.self) {
            try await SeekClient(configuration).gitHub.searchRepositories("swift")
        }
        #expect(transport.received.isEmpty)
        #expect(error?.description.contains("https") == true)
        #expect(error?.description.contains("S3CRET") == false)
    }
}
