import Foundation
import SeekBasics
import SeekNetworking
import Testing

/// Archives as browsers, proxies and test tools write them.
@Suite("A HAR of another program")
struct ForeignHARTests {
    private static let good: JSONValue = [
        "request": ["method": "GET", "url": "https://h.example/good"],
        "response": ["status": 200, "content": ["text": "good"]],
    ]

    private static func entry(_ url: String, _ response: JSONValue = ["status": 200]) -> JSONValue {
        ["request": ["method": "GET", "url": .string(url)], "response": response]
    }

    private func parse(_ entries: [JSONValue]) throws -> Recording {
        let document: JSONValue = ["log": ["version": "1.2", "entries": .array(entries)]]
        return try Recording(har: document.data)
    }

    @Test(
        "is replayed without the entries that cannot be, which are listed with the reason",
        arguments: [
            (
                entry("https://h.example/socket", ["status": 101]), "response.status",
                "it is not that of a final response"
            ),
            (
                entry("wss://h.example/socket", ["status": 101]), "request.url",
                "it is not an absolute http or https URL"
            ),
            (entry("data:image/svg+xml;base64,PHN2Zy8+"), "request.url", "it is not an absolute http or https URL"),
            (entry("blob:https://h.example/1"), "request.url", "it is not an absolute http or https URL"),
            (entry("chrome-extension://abc/inject.js"), "request.url", "it is not an absolute http or https URL"),
            (entry("about:blank"), "request.url", "it is not an absolute http or https URL"),
            (entry("/relative"), "request.url", "it is not an absolute http or https URL"),
            (entry(""), "request.url", "it is not an absolute http or https URL"),
            // A blocked or cancelled request: browsers write 0, Playwright −1, BrowserMob −999, Flutter a word.
            (entry("https://h.example/", ["status": 0]), "response", "it is missing"),
            (entry("https://h.example/", ["status": -1]), "response", "it is missing"),
            (entry("https://h.example/", ["status": -999]), "response", "it is missing"),
            (entry("https://h.example/", nil), "response", "it is missing"),
            (entry("https://h.example/", [:]), "response.status", "it is missing"),
            (entry("https://h.example/", ["status": "error"]), "response.status", "it is of the wrong type"),
            (entry("https://h.example/", ["status": 200.5]), "response.status", "it is of the wrong type"),
            (entry("https://h.example/", ["status": 1_000]), "response.status", "it is not that of a final response"),
            (
                ["request": ["method": "CONNECT", "url": "http://h.example:443"], "response": ["status": 200]],
                "request.method", "it is CONNECT"
            ),
            (
                ["request": ["method": "A B", "url": "http://h"], "response": ["status": 200]], "request.method",
                "it is not a method"
            ),
            (
                ["request": ["method": 1, "url": "http://h"], "response": ["status": 200]], "request.method",
                "it is of the wrong type"
            ),
            (["request": ["method": "GET"], "response": ["status": 200]], "request.url", "it is missing"),
            (["response": ["status": 200]], "request.method", "it is missing"),
            (
                ["request": ["method": "POST", "url": "http://h", "postData": "a=1"], "response": ["status": 200]],
                "request.postData", "it is of the wrong type"
            ),
            (
                entry("http://h", ["status": 200, "content": ["text": "?", "encoding": "base64"]]),
                "response.content.text", "it is not base64"
            ),
            (
                entry("http://h", ["status": 200, "content": ["text": 1]]), "response.content.text",
                "it is of the wrong type"
            ),
            (7, "", "it is of the wrong type"), (nil, "", "it is of the wrong type"),
        ] as [(JSONValue, String, String)]
    )
    func skippedEntries(entry: JSONValue, member: String, reason: String) throws {
        let recording = try parse([entry, Self.good])
        #expect(recording.exchanges.map(\.response.body) == [Data("good".utf8)])
        let skipped = try #require(recording.skipped.first)
        #expect(recording.skipped.count == 1)
        #expect(skipped.index == 0)
        #expect(skipped.member == member)
        #expect(skipped.reason == reason)
        #expect(recording.skippedSummary?.hasPrefix("1 of 2 entries cannot be replayed: ") == true)
        // It fails if nothing is left.
        let error = #expect(throws: Recording.ParseError.self) { try parse([entry]) }
        #expect(error?.description == skipped.description)
    }

    @Test(
        "is replayed in spite of members of another type that a replay does not need",
        arguments: [
            ["status": 200.0], ["status": "200"], ["status": 200, "statusText": nil], ["status": 200, "headers": nil],
            ["status": 200, "headers": [:]], ["status": 200, "headers": [1, nil, ["name": 2], ["value": "x"]]],
            ["status": 200, "headersSize": 1.5, "bodySize": "?", "redirectURL": nil, "cookies": 3],
            ["status": 200, "content": nil],
            ["status": 200, "content": ["size": 0.0, "mimeType": nil, "encoding": nil]],
        ] as [JSONValue]
    )
    func otherTypes(response: JSONValue) throws {
        var entry = Self.entry("https://h.example/a", response)
        (entry["time"], entry["timings"], entry["startedDateTime"], entry["cache"]) = ("1", [], 5, nil)
        (entry["request"]["headersSize"], entry["request"]["queryString"]) = (-1.5, nil)
        let exchange = try #require(try parse([entry]).exchanges.first)
        #expect(exchange.response.status.code == 200)
        #expect(exchange.response.headerFields.isEmpty)
        #expect(exchange.hasBody)
        #expect(exchange.date == nil)
    }

    @Test(
        "knows which responses were recorded without their body",
        arguments: [
            (["status": 200, "content": ["size": 9]], false), (["status": 200, "content": ["size": -1]], false),
            (["status": 200, "content": ["size": 0, "_file": "a.json"]], false),
            (["status": 200, "content": ["size": 0]], true),
            (["status": 204, "content": ["size": -1]], true), (["status": 304, "content": ["size": 9]], true),
            (["status": 200, "content": ["size": -1, "text": ""]], true), (["status": 200], true),
        ] as [(JSONValue, Bool)]
    )
    func missingBodies(response: JSONValue, hasBody: Bool) throws {
        #expect(try parse([Self.entry("https://h.example/", response)]).exchanges.map(\.hasBody) == [hasBody])
    }

    @Test("has one header field per line of a value; pseudo-fields and invalid values are omitted")
    func headerFields() throws {
        let fields: JSONValue = [
            ["name": "set-cookie", "value": "a=1\nb=2\r\n c=3"], ["name": ":status", "value": "200"],
            ["name": "x", "value": "\0"], ["name": "age", "value": 12], ["name": "empty"],
        ]
        let exchange = try #require(
            try parse([Self.entry("https://h.example/", ["status": 200, "headers": fields])]).exchanges.first
        )
        #expect(
            exchange.response.headerFields.map { "\($0.name): \($0.value)" } == [
                "set-cookie: a=1", "set-cookie: b=2", "set-cookie: c=3", "age: 12", "empty: ",
            ]
        )
    }

    @Test(
        "has the body of a form whose parameters are recorded instead of the text",
        arguments: [
            (
                "application/x-www-form-urlencoded", [["name": "a b", "value": "C++ & ü"], ["name": "e"], 1],
                "a+b=C%2B%2B+%26+%C3%BC&e="
            ),
            (
                "application/x-www-form-urlencoded",
                [["name": "q", "value": "x%20y+z%2B"], ["name": "p", "value": "100% y"]], "q=x%20y+z%2B&p=100%25+y"
            ),
        ] as [(String, JSONValue, String)]
    )
    func forms(type: String, params: JSONValue, body: String) throws {
        var entry = Self.good
        entry["request"]["method"] = "POST"
        entry["request"]["postData"] = ["mimeType": .string(type), "params": params]
        #expect(try parse([entry]).exchanges.first?.request.body.map { String(decoding: $0, as: UTF8.self) } == body)
        entry["request"]["postData"]["text"] = "text"
        #expect(try parse([entry]).exchanges.first?.request.body == Data("text".utf8))
        entry["request"]["postData"] = ["mimeType": .string(type), "params": []]
        #expect(try parse([entry]).exchanges.first?.request.body == nil)
    }

    @Test("can have a byte order mark, CRLF, repeated members, and half of a surrogate pair in a text")
    func text() throws {
        let text = """
            \u{FEFF}{"log":\r\n{"version":1.2,"version":"1.2","entries":[{"request":{"method":"GET","url":"https://h.example/"},
            "response":{"status":200,"content":{"text":"\\ud83d"}}}]}}
            """
        #expect(try Recording(har: Data(text.utf8)).exchanges.first?.response.body == Data("\u{FFFD}".utf8))
    }

    @Test("describes the skipped entries by reason, the most frequent first")
    func summary() throws {
        let recording = try parse([
            Self.entry("data:,"), 1, Self.good, Self.entry("blob:x"), Self.entry("http://h", ["status": 0]),
        ])
        #expect(
            recording.skippedSummary
                == "4 of 5 entries cannot be replayed: request.url is not an absolute http or https URL (2), it is of the wrong type (1), response is missing (1)"
        )
        #expect(try parse([Self.good]).skippedSummary == nil)
        #expect(try Recording(har: recording.har).skipped.isEmpty)
    }
}
