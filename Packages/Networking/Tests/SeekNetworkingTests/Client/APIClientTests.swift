import Foundation
import SeekNetworking
import SeekTestHelpers
import Testing

@Suite("API client")
struct APIClientTests {
    let base = url("https://api.example.com/v1/")

    func endpoint(_ path: EndpointPath, _ query: QueryParameters = [:], timeToLive: Duration? = nil) -> Endpoint<Int> {
        Endpoint(at: .path(path, query), timeToLive: timeToLive) { try JSONDecoder().decode(Int.self, from: $0.body) }
    }

    @Test(
        "values are percent-encoded into one path segment or query value",
        arguments: [
            ("あああああ", "%E3%81%82%E3%81%82%E3%81%82%E3%81%82%E3%81%82"), ("C++ & C#", "C%2B%2B%20%26%20C%23"),
            ("100%", "100%25"), ("a/b?c", "a%2Fb%3Fc"), ("👩‍💻", "%F0%9F%91%A9%E2%80%8D%F0%9F%92%BB"),
        ]
    )
    func encoding(value: String, encoded: String) async throws {
        let transport = scripted(json("1"))
        let endpoint = endpoint("users/\(value)/\(7)", ["q": value, "none": nil])
        try await APIClient(baseURL: base, transport: transport).send(endpoint)
        let url = transport.received.first?.url.absoluteString
        #expect(url == "https://api.example.com/v1/users/\(encoded)/7?q=\(encoded)")
    }

    @Test(
        "a path with an empty value or a dot segment, even of several parts, is rejected; similar paths are accepted",
        arguments: [
            ("users/\("")/x", false), ("users/\(".")\(".")/x", false), (".\(".")", false), ("\(".").", false),
            ("a/%2\("e")", false),
            ("a/%2E%2e/b", false), ("a/../b", false), ("a/./b", false), ("..", false), ("\(".")%2e", false),
            ("a/\("%2e%2e")", true), ("a/\("..")b", true), ("\("...")", true), ("a.b/\(".")x", true),
            ("x?path=../y", true),
        ] as [(EndpointPath, Bool)]
    )
    func dotSegments(path: EndpointPath, isAccepted: Bool) async {
        let client = APIClient(baseURL: base, transport: scripted(json("1")))
        #expect((await client.outcome(of: endpoint(path)).error == nil) == isAccepted)
    }

    @Test("responses are accepted by status and media type, and must be decodable")
    func stages() async throws {
        let html = HTTPResponse(headerFields: [.contentType: "text/html"], body: Data("<p>hello".utf8))
        let table: [(HTTPResponse, NetworkError.Stage?, String)] = [
            (json("42"), nil, ""), (json("{}", status: 404), .status, "status 404"), (html, .mediaType, "web page"),
            (HTTPResponse(body: Data("1".utf8)), .mediaType, "unknown"), (json("{\"a\":"), .decoding, "not understood"),
            (json(String(repeating: "[", count: 513)), .decoding, "not understood"),
        ]
        for (response, stage, text) in table {
            let client = APIClient(baseURL: base, transport: scripted(response))
            let outcome = await client.outcome(of: endpoint("n"))
            #expect(outcome.error?.stage == stage)
            #expect((try? outcome.get())?.value == (stage == nil ? 42 : nil))
            #expect(outcome.error?.description.contains(text) != false)
            #expect(outcome.error?.context.response?.status == (stage == nil ? nil : response.status))
        }
    }

    @Test("a credential is sent to its own origin only, and is not part of descriptions")
    func credentials() async throws {
        let transport = scripted(json("1"), json("1"), json("{}", status: 401))
        let credential = Credential.bearer("S3CRET")
        let origin = try #require(Origin(base))
        let client = APIClient(baseURL: base, transport: transport) {
            $0.middleware = [AuthenticationMiddleware(credential, for: origin)]
        }
        let unencryptedClient = APIClient(baseURL: url("http://api.example.com"), transport: transport) {
            $0.middleware = [AuthenticationMiddleware(credential, for: origin)]
        }
        _ = try await client.send(endpoint("n"))
        _ = try await unencryptedClient.send(endpoint("n"))
        #expect(transport.received.map { $0.headerFields[.authorization] } == ["Bearer S3CRET", nil])
        await #expect { try await client.send(endpoint("n")) } throws: {
            !"\($0) \(String(reflecting: $0))".contains("S3CRET")
        }
        #expect(!"\(credential) \(String(reflecting: credential))".contains("S3CRET"))
        #expect(credential.fingerprint != Credential.bearer("S3CREU").fingerprint)
    }

    @Test("middleware is called in the given order")
    func order() async throws {
        struct Tagging: HTTPMiddleware {
            let tag: String
            func intercept(
                _ request: HTTPRequest,
                options: RequestOptions,
                next: @escaping HTTPHandler
            ) async throws(NetworkError) -> HTTPResponse {
                var request = request
                request.headerFields.append(HTTPField(name: .link, value: tag))
                return try await next(request, options)
            }
        }
        let transport = scripted(json("1"))
        let client = APIClient(baseURL: base, transport: transport) {
            $0.middleware = [Tagging(tag: "1"), Tagging(tag: "2")]
        }
        _ = try await client.send(endpoint("n"))
        #expect(transport.received.first?.headerFields[.link] == "1, 2")
    }
}
