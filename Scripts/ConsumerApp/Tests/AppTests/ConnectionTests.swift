import Foundation
import Seek
import SeekNetworking
import SeekTestHelpers
import Testing

@Suite("Connections")
struct ConnectionTests {
    private func client(_ configure: (inout ConnectionConfiguration) -> Void) throws -> SeekClient {
        var configuration = SeekConfiguration()
        configuration.gitHubBaseURL = try #require(URL(string: "http://github.example"))
        (configuration.cacheFolder, configuration.stateFolder) = (nil, nil)
        configuration.client.transport = DefaultTransport.make(configure)
        return SeekClient(configuration)
    }

    @Test("searches are sent through a proxy")
    func proxy() async throws {
        let body = Data(#"{"total_count": 0, "incomplete_results": false, "items": []}"#.utf8)
        let proxy = try LoopbackServer { _ in
            .response(HTTPResponse(headerFields: [.contentType: "application/json"], body: body))
        }
        defer { proxy.stop() }
        let client = try client { $0.proxy = .server("127.0.0.1", port: Int(proxy.port)) }
        let page = try await client.gitHub.searchRepositories("swift")
        #expect(page.items.isEmpty)
        #expect(proxy.received.map { $0.url.host() } == ["github.example"])
    }

    @Test("a mistake in the configuration is an error that describes what to change")
    func mistake() async throws {
        let client = try client { $0.pinnedPublicKeys["https://api.github.com"] = ["sha256//x"] }
        let error = try await #require(throws: SearchError.self) {
            try await client.gitHub.searchRepositories("swift")
        }
        #expect(error.description.contains("write it without scheme, port and path"))
    }

    #if os(Linux)
    @Test(
        "a server with another key than the pinned one is not trusted",
        .enabled(if: CertificateAuthority.isAvailable, "openssl is not installed")
    )
    func pins() async throws {
        let authority = try CertificateAuthority()
        let server = try LoopbackServer(identity: try authority.identity(for: "IP:127.0.0.1")) { _ in
            .response(HTTPResponse(status: 500))
        }
        defer { server.stop() }
        let certificates = try Data(contentsOf: URL(filePath: authority.certificateFile))
        let otherKey = Data(repeating: 7, count: 32).base64EncodedString()
        let transport = DefaultTransport.make {
            $0.trustedCertificates = certificates
            $0.pinnedPublicKeys["127.0.0.1"] = [otherKey]
        }
        let client = APIClient(baseURL: server.baseURL, transport: transport)
        let error = try await #require(throws: NetworkError.self) {
            try await client.send(Endpoint(at: .path("x"), acceptedMediaType: nil) { $0.body })
        }
        guard case .transport(.publicKeyNotPinned(host: "127.0.0.1"), _) = error else {
            Issue.record("\(error)")
            return
        }
        #expect(server.received.isEmpty)
    }
    #endif
}
