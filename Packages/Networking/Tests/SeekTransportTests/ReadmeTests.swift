#if os(Linux)
import Foundation
import SeekCurlTransport
import SeekNetworking
import SeekTestHelpers
import Testing

/// The first sample of the README.
@Suite("README sample")
struct ReadmeTests {
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
#endif
