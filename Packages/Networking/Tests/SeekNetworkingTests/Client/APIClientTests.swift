import Foundation
import SeekTestHelpers
import Testing

@_spi(Seek) @testable import SeekNetworking

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
    func encoding(value: String, encoded: String) throws {
        let client = APIClient(baseURL: base, transport: scripted())
        let request = try client.request(for: endpoint("users/\(value)/\(7)", ["q": value, "none": nil]))
        #expect(request.url.absoluteString == "https://api.example.com/v1/users/\(encoded)/7?q=\(encoded)")
    }

    @Test("an empty value or a dot segment is rejected", arguments: ["", ".", ".."])
    func unsafeSegments(value: String) {
        let client = APIClient(baseURL: base, transport: scripted())
        #expect(throws: NetworkError.self) { try client.request(for: endpoint("users/\(value)/repos")) }
    }

    @Test(
        "a path with a dot segment is rejected, even if it consists of several parts; similar paths are accepted",
        arguments: [
            ("users/\(".")\(".")/x", false), (".\(".")", false), ("\(".").", false), ("a/%2\("e")", false),
            ("a/%2E%2e/b", false), ("a/../b", false), ("a/./b", false), ("..", false), ("\(".")%2e", false),
            ("a/\("%2e%2e")", true), ("a/\("..")b", true), ("\("...")", true), ("a.b/\(".")x", true),
            ("x?path=../y", true),
        ] as [(EndpointPath, Bool)]
    )
    func dotSegments(path: EndpointPath, isAccepted: Bool) {
        let client = APIClient(baseURL: base, transport: scripted())
        #expect(((try? client.request(for: endpoint(path))) != nil) == isAccepted)
    }

    @Test("the error of an invalid request reports no attempt")
    func unsent() async {
        // A user name in the base URL is not permitted.
        let client = APIClient(baseURL: url("https://user@a.example"), transport: scripted())
        #expect(await client.outcome(of: endpoint("n")).error?.context.attempts == 0)
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

    @Test("an error of the transport is thrown; its description contains the request")
    func transport() async {
        // Without a response, the transport cannot connect.
        let client = APIClient(baseURL: base, transport: scripted())
        await #expect { try await client.send(endpoint("n")) } throws: {
            "\($0)" == "could not connect (GET https://api.example.com/v1/n)"
        }
    }

    @Test("header fields of the endpoint replace those of the client")
    func headerFields() throws {
        let client = APIClient(baseURL: base, transport: scripted()) {
            $0.headerFields = [.userAgent: "a", .accept: "text/plain"]
        }
        var endpoint = endpoint("n")
        endpoint.headerFields = [.userAgent: "b"]
        let request = try client.request(for: endpoint)
        #expect(request.headerFields[.userAgent] == "b")
        #expect(request.headerFields[.accept] == "text/plain")
    }

    @Test("a URL of another origin is rejected")
    func origins() throws {
        let client = APIClient(baseURL: base, transport: scripted())
        var endpoint = endpoint("n")
        endpoint.location = .url(url("https://evil.example/"))
        #expect(throws: NetworkError.self) { try client.request(for: endpoint) }
        endpoint.location = .url(url("https://api.example.com/elsewhere?page=2"))
        #expect(try client.request(for: endpoint).url.path() == "/elsewhere")
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
