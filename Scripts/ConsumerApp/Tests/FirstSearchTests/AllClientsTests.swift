import Seek
import SeekTestHelpers
import SeekTestingSupport
import Testing

@Suite struct AllClientsTests {
    @Test("all clients receive the responses of the stubs", .stubbed())
    func all() async throws {
        let transport = StubTransport.current
        transport.stub(.get, "/{+path}", times: .any, returning: .json(["items": []]))

        let gitHub = GitHubClient(
            configuration: ClientConfiguration(transport: transport)
        )

        var configuration = SeekConfiguration(youTubeAPIKey: "test")
        configuration.client.transport = transport
        // No files: neither a cache, nor a count of the quota, nor saved searches.
        (configuration.cacheFolder, configuration.stateFolder) = (nil, nil)
        let seek = SeekClient(configuration)

        #expect(try await gitHub.searchRepositories("swift").items.isEmpty)
        #expect(await seek.search("swift").hits.isEmpty)
    }
}
