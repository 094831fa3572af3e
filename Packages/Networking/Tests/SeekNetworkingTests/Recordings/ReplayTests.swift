import Foundation
import SeekNetworking
import Testing

@Suite("Recordings")
struct ReplayTests {
    private func exchange(
        _ url: String,
        _ method: HTTPRequest.Method = .get,
        body: String? = nil,
        returning responseBody: String = "a"
    ) throws -> Recording.Exchange {
        let url = try #require(URL(string: url))
        return .init(
            request: HTTPRequest(method: method, url: url, body: body.map { Data($0.utf8) }),
            response: HTTPResponse(headerFields: [.contentType: "text/plain"], body: Data(responseBody.utf8)),
            date: Date(timeIntervalSince1970: 1_700_000_000)
        )
    }

    @Test("are equal after writing and parsing, including binary bodies")
    func roundTrip() throws {
        var binary = try exchange("https://h.example/a?x=1&y=%E6%9D%B1", .post, body: "x=1")
        binary.response.body = Data([0, 0xFF, 0x80])
        let recording = Recording([binary, try exchange("https://h.example/b", returning: "東 \"京\"")])
        #expect(try Recording(har: recording.har) == recording)
    }

    @Test("contain no date for an exchange that was written without a date")
    func unknownDate() throws {
        var undated = try exchange("https://h.example/a")
        undated.date = nil
        let read = try Recording(har: Recording([undated]).har)
        #expect(read.exchanges.map(\.date) == [nil])
    }

    @Test(
        "of version 1.1, a later minor version or an empty version are parsed",
        arguments: ["", "1.1", "1.2", "1.3", "1.12"]
    )
    func compatibleVersions(version: String) throws {
        let recording = try Recording(har: Data(#"{"log":{"version":"\#(version)","entries":[]}}"#.utf8))
        #expect(recording.exchanges.isEmpty)
    }

    @Test("of another version are rejected", arguments: ["2", "2.0", "0.9", "1.0", "1.", "1.x", "1.2.3", "11.1"])
    func incompatibleVersions(version: String) throws {
        let error = #expect(throws: Recording.ParseError.self) {
            try Recording(har: Data(#"{"log":{"version":"\#(version)","entries":[]}}"#.utf8))
        }
        #expect(error?.description == "log.version: HAR \(version) is not supported; save the recording as HAR 1.2")
    }

    @Test(
        "that are not a HAR are rejected with a description of the problem",
        arguments: [
            ("", "it is not JSON: line 1, column 1: it is empty"), ("[]", "it is not an object"),
            ("{}", "log: it is missing"),
            (#"{"log":[]}"#, "log: it is not an object"),
            (#"{"log":{"entries":1}}"#, "log.entries: it is not an array"),
            (#"{"log":{"entries":[7]}}"#, "log.entries[0]: it is of the wrong type"),
            (
                #"{"log":{"entries":[7,{}]}}"#,
                "log.entries: 2 of 2 entries cannot be replayed: it is of the wrong type (1), request.method is missing (1)"
            ),
            (
                #"{"log":{"entries":[{"request":{},"response":{"status":200}}]}}"#,
                "log.entries[0].request.method: it is missing"
            ),
        ]
    )
    func malformed(text: String, description: String) throws {
        let error = #expect(throws: Recording.ParseError.self) { try Recording(har: Data(text.utf8)) }
        #expect(error?.description == description)
    }

    @Test("serve each exchange once and equal requests in order; JSON bodies are compared by value")
    func order() throws {
        var replay = Replay(
            Recording([
                try exchange("https://h.example/a?x=1&y=2", returning: "1"),
                try exchange("https://h.example/a?y=2&x=1", returning: "2"),
                try exchange("https://h.example/a", .post, body: #"{"a": [1, null, true, "b"]}"#, returning: "3"),
            ])
        )
        let request = try exchange("https://h.example/a?x=1&y=2").request
        #expect(replay.unused.count == 3)
        #expect(replay.nextExchange(for: request)?.response.body == Data("1".utf8))
        #expect(replay.nextExchange(for: request)?.response.body == Data("2".utf8))
        #expect(replay.nextExchange(for: request) == nil)
        #expect(replay.explain(request).contains("recorded 2 times"))
        let post = try exchange("https://h.example/a", .post, body: #"{"a":[1,null,true,"b"]}"#).request
        #expect(replay.nextExchange(for: post)?.response.body == Data("3".utf8))
        #expect(replay.unused.isEmpty)
        #expect(replay.explain(post) == "it was recorded once, and that response has been used")
    }

    @Test("a replay for a server ignores origins, and repeats the last of equal exchanges")
    func server() throws {
        let recording = Recording([
            try exchange("https://h.example/a?x=1&key=REDACTED", returning: "1"),
            try exchange("https://h.example/a?x=1&key=REDACTED", returning: "2"),
            try exchange("https://h.example/a", .post, body: #"{"a":1}"#, returning: "3"),
        ])
        var replay = Replay(recording, isForServer: true)
        let request = try exchange("http://127.0.0.1:8080/a?key=REDACTED&x=1").request
        let bodies = (0..<3).map { _ in replay.nextExchange(for: request)?.response.body }
        #expect(bodies == ["1", "2", "2"].map { Data($0.utf8) })
        let post = try exchange("http://127.0.0.1:8080/a", .post, body: #"{ "a": 1 }"#).request
        #expect(replay.nextExchange(for: post)?.response.body == Data("3".utf8))
        #expect(replay.nextExchange(for: try exchange("http://127.0.0.1:8080/b").request) == nil)
    }

    @Test("report the differences from the most similar request without secrets")
    func explanation() throws {
        let replay = Replay(Recording([try exchange("https://h.example/a?x=1&key=S3CRET", .post, body: #"{"a":1}"#)]))
        func explain(_ url: String, _ method: HTTPRequest.Method = .post, _ body: String? = #"{"a":1}"#) throws
            -> String
        {
            replay.explain(try exchange(url, method, body: body).request)
        }
        let query = try explain("https://h.example/a?x=2&key=S3CRET")
        #expect(query.contains("query parameter x is '2', not '1'"))
        #expect(!query.contains("S3CRET"))
        #expect(query.hasPrefix("nearest: POST https://h.example/a?x=1&key=REDACTED: "))
        #expect(try explain("https://i.example/a?x=1&key=S3CRET").contains("origin is https://i.example:443"))
        #expect(
            try explain("https://h.example/b?x=1&key=S3CRET", .get).contains(
                "method is GET, not POST, path is /b, not /a"
            )
        )
        #expect(
            try explain("https://h.example/a?x=1&key=S3CRET", .post, #"{"a":2}"#).contains("the body differs")
        )
        #expect(try explain("https://h.example/a?x=1&key=S3CRET", .post, "text").contains("the body differs"))
        let request = try exchange("https://h.example/").request
        #expect(Replay(Recording()).explain(request) == "the recording has no responses")
    }

    @Test(
        "do not match a request whose bytes differ",
        arguments: [
            ("?q=%83e", "?q=%82e"), ("?q=%C3%A9", "?q=e%CC%81"), ("?q=%FF", "?q=%EF%BF%BD"), ("?q=a&q=b", "?q=a&q=c"),
            ("?%82=1", "?%83=1"), ("a%3Ab", "a:b"), ("a%2Fb", "a/b"), ("%82", "%83"), ("%C3%A9", "e%CC%81"), ("a", "A"),
        ]
    )
    func distinctURLs(requested: String, recorded: String) throws {
        var replay = Replay(Recording([try exchange("https://h.example/\(recorded)")]))
        let request = try exchange("https://h.example/\(requested)").request
        #expect(replay.nextExchange(for: request) == nil)
        let explanation = replay.explain(request)
        #expect(explanation.contains(requested.hasPrefix("?") ? "query parameter" : "path is"), "\(explanation)")
    }

    @Test(
        "match a request with another notation of the same bytes",
        arguments: [
            ("?q=a+b", "?q=a%20b"), ("?q=%c3%a9", "?q=%C3%A9"), ("?q=a:b/", "?q=a%3Ab%2f"), ("?b=2&a=1", "?a=1&b=2"),
            ("%7euser/%c3%A9", "~user/%C3%A9"),
        ]
    )
    func equalURLs(requested: String, recorded: String) throws {
        var replay = Replay(Recording([try exchange("https://h.example/\(recorded)")]))
        let request = try exchange("https://h.example/\(requested)").request
        #expect(replay.nextExchange(for: request) != nil, "\(replay.explain(request))")
    }

    @Test(
        "compare bodies exactly",
        arguments: [
            (#"{"id":9007199254740992}"#, #"{"id":9007199254740993}"#, false),
            (#"{"id":1.0,"a":2}"#, #"{"a":2e0,"id":1}"#, true),
            (#"{"q":"é"}"#, "{\"q\":\"e\u{301}\"}", false), (#"{"q":"é"}"#, #"{"q":"\u00e9"}"#, true),
            (#"{"é":1}"#, "{\"e\u{301}\":1}", false), (#"{"a":1,"a":2}"#, #"{"a":2}"#, false), ("[1,]", "[1]", false),
            ("a=1&b=x+y", "b=x%20y&a=1", false),
        ]
    )
    func bodies(requested: String, recorded: String, areEqual: Bool) throws {
        var replay = Replay(Recording([try exchange("https://h.example/", .post, body: recorded)]))
        let request = try exchange("https://h.example/", .post, body: requested).request
        #expect((replay.nextExchange(for: request) != nil) == areEqual, "\(replay.explain(request))")
    }

    @Test("compare forms by their parameters")
    func forms() throws {
        var recorded = try exchange("https://h.example/", .post, body: "b=x%20y&a=%82")
        recorded.request.headerFields[.contentType] = "application/x-www-form-urlencoded; charset=utf-8"
        var replay = Replay(Recording([recorded]))
        recorded.request.body = Data("a=%83&b=x+y".utf8)
        #expect(replay.nextExchange(for: recorded.request) == nil)
        recorded.request.body = Data("a=%82&b=x+y".utf8)
        #expect(replay.nextExchange(for: recorded.request) != nil)
    }

    @Test("queries are parsed like forms: a plus sign is a space, and malformed escapes are accepted")
    func query() {
        let items = QueryParameters(encoded: "a=1%2B2&b=x+y&c&=d&%zz=%E6%9D").items
        #expect(items.map(\.name) == ["a", "b", "c", "", "%zz"])
        #expect(items.map(\.value) == ["1+2", "x y", "", "d", "\u{FFFD}"])
    }
}
