#if os(Linux)
import Foundation
import SeekCurlTransport
import SeekNetworking
import SeekTestHelpers
import Testing

/// The samples of the README's section on transports.
@Suite("README samples of the transports", .timeLimit(.minutes(3)))
struct ReadmeTransportTests {
    @Test(
        "trusts a certificate authority",
        .enabled(if: CertificateAuthority.isAvailable, "openssl is not installed: apt-get install openssl")
    )
    func certificates() async throws {
        let authority = try CertificateAuthority()
        let peer = try await TLSPeer.openssl(try authority.identity(for: "IP:127.0.0.1"))
        let file = authority.certificateFile
        let request = try peer.get()

        let transport = CurlTransport { $0.certificateAuthorityFile = file }
        let response = try await transport.send(request, deadline: .now + .seconds(10), maximumBodySize: 1 << 20)

        #expect(response.status.code == 200)
    }

    @Test("reports the progress of a download")
    func progress() async throws {
        let body = patternedData(1_000_000)
        let fields: HTTPFields = [.contentType: "application/json"]
        let server = try LoopbackServer(always: .response(HTTPResponse(headerFields: fields, body: body)))
        let client = APIClient(baseURL: server.baseURL, transport: CurlTransport())
        let endpoint = Endpoint(at: .path("large")) { $0.body }

        let response = try await TransferProgress.observe { progress in
            print(progress.received, "of", progress.expectedToReceive ?? -1)
        } during: {
            try await client.send(endpoint)
        }

        #expect(response.value == body)
    }
}
#endif
