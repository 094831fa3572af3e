import Foundation
import SeekNetworking
import SeekTestHelpers
import Testing

@Suite("Sending requests")
struct SendingTests {
    private let base = url("https://api.example.com/v1")

    private func client(
        _ responses: HTTPResponse...,
        configure: (inout APIClient.Configuration) -> Void = { _ in }
    ) -> (APIClient, StubTransport) {
        let transport = scripted(responses)
        return (APIClient(baseURL: base, transport: transport, configure: configure), transport)
    }

    @Test(
        "an endpoint without a value accepts any successful response, with or without a body",
        arguments: [
            HTTPResponse(status: 204), HTTPResponse(status: 205), HTTPResponse(), .json("{}"),
            HTTPResponse(headerFields: [.contentType: "text/html"], body: Data("<p>".utf8)),
        ]
    )
    func void(response: HTTPResponse) async throws {
        let (client, transport) = client(response)
        let result = try await client.send(Endpoint(.delete, at: .path("users/\(7)")))
        #expect(result.response.status == response.status)
        #expect(transport.received.first?.method == .delete)
        #expect(transport.received.first?.headerFields[.accept] == nil)
    }

    @Test("an endpoint without a value fails if the status is not successful")
    func voidFailure() async throws {
        let (client, _) = client(.json("{}", status: 404))
        let endpoint = Endpoint<Void>(.post, at: .path("x"), body: .form(["a": 1]))
        await #expect { try await client.send(endpoint) } throws: { "\($0)".hasPrefix("status 404") }
    }

    @Test("a sample client responds with the status 204 to an endpoint without a value")
    func voidSample() async throws {
        let response = try await APIClient.sample(baseURL: base).send(Endpoint(.delete, at: .path("x")))
        #expect(response.response.status == 204)
    }

    @Test(
        "a response without a body needs no media type",
        arguments: [
            (HTTPRequest.Method.delete, HTTPResponse(status: 204)), (.delete, HTTPResponse(status: 205)),
            (.delete, HTTPResponse()), (.put, HTTPResponse(status: 201)),
            (.head, HTTPResponse(headerFields: [.contentType: "text/html"])),
        ]
    )
    func noContent(method: HTTPRequest.Method, response: HTTPResponse) async throws {
        let (client, _) = client(response)
        let decoded = try await client.send(Endpoint(method, at: .path("n")) { $0.status.code })
        #expect(decoded.value == response.status.code)
    }

    @Test("an optional JSON value is nil if the response has no body", arguments: [200, 204, 205])
    func optional(status: Int) async throws {
        let (client, _) = client(HTTPResponse(status: .init(code: status)), .json("1"), .json("null"))
        let endpoint = Endpoint(of: Int?.self, at: .path("n"))
        #expect(try await client.send(endpoint).value == nil)
        #expect(try await client.send(endpoint).value == 1)
        #expect(try await client.send(endpoint).value == nil)
    }

    @Test("a required JSON value cannot be decoded from a response without a body")
    func required() async {
        let (client, _) = client(HTTPResponse(status: 204))
        await #expect { try await client.send(Endpoint(of: Int.self, at: .path("n"))) } throws: {
            "\($0)" == "response not understood: the body is empty (GET https://api.example.com/v1/n)"
        }
    }

    @Test(
        "304 is accepted only if the request has a condition",
        arguments: [
            ([.ifNoneMatch: #""a""#], true), ([.ifModifiedSince: "Sun, 22 Nov 2026 00:00:00 GMT"], true), ([:], false),
        ] as [(HTTPFields, Bool)]
    )
    func notModified(fields: HTTPFields, isAccepted: Bool) async throws {
        let (client, _) = client(HTTPResponse(status: 304))
        let endpoint = Endpoint(of: Int?.self, at: .path("n"), headerFields: fields)
        let response = try? await client.send(endpoint)
        #expect((response?.response.status == 304) == isAccepted)
    }

    @Test(
        "a request without an endpoint returns its response, whatever its status",
        arguments: [200, 204, 304, 404, 500]
    )
    func request(status: Int) async throws {
        let (client, transport) = client(HTTPResponse(status: .init(code: status))) {
            $0.headerFields = [.userAgent: "app/1.0", .accept: "text/plain"]
        }
        let request = HTTPRequest(
            method: .put,
            url: url("https://api.example.com/upload?x=1"),
            headerFields: [.accept: "image/png"],
            body: Data([1, 2])
        )
        #expect(try await client.send(request).status.code == status)
        let sent = try #require(transport.received.first)
        #expect(sent.url == request.url)
        #expect(sent.method == .put)
        #expect(sent.body == request.body)
        #expect(sent.headerFields[.accept] == "image/png")
        #expect(sent.headerFields[.userAgent] == "app/1.0")
    }

    @Test("options of a call apply to a request without an endpoint")
    func callOptions() async throws {
        let (client, transport) = client(HTTPResponse()) { $0.headerFields = [.userAgent: "app/1.0"] }
        let request = HTTPRequest(url: url("https://api.example.com/x"), headerFields: [.accept: "image/png"])
        _ = try await client.with { $0.headerFields = [.accept: "*/*"] }.send(request)
        #expect(transport.received.first?.headerFields == [.userAgent: "app/1.0", .accept: "*/*"])
    }

    @Test(
        "a request that is not valid or to another origin is not sent",
        arguments: [
            ("https://evil.example/", HTTPRequest.Method.get, "outside the client's origin"),
            ("/relative", .get, "outside the client's origin"),
            ("https://api.example.com/", .head, "a HEAD request cannot have a body"),
        ]
    )
    func rejectedRequest(text: String, method: HTTPRequest.Method, reason: String) async {
        let (client, transport) = client(HTTPResponse())
        let request = HTTPRequest(method: method, url: url(text), body: Data([1]))
        await #expect { try await client.send(request) } throws: { "\($0)".contains(reason) }
        #expect(transport.received.isEmpty)
    }

    @Test("a sample client rejects a request without an endpoint, which has no sample")
    func requestWithoutSample() async {
        let client = APIClient.sample(baseURL: base)
        await #expect { try await client.send(HTTPRequest(url: url("https://api.example.com/x"))) } throws: {
            "\($0)".contains("the request has no sample; add one to its endpoint, or use a live client")
        }
    }

    @Test("a response has the URL of the last request, after redirects")
    func finalURL() async throws {
        let moved = HTTPResponse(status: 302, headerFields: [.location: "/v2/n"])
        let (client, _) = client(moved, .json("1"), .json("2")) { $0.middleware = [RedirectMiddleware()] }
        let endpoint = Endpoint(of: Int.self, at: .path("n"))
        #expect(try await client.send(endpoint).url == url("https://api.example.com/v2/n"))
        #expect(try await client.send(endpoint).url == url("https://api.example.com/v1/n"))
        let sample = Endpoint(of: Int.self, at: .path("n"), sample: .json("1"))
        #expect(try await APIClient.sample(baseURL: base).send(sample).url == url("https://api.example.com/v1/n"))
    }
}
