import Dispatch
import Foundation
import Seek
import SeekNetworking
import SeekTestHelpers
import Testing

@testable import SeekCommandLine

/// Runs `seek api --batch` with a local server.
@Suite("seek api --batch", .timeLimit(.minutes(2)))
struct BatchCommandTests {
    private static func date(_ seconds: Double) -> String { BatchSession.date(seconds) }

    @Test("adds only the transport's header fields to a request; writes the response unchanged, as Base64 if not UTF-8")
    func unchangedExchange() async throws {
        let batch = try BatchSession()
        let headers = [["X-One", "1"], ["X-Two", "a, \"b\""], ["X-Two", "ü"]]
        let reply = try await batch.send(
            "PUT",
            headers,
            members: ["body": "東京"],
            returning: serverReply([("A", "1"), ("a", "2")], 201, "日本")
        )
        #expect(reply.status == 201)
        #expect(reply.body == "日本")
        #expect(reply.header("A") == "1, 2")
        #expect(reply.error == nil)
        let sent = try #require(reply.sent.first)
        #expect(sent.method == .put)
        #expect(sent.body == Data("東京".utf8))
        let names = sent.headerFields.map { $0.name.canonicalName }
        #expect(Set(names) == ["host", "accept", "content-length", "x-one", "x-two"])
        let headerName = try #require(HTTPField.Name("X-Two"))
        #expect(sent.headerFields[values: headerName] == ["a, \"b\"", "ü"])
        let binary = try await batch.send(
            members: ["body_base64": "AAE="],
            returning: .response(HTTPResponse(body: Data([0xFF, 0])))
        )
        #expect(binary.base64 == "/wA=")
        #expect(binary.body == nil)
        #expect(binary.sent.first?.body == Data([0, 1]))
        #expect(await batch.end() == .success)
    }

    @Test("reports invalid lines, ignores blank lines, and continues with the next line")
    func malformedLines() async throws {
        let batch = try BatchSession()
        for line in ["{", "[]", "7", "not json", "{\"id\":1,", "\u{0}"] {
            let reply = try await batch.sendLine(line)
            #expect(reply.id == nil, "\(line)")
            #expect(reply.error?.isEmpty == false, "\(line)")
        }
        let fractionalID = try await batch.sendLine(#"{"id":1.5,"url":"http://x"}"#)
        #expect(fractionalID.error == "invalid request: id has the wrong type")
        let lines = [
            (#"{"id":"a"}"#, "url is missing"), (#"{"id":"a","url":"x"}"#, "not an absolute"),
            (#"{"id":"a","url":5}"#, "url"),
            (#"{"id":"a","url":"http://x","method":"A B"}"#, "method"),
            (#"{"id":"a","url":"http://x","headers":[["a"]]}"#, "pair"),
            (#"{"id":"a","url":"http://x","headers":[["a b","c"]]}"#, "pair"),
            (#"{"id":"a","url":"http://x","headers":{}}"#, "headers"),
            (#"{"id":"a","url":"http://x","cache":"never"}"#, "force-cache"),
            (#"{"id":"a","url":"http://x","redirect":"x"}"#, "follow"),
            (#"{"id":"a","url":"http://x","body":"b","body_base64":"AA=="}"#, "body_base64"),
            (#"{"id":"a","url":"http://x","body_base64":"?"}"#, "body_base64"),
            (#"{"id":"a","url":"ftp://x"}"#, "http"),
            (#"{"id":"a","url":"http://x","headers":[["a","b\r\nc: d"]]}"#, "control character"),
        ]
        for (line, reason) in lines {
            let reply = try await batch.sendLine(line)
            #expect(reply.id == "a", "\(line) \(reply)")
            #expect(reply.error?.contains(reason) == true, "\(line) \(reply)")
        }
        batch.put("   ")
        #expect(try await batch.send(returning: serverReply()).body == "body")
        #expect(await batch.end() == .success)
    }

    @Test("sends requests concurrently; a failed one does not affect the others")
    func concurrency() async throws {
        let slow = DispatchSemaphore(value: 0)
        let server = try LoopbackServer { request in
            if request.url.path() == "/slow" { slow.wait() }
            return request.url.path() == "/broken"
                ? .fault(.truncatedBody(HTTPResponse(body: Data("abcdef".utf8)))) : serverReply()
        }
        defer { server.stop() }
        let input = LineQueue()
        let output = LineSink()
        let context = CommandContext(environment: [:], input: input, output: output, messages: RecordingOutput())
        async let status = SeekCommand.run(["api", "--batch"], context: context)
        for path in ["slow", "fast", "broken"] {
            input.put(#"{"id":"\#(path)","url":"\#(server.baseURL.absoluteString)/\#(path)"}"#)
        }
        let lines = [try #require(await output.next()), try #require(await output.next())]
        #expect(lines.contains { $0.contains(#""id":"fast""#) && $0.contains(#""body":"body""#) })
        #expect(lines.contains { $0.contains(#""id":"broken""#) && $0.contains(#""error":"#) })
        slow.signal()
        #expect(await output.next()?.contains(#""id":"slow""#) == true)
        input.end()
        #expect(await status == .success)
    }

    @Test("cancels requests in progress when interrupted")
    func cancelledRequests() async throws {
        let batch = try BatchSession()
        await batch.begin(returning: .fault(.stall))
        batch.cancel()
        // Also the status of a cancelled command.
        #expect(await batch.end() == .usage)
    }

    @Test(
        "succeeds if the output is closed, and fails with a message if writing fails for another reason",
        arguments: [OutputError.closed, .failed("full")]
    )
    func failingOutput(error: OutputError) async throws {
        let messages = RecordingOutput()
        let input = LineQueue("{}", "{}", "{}")
        let context = CommandContext(
            environment: [:],
            input: input,
            output: RecordingOutput(failing: error),
            messages: messages
        )
        #expect(
            await SeekCommand.run(["api", "--batch"], context: context) == (error == .closed ? .success : .failure)
        )
        #expect(messages.text.isEmpty == (error == .closed))
    }

    @Test("starts with an empty cache; --keep uses the cache folder, and fails without one")
    func keptCache() async throws {
        let folder = try TemporaryFolder()
        let environment = ["SEEK_CACHE_DIR": folder.url.path]
        let fresh = serverReply([("Cache-Control", "max-age=60")])
        let server = try LoopbackServer { _ in fresh }
        defer { server.stop() }
        for (arguments, isKept) in [([], false), (["--keep"], false), ([], false), (["--keep"], true)] {
            let batch = try BatchSession(arguments, environment: environment)
            let url = "\(server.baseURL.absoluteString)/kept"
            let before = try await batch.sendLine(#"{"id":"a","url":"\#(url)","cache":"only-if-cached"}"#)
            #expect((before.status == 200) == isKept)
            #expect((before.error == nil) == isKept)
            #expect(try await batch.sendLine(#"{"id":"b","url":"\#(url)"}"#).status == 200)
            #expect(try await batch.sendLine(#"{"id":"c","url":"\#(url)","cache":"only-if-cached"}"#).status == 200)
            #expect(await batch.end() == .success)
        }
        let withoutFolder = try BatchSession(["--keep"])
        #expect(await withoutFolder.end() == .usage)
    }

    // MARK: The cache

    @Test(
        "serves a response from the cache only if it may be stored and is still fresh after 3 seconds",
        arguments: [
            ([], false), ([("Cache-Control", "max-age=3600")], true), ([("Cache-Control", "max-age=2")], false),
            ([("Cache-Control", "s-maxage=3600, max-age=1")], false),
            ([("Cache-Control", "private, max-age=3600")], true),
            ([("Cache-Control", "no-store, max-age=3600")], false),
            ([("Cache-Control", "no-cache, max-age=3600")], false),
            ([("Expires", date(3_600)), ("Date", date(0))], true), ([("Expires", "0"), ("Date", date(0))], false),
            ([("Cache-Control", "max-age=3600"), ("Age", "7200")], false),
            ([("Cache-Control", "max-age=3600"), ("Vary", "*")], false),
            ([("Last-Modified", date(-86_400)), ("Date", date(0))], true),
            ([("CDN-Cache-Control", "max-age=3600")], false),
            ([("Cache-Control", "max-age=3600"), ("Set-Cookie", "a=b")], true),
        ] as [([(String, String)], Bool)]
    )
    func freshness(headers: [(String, String)], isServed: Bool) async throws {
        let batch = try BatchSession()
        _ = try await batch.send(returning: serverReply(headers, .ok, "one"))
        let later = try await batch.send(at: 3, returning: serverReply([], .ok, "two"))
        #expect(later.isCached == isServed)
        #expect(later.body == (isServed ? "one" : "two"))
        if isServed {
            #expect(later.header("Age") != nil)
            #expect(later.header("Cache-Status")?.hasPrefix("Seek; hit") == true)
        }
        #expect(await batch.end() == .success)
    }

    @Test("revalidates stale responses, and serves conditional, range and HEAD requests from the cache")
    func revalidation() async throws {
        let batch = try BatchSession()
        let fields = [
            ("Cache-Control", "max-age=10"), ("ETag", "\"abcü\""), ("Last-Modified", Self.date(-3_000)),
            ("Date", Self.date(0)),
        ]
        _ = try await batch.send(returning: serverReply(fields, .ok, "0123456789"))
        let matching = try await batch.send(at: 1, "GET", [["If-None-Match", "\"x\", \"abcü\""]])
        #expect(matching.isCached)
        #expect(matching.status == 304)
        #expect(matching.body == "")
        #expect(matching.header("ETag") == "\"abcü\"")
        #expect(try await batch.send(at: 1, "GET", [["If-Modified-Since", Self.date(-2_000)]]).status == 304)
        let range = try await batch.send(at: 1, "GET", [["Range", "bytes=-2"]])
        #expect(range.isCached)
        #expect(range.status == 206)
        #expect(range.body == "89")
        #expect(range.header("Content-Range") == "bytes 8-9/10")
        let head = try await batch.send(at: 1, "HEAD")
        #expect(head.isCached)
        #expect(head.status == 200)
        #expect(head.body == "")
        let renewed = try await batch.send(
            at: 11,
            returning: serverReply([("Cache-Control", "max-age=10"), ("A", "2")], 304, "")
        )
        #expect(renewed.status == 200)
        #expect(renewed.body == "0123456789")
        #expect(renewed.header("A") == "2")
        #expect(renewed.sent.first?.headerFields[.ifNoneMatch] == "\"abcü\"")
        #expect(renewed.sent.first?.headerFields[.ifModifiedSince] == Self.date(-3_000))
        #expect(try await batch.send(at: 12).isCached)
        #expect(await batch.end() == .success)
    }

    @Test("applies the cache mode of a line")
    func cacheModes() async throws {
        let batch = try BatchSession()
        let fresh = serverReply([("Cache-Control", "max-age=60"), ("ETag", "\"v\"")], .ok, "one")
        let missing = try await batch.send(members: ["cache": "only-if-cached"])
        #expect(missing.error?.contains("no stored response") == true)
        let gatewayTimeout = try await batch.send("GET", [["Cache-Control", "only-if-cached"]])
        #expect(gatewayTimeout.status == 504)
        #expect(gatewayTimeout.sent.isEmpty)
        _ = try await batch.send(members: ["cache": "no-store"], returning: fresh)
        _ = try await batch.send(members: ["cache": "default"], returning: fresh)
        #expect(try await batch.send(at: 1).isCached)
        let validated = try await batch.send(at: 1, members: ["cache": "no-cache"], returning: serverReply([], 304, ""))
        #expect(validated.body == "one")
        #expect(validated.sent.first?.headerFields[.cacheControl] == "max-age=0")
        #expect(try await batch.send(at: 999, members: ["cache": "force-cache"]).isCached)
        #expect(try await batch.send(at: 999, members: ["cache": "only-if-cached"]).isCached)
        let reload = try await batch.send(at: 999, members: ["cache": "reload"], returning: serverReply([], .ok, "two"))
        #expect(reload.body == "two")
        #expect(reload.sent.first?.headerFields[.ifNoneMatch] == nil)
        #expect(await batch.end() == .success)
    }

    @Test("applies the redirect mode of a line, and stores each response under its own URL")
    func redirectModes() async throws {
        let batch = try BatchSession()
        let redirect = serverReply([("Location", "/target"), ("Cache-Control", "max-age=5")], 302, "")
        #expect(try await batch.send(returning: redirect).status == 302)
        #expect(try await batch.send(at: 1, members: ["redirect": "error"]).error?.contains("302") == true)
        let followed = try await batch.send(
            at: 1,
            members: ["redirect": "follow"],
            returning: serverReply([("Cache-Control", "max-age=60")], .ok, "target")
        )
        #expect(followed.body == "target")
        #expect(followed.sent.map { $0.url.path() } == ["/target"])
        let moved = try await batch.send(
            at: 6,
            members: ["redirect": "follow"],
            returning: serverReply([("Location", "/target")], 302, "")
        )
        #expect(moved.body == "target")
        #expect(moved.sent.map { $0.url.path() } == ["/thing"])
        #expect(try await batch.send(at: 6, path: "/target", members: ["redirect": "manual"]).isCached)
        #expect(await batch.end() == .success)
    }

    @Test("a POST invalidates a variant; if the server fails, a stale response without must-revalidate is served")
    func staleResponses() async throws {
        let batch = try BatchSession()
        // `Req-Num` is not in `Vary`, so it does not distinguish variants.
        let varying = [("Cache-Control", "max-age=60"), ("Vary", "Foo")]
        _ = try await batch.send(
            "GET",
            [["Foo", "1"], ["Req-Num", "1"]],
            returning: serverReply(varying, .ok, "one")
        )
        _ = try await batch.send(
            "GET",
            [["Foo", "2"], ["Req-Num", "2"]],
            returning: serverReply(varying, .ok, "two")
        )
        #expect(try await batch.send("GET", [["Foo", "1"], ["Req-Num", "3"]]).body == "one")
        let post = try await batch.send("POST", members: ["body": "x"], returning: serverReply([], 201))
        #expect(post.status == 201)
        #expect(try await batch.send("GET", [["Foo", "1"]], returning: serverReply(varying, .ok, "new")).body == "new")
        // Without a reply to return, the server resets the connection.
        let stale = try await batch.send(at: 100, "GET", [["Foo", "1"]])
        #expect(stale.body == "new")
        #expect(stale.header("Cache-Status")?.contains("ttl=-") == true)
        let mustRevalidate = try await batch.send(
            path: "/must",
            returning: serverReply([("Cache-Control", "max-age=1, must-revalidate")])
        )
        #expect(mustRevalidate.status == 200)
        #expect(try await batch.send(at: 3, path: "/must").error != nil)
        #expect(await batch.end() == .success)
    }

    @Test("does not store a malformed or truncated response, and stores an unknown content coding unchanged")
    func malformedAndCodedResponses() async throws {
        let batch = try BatchSession()
        for fault in [
            LoopbackServer.Fault.garbage,
            .truncatedBody(HTTPResponse(headerFields: [.cacheControl: "max-age=9"], body: Data("short".utf8))),
        ] {
            let broken = try await batch.send(path: "/broken", returning: .fault(fault))
            #expect(broken.error != nil)
        }
        #expect(try await batch.send(path: "/broken", returning: serverReply([], .ok, "whole")).body == "whole")
        let coding = serverReply([("Content-Encoding", "unheard-of"), ("Cache-Control", "max-age=9")], .ok, "coded")
        #expect(try await batch.send(path: "/coding", returning: coding).body == "coded")
        #expect(try await batch.send(at: 1, path: "/coding").header("Content-Encoding") == "unheard-of")
        #expect(await batch.end() == .success)
    }
}
