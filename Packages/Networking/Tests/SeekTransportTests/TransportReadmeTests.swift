#if os(Linux)
import Foundation
import FoundationNetworking
import SeekCurlTransport
import SeekNetworking
import SeekTestHelpers
import SeekURLSessionTransport
import Testing

/// The first sample of the README.
@Suite("README sample")
struct TransportReadmeTests {
    struct Repository: Decodable {
        var name: String
    }

    @Test("sends a request and decodes its response")
    func example() async throws {
        let body = Data(#"[{"name": "Hello-World"}]"#.utf8)
        let server = try LoopbackServer { _ in
            .response(HTTPResponse(headerFields: [.contentType: "application/json"], body: body))
        }
        defer { server.stop() }
        let url = server.baseURL
        let user = "octocat"

        let client = APIClient(baseURL: url, transport: CurlTransport()) { $0.timeout = .seconds(10) }
        let endpoint = Endpoint(of: [Repository].self, at: .path("users/\(user)/repos", ["per_page": 30]))
        let response = try await client.send(endpoint)  // throws NetworkError
        print(response.value, response.provenance)

        #expect(response.value.map(\.name) == ["Hello-World"])
        #expect(server.received.first?.url.path == "/users/octocat/repos")
    }
}

/// The samples of the README's section on transports.
@Suite("README samples of the transports", .timeLimit(.minutes(3)))
struct ReadmeTransportTests {
    @Test(
        "use a proxy, a client certificate and pinned keys",
        .enabled(if: CertificateAuthority.isAvailable, "openssl is not installed: apt-get install openssl")
    )
    func connection() async throws {
        let certificateAuthority = try CertificateAuthority()
        let identity = try certificateAuthority.identity(for: "DNS:api.example")
        let peer = try await TLSPeer.openssl(identity, requiringCertificatesOf: certificateAuthority)
        let proxy = try TunnelProxy(to: peer.port)
        let (proxyPort, password) = (proxy.port, "hunter2")
        let authority = try certificateAuthority.certificates
        let archive = try certificateAuthority.identity(for: "DNS:client.example").pkcs12(password: password)
        let currentKey = "sha256//" + (try identity.publicKeyDigest())
        let backupKey = Data(repeating: 7, count: 32).base64EncodedString()
        let request = HTTPRequest(url: try #require(URL(string: "https://api.example/")))

        let transport = CurlTransport {
            $0.connection.proxy = .server("127.0.0.1", port: proxyPort, username: "app", password: password)
            $0.connection.trustedCertificates = authority  // PEM, in place of the system's
            $0.connection.clientIdentities["api.example"] = ClientIdentity(pkcs12: archive, password: password)
            $0.connection.pinnedPublicKeys["api.example"] = [currentKey, backupKey]
        }
        let response = try await transport.send(request, deadline: .now + .seconds(10), maximumBodySize: 1 << 20)

        #expect(response.status.code == 200)
        #expect(proxy.heads.count == 1)
    }

    @Test("configure URLSession")
    func session() async throws {
        let server = try LoopbackServer(always: .response(HTTPResponse(200, "here")))

        let transport = URLSessionTransport {
            $0.session.httpAdditionalHeaders = ["X-Team": "search"]
        }

        #expect(await transport.outcome(of: try server.get()).kind == .response(200))
        #expect(server.received.first?.headerFields[try .named("X-Team")] == "search")
    }
}
#endif
