import Dispatch
import HTTPDriver
import SeekBasics
import SeekCache
import SeekCurlTransport
@_spi(Seek) import SeekNetworking
import SeekTestHelpers
import Testing

@Suite("http-driver", .timeLimit(.minutes(2)))
struct HTTPDriverTests {
    private let date = ManualDate()

    private func driver(_ store: (any DataStore)? = nil) -> HTTPDriver {
        HTTPDriver(
            transport: CurlTransport { $0.decodesContent = false },
            store: store ?? MemoryStore(costLimit: 1 << 20, now: { [date] in date.now }),
            now: { [date] in date.now }
        )
    }

    /// Starts a server that replies according to the path. A reply without `Date` has the current one.
    private func server(_ replies: [String: LoopbackServer.Reply]) throws -> LoopbackServer {
        try LoopbackServer { [date] request in
            guard let reply = replies[request.url.path()] else { return .fault(.resetBeforeResponse) }
            guard case .response(var response) = reply else { return reply }
            response.headerFields[.date] = HTTPDate.string(from: date.now)
            return .response(response)
        }
    }

    private func reply(_ body: String, _ fields: HTTPFields = [:], _ status: Int = 200) -> LoopbackServer.Reply {
        .response(HTTPResponse(status: .init(code: status), headerFields: fields, body: Data(body.utf8)))
    }

    private func send(_ driver: HTTPDriver, _ url: URL, _ members: JSONValue = [:]) async throws -> JSONValue {
        var line = members
        line["url"] = .string(url.absoluteString)
        return try JSONValue(json: await driver.response(to: String(decoding: line.data, as: UTF8.self)).utf8)
    }

    private func fields(of response: JSONValue, named name: String) -> [String] {
        (response["headers"].array ?? []).filter { $0[0].string?.lowercased() == name }.compactMap { $0[1].string }
    }

    @Test("adds only the transport's header fields to a request; returns the response unchanged, or in Base64")
    func unchangedExchange() async throws {
        let server = try server([
            "/text": reply("日本", [.link: "<a>"], 201), "/binary": .response(HTTPResponse(body: Data([0xFF, 0]))),
        ])
        defer { server.stop() }
        let driver = driver()
        let members: JSONValue = [
            "id": "a", "method": "PUT", "body": "東京", "headers": [["X-Two", "a, \"b\""], ["X-Two", "ü"]],
        ]
        let text = try await send(driver, server.baseURL.appending(path: "text"), members)
        #expect(text["id"] == "a")
        #expect(text["status"] == 201)
        #expect(text["body"] == "日本")
        #expect(fields(of: text, named: "link") == ["<a>"])
        let sent = try #require(server.received.first)
        #expect(sent.method == .put)
        #expect(sent.body == Data("東京".utf8))
        #expect(Set(sent.headerFields.map(\.name.canonicalName)) == ["host", "accept", "content-length", "x-two"])
        #expect(sent.headerFields[values: "X-Two"] == ["a, \"b\"", "ü"])
        let binary = try await send(driver, server.baseURL.appending(path: "binary"), ["id": 7, "body_base64": "AAE="])
        #expect(binary["id"] == 7)
        #expect(binary["body_base64"] == "/wA=")
        #expect(binary["body"].isNull)
        #expect(server.received.last?.body == Data([0, 1]))
    }

    @Test(
        "reports what is wrong with a line",
        arguments: [
            ("{", "JSON"), ("[]", "JSON"), ("7", "JSON"), ("{\"id\":1,", "JSON"), ("\u{0}", "JSON"),
            (#"{"id":1.5,"url":"http://x"}"#, "id must be"), ("{}", "url is missing"), (#"{"url":"x"}"#, "absolute"),
            (#"{"url":5}"#, "url has the wrong type"), (#"{"url":"http://x","method":"A B"}"#, "method"),
            (#"{"url":"http://x","headers":[["a"]]}"#, "pair"),
            (#"{"url":"http://x","headers":[["a b","c"]]}"#, "pair"),
            (#"{"url":"http://x","headers":{}}"#, "headers"), (#"{"url":"http://x","cache":"never"}"#, "force-cache"),
            (#"{"url":"http://x","redirect":"x"}"#, "manual, follow, error"),
            (#"{"url":"http://x","body":"b","body_base64":"AA=="}"#, "body_base64"),
            (#"{"url":"http://x","body_base64":"?"}"#, "body_base64"), (#"{"url":"ftp://x"}"#, "http"),
            (#"{"url":"http://x","headers":[["a","b\r\nc: d"]]}"#, "control character"),
        ]
    )
    func malformedLine(line: String, reason: String) async throws {
        let response = try JSONValue(json: await driver().response(to: line).utf8)
        #expect(response["error"].string?.contains(reason) == true, "\(response)")
    }

    @Test("sends requests concurrently, ignores blank lines, and ends after the last response")
    func concurrency() async throws {
        let slow = DispatchSemaphore(value: 0)
        let server = try LoopbackServer { [reply] request in
            if request.url.path() == "/slow" { slow.wait() }
            return request.url.path() == "/broken"
                ? .fault(.truncatedBody(HTTPResponse(body: Data("abcdef".utf8)))) : reply("body", [:], 200)
        }
        defer { server.stop() }
        let (lines, continuation) = AsyncStream<String>.makeStream()
        let written = Mutex<[String]>([])
        for name in ["slow", "fast", "broken"] {
            continuation.yield(#"{"id":"\#(name)","url":"\#(server.baseURL.absoluteString)/\#(name)"}"#)
        }
        continuation.yield(" ")
        continuation.finish()
        await driver().run(lines) { line in
            let count = written.withLock { written in
                written.append(line)
                return written.count
            }
            if count == 2 { slow.signal() }
        }
        let responses = try written.withLock { $0 }.map { try JSONValue(json: $0.utf8) }
        #expect(responses.last?["id"] == "slow")
        #expect(responses.first { $0["id"] == "fast" }?["body"] == "body")
        #expect(responses.first { $0["id"] == "broken" }?["error"].isNull == false)
    }

    @Test("stores responses in a folder until they are requested by another driver")
    func folder() async throws {
        let folder = try TemporaryFolder()
        let server = try server(["/kept": reply("kept", [.cacheControl: "max-age=60"])])
        defer { server.stop() }
        for isKept in [false, true] {
            let store = try DiskStore(folder: folder.url, now: { [date] in date.now })
            let driver = driver(store)
            let url = server.baseURL.appending(path: "kept")
            #expect(try await send(driver, url, ["cache": "only-if-cached"])["error"].isNull == isKept)
            #expect(try await send(driver, url)["body"] == "kept")
            await store.close()
        }
        #expect(server.received.count == 1)
    }

    @Test("applies the cache mode of a line")
    func cacheModes() async throws {
        let server = try server(["/": reply("one", [.cacheControl: "max-age=60", .eTag: "\"v\""])])
        defer { server.stop() }
        let driver = driver()
        func send(_ members: JSONValue) async throws -> JSONValue {
            try await self.send(driver, server.baseURL, members)
        }
        #expect(try await send(["cache": "only-if-cached"])["error"].string?.contains("no stored response") == true)
        #expect(try await send(["headers": [["Cache-Control", "only-if-cached"]]])["status"] == 504)
        #expect(server.received.isEmpty)
        let modes = [("no-store", 1), ("default", 2), ("default", 2), ("no-cache", 3), ("reload", 4)]
        for (mode, requestCount) in modes {
            #expect(try await send(["cache": .string(mode)])["body"] == "one")
            #expect(server.received.count == requestCount, "\(mode)")
        }
        #expect(server.received[2].headerFields[.ifNoneMatch] == "\"v\"")
        #expect(server.received[3].headerFields[.ifNoneMatch] == nil)
        date.now += 999
        for mode in ["force-cache", "only-if-cached"] {
            let response = try await send(["cache": .string(mode)])
            #expect(response["body"] == "one")
            #expect(fields(of: response, named: "cache-status").first?.hasPrefix("Seek; hit") == true)
        }
        #expect(server.received.count == 4)
    }

    @Test("applies the redirect mode of a line, and stores each response under its own URL")
    func redirectModes() async throws {
        let server = try server([
            "/old": reply("", [.location: "/new", .cacheControl: "max-age=5"], 302),
            "/new": reply("new", [.cacheControl: "max-age=60"]),
        ])
        defer { server.stop() }
        let (driver, old) = (driver(), server.baseURL.appending(path: "old"))
        #expect(try await send(driver, old)["status"] == 302)
        #expect(try await send(driver, old, ["redirect": "error"])["error"].string?.contains("302") == true)
        #expect(try await send(driver, old, ["redirect": "follow"])["body"] == "new")
        date.now += 6
        #expect(try await send(driver, old, ["redirect": "follow"])["body"] == "new")
        #expect(server.received.map { $0.url.path() } == ["/old", "/new", "/old"])
    }

    @Test("does not store a malformed or truncated response, and stores an unknown content coding unchanged")
    func malformedAndCodedResponses() async throws {
        let truncated = HTTPResponse(headerFields: [.cacheControl: "max-age=9"], body: Data("short".utf8))
        let server = try server([
            "/garbage": .fault(.garbage), "/truncated": .fault(.truncatedBody(truncated)),
            "/coded": reply("coded", [.contentEncoding: "unheard-of", .cacheControl: "max-age=9"]),
        ])
        defer { server.stop() }
        let driver = driver()
        for path in ["garbage", "truncated"] {
            for _ in 1...2 { #expect(try await !send(driver, server.baseURL.appending(path: path))["error"].isNull) }
        }
        let count = server.received.count
        for _ in 1...2 {
            let response = try await send(driver, server.baseURL.appending(path: "coded"))
            #expect(response["body"] == "coded")
            #expect(fields(of: response, named: "content-encoding") == ["unheard-of"])
        }
        #expect(server.received.count == count + 1)
    }
}
