import Foundation
import SeekNetworking
import SeekTestHelpers
import Testing

/// Known deviations of a transport are passed to ``TransportKind/check(_:_:)``, which expects them.
@Suite("Messages of every transport", .timeLimit(.minutes(3)))
struct MessageContractTests {
    /// Methods and bodies. A body repeats `text`, so that rows are short when they are printed.
    static let echoed: [(method: HTTPRequest.Method, text: String?, times: Int)] = [
        (.get, nil, 1), (.delete, nil, 1), (.post, nil, 1), (.post, "", 1), (.post, "a body", 1), (.put, "a body", 1),
        (.patch, "a body", 1), (.delete, "a body", 1), (.post, "0123456789", 200_000),
    ]

    @Test("method and body are sent, and the response's body is received", arguments: TransportKind.allCases, echoed)
    func echo(kind: TransportKind, row: (method: HTTPRequest.Method, text: String?, times: Int)) async throws {
        let body = row.text.map { String(repeating: $0, count: row.times) }
        let server = try LoopbackServer { request in
            .response(HTTPResponse(body: Data("\(request.method) ".utf8) + (request.body ?? Data())))
        }
        let request = HTTPRequest(
            method: row.method,
            url: try server.url("/echo"),
            body: body.map { Data($0.utf8) }
        )
        let outcome = await kind.make().outcome(of: request)
        let isEchoed = outcome.response?.text == "\(row.method) \(body ?? "")"
        #expect(isEchoed)
        #expect(outcome.response?.provenance == .network)
        let received = try #require(server.received.first)
        let addsContentType = row.method == .post && body?.isEmpty == false
        await kind.check(addsContentType ? .contentType : nil) { #expect(received.headerFields[.contentType] == nil) }
        if row.method == .post || body != nil {
            #expect(received.headerFields[.contentLength] == "\(body?.utf8.count ?? 0)")
        }
        #expect(received.headerFields[try .named("Expect")] == nil)
    }

    @Test("a GET request is sent with its body", arguments: TransportKind.allCases)
    func bodyOfGet(kind: TransportKind) async throws {
        let server = try LoopbackServer(always: .response(HTTPResponse()))
        let outcome = await kind.make().outcome(of: HTTPRequest(url: server.baseURL, body: Data("a body".utf8)))
        await kind.check(.bodyOfGet) { #expect(server.received.first?.body == Data("a body".utf8)) }
        // A transport that cannot send the body rejects the request.
        #expect(outcome.kind == (server.received.isEmpty ? .invalidRequest : .response(200)))
        #expect(outcome.error?.context.attempts == (server.received.isEmpty ? 0 : nil))
    }

    @Test("HEAD returns the fields without a body, whatever length they declare", arguments: TransportKind.allCases)
    func head(kind: TransportKind) async throws {
        let server = try LoopbackServer(always: .response(HTTPResponse(200, "sixteen bytes ..", [.eTag: "\"x\""])))
        let request = HTTPRequest(method: .head, url: server.baseURL)
        let response = try #require(await kind.make().outcome(of: request, limit: 4).response)
        #expect(response.status.code == 200)
        #expect(response.headerFields[.contentLength] == "16")
        #expect(response.headerFields[.eTag] == "\"x\"")
        #expect(response.body.isEmpty)
        #expect(server.received.map(\.method) == [.head])
    }

    @Test("HEAD with a body is rejected", arguments: TransportKind.allCases)
    func headWithBody(kind: TransportKind) async throws {
        let server = try LoopbackServer(always: .response(HTTPResponse()))
        let request = HTTPRequest(method: .head, url: server.baseURL, body: Data("body".utf8))
        let outcome = await kind.make().outcome(of: request)
        #expect(outcome.kind == .invalidRequest)
        #expect(outcome.error?.context.attempts == 0)
        #expect(server.received.isEmpty)
    }

    @Test("request fields are sent: ASCII, empty and UTF-8", arguments: TransportKind.allCases)
    func requestFields(kind: TransportKind) async throws {
        let server = try LoopbackServer(always: .response(HTTPResponse()))
        let fields: HTTPFields = [
            .accept: "application/json", .authorization: "Bearer abc", .userAgent: "Seek/1.0",
            try .named("X-Colon"): "a:b; c=\"d\"", try .named("X-Text"): "あいう ÄÖÜ", try .named("X-Empty"): "",
        ]
        #expect(await kind.make().outcome(of: try server.get("/", fields)).kind == .response(200))
        let received = try #require(server.received.first)
        for field in fields { #expect(received.headerFields[values: field.name] == [field.value]) }
        #expect(received.headerFields[try .named("Host")] == "127.0.0.1:\(server.port)")
    }

    @Test("repeated request fields are sent in order, separately or joined", arguments: TransportKind.allCases)
    func repeatedRequestFields(kind: TransportKind) async throws {
        let server = try LoopbackServer(always: .response(HTTPResponse()))
        let name = try HTTPField.Name.named("X-Many")
        #expect(
            await kind.make().outcome(of: try server.get("/", [name: "a", name: "b", name: "c"])).kind == .response(200)
        )
        let joined = server.received.first?.headerFields[name]
        #expect(joined?.filter { $0 != " " } == "a,b,c")
    }

    @Test("Host, Content-Length and Transfer-Encoding cannot be overridden", arguments: TransportKind.allCases)
    func transportFields(kind: TransportKind) async throws {
        let server = try LoopbackServer(always: .response(HTTPResponse()))
        let fields: HTTPFields = [
            try .named("Host"): "elsewhere.example", .contentLength: "3", try .named("Transfer-Encoding"): "chunked",
        ]
        let request = HTTPRequest(method: .post, url: server.baseURL, headerFields: fields, body: Data("four".utf8))
        #expect(await kind.make().outcome(of: request).kind == .response(200))
        let received = try #require(server.received.first)
        #expect(received.body == Data("four".utf8))
        #expect(received.headerFields[try .named("Host")] == "127.0.0.1:\(server.port)")
    }

    @Test("no User-Agent is added", arguments: TransportKind.allCases)
    func noUserAgent(kind: TransportKind) async throws {
        let server = try LoopbackServer(always: .response(HTTPResponse()))
        _ = await kind.make().outcome(of: try server.get())
        await kind.check(.userAgent) { #expect(server.received.first?.headerFields[.userAgent] == nil) }
    }

    @Test("response fields are received: ASCII, empty and UTF-8", arguments: TransportKind.allCases)
    func responseFields(kind: TransportKind) async throws {
        let fields: HTTPFields = [
            .contentType: "application/json; charset=utf-8", try .named("X-Empty"): "", try .named("X-Text"): "あいう",
            try .named("X-Colon"): "a:b: c",
        ]
        let server = try LoopbackServer(always: .response(HTTPResponse(200, "{}", fields)))
        let response = try #require(await kind.make().outcome(of: try server.get()).response)
        for field in fields {
            #expect(response.headerFields[values: field.name] == [field.value], "\(field.name)")
        }
    }

    @Test("all repeated response fields are received, and not joined", arguments: TransportKind.allCases)
    func repeatedResponseFields(kind: TransportKind) async throws {
        let name = try HTTPField.Name.named("X-Many")
        let server = try LoopbackServer(always: .response(HTTPResponse(200, "", [name: "a", name: "b"])))
        let response = try #require(await kind.make().outcome(of: try server.get()).response)
        #expect(response.headerFields[name]?.filter { $0 != " " } == "a,b")
        await kind.check(.joinsFields) { #expect(response.headerFields[values: name] == ["a", "b"]) }
    }

    @Test(
        "the request target is sent unchanged",
        arguments: TransportKind.allCases,
        ["/%2E%2E/a%20b?q=%2B", "/a/../b/./c", "//double", "/?q=a+b%26c&empty=", "/%E3%81%82", "/"]
    )
    func target(kind: TransportKind, target: String) async throws {
        let server = try LoopbackServer(always: .response(HTTPResponse()))
        #expect(await kind.make().outcome(of: try server.get(target)).kind == .response(200))
        let received = server.received.first?.url.absoluteString.dropFirst(server.baseURL.absoluteString.count)
        let normalizes = target.contains("/.") && kind == .urlSession
        await kind.check(normalizes ? .dotSegments : nil) { #expect(received.map(String.init) == target) }
    }

    @Test("early hints are not returned as the response", arguments: TransportKind.allCases)
    func earlyHints(kind: TransportKind) async throws {
        let hint = try HTTPField.Name.named("X-Hint")
        let server = try LoopbackServer(
            always: .earlyHints([hint: "early"], HTTPResponse(200, "late", [.eTag: "\"1\""]))
        )
        let response = try #require(await kind.make().outcome(of: try server.get()).response)
        #expect(response.status.code == 200)
        #expect(response.text == "late")
        #expect(response.headerFields[.eTag] == "\"1\"")
        #expect(response.headerFields[hint] == nil)
    }

    @Test("a chunked body is received completely", arguments: TransportKind.allCases)
    func chunked(kind: TransportKind) async throws {
        let text = String(repeating: "chunk by chunk ", count: 20_000)
        let server = try LoopbackServer(always: .chunked(HTTPResponse(200, text), chunkSize: 4_099))
        #expect(await kind.make().outcome(of: try server.get()).response?.text == text)
    }
}
