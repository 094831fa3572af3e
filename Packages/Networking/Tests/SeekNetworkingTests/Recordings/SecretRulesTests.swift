import Foundation
import SeekNetworking
import SeekTestHelpers
import Testing

@Suite("Secrets are removed from a recording")
struct SecretRulesTests {
    /// A secret that must not appear in the file, and its percent-encoding.
    static let canary = "CANARY-7f3a/+ 9\"é"
    static let encoded = "CANARY-7f3a%2F%2B%209%22%C3%A9"

    /// An exchange that contains the canary, and the rules that must remove it.
    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var rules = SecretRules()
        var target = "/a"
        var requestFields: HTTPFields = [:]
        var requestBody: String?
        var responseFields: HTTPFields = [:]
        var responseBody = ""
    }

    static let json: HTTPFields = [.contentType: "application/json"]
    static let customField: HTTPField.Name = "X-Custom-Guest"
    static let quoted = String(decoding: JSONValue.string(canary).data, as: UTF8.self)

    /// The places in which a name denotes a secret are those of `CanaryTests`.
    static let rows = [
        Row(
            testDescription: "query, custom name",
            rules: .init(names: ["Guest"]),
            target: "/a?guest=\(encoded)&q=kept"
        ),
        Row(
            testDescription: "fragment, custom name",
            rules: .init(names: ["guest"]),
            target: "/a?q=kept#guest=\(encoded)"
        ),
        Row(
            testDescription: "location, custom name",
            rules: .init(names: ["guest"]),
            responseFields: [.location: "/b?guest=\(encoded)"]
        ),
        Row(
            testDescription: "multipart form with a folded header",
            requestFields: [.contentType: "multipart/form-data; boundary=b"],
            requestBody: "--b\r\nContent-Disposition: form-data;\r\n name=\r\n\t\"token\"\r\n\r\n\(canary)\r\n--b--\r\n"
        ),
        Row(
            testDescription: "a response that repeats the password of a multipart form",
            requestFields: [.contentType: "multipart/form-data; boundary=b"],
            requestBody: "--b\r\nContent-Disposition: form-data; name=\"password\"\r\n\r\n\(canary)\r\n--b--\r\n",
            responseFields: json,
            responseBody: #"{"echo": \#(quoted)}"#
        ),
        Row(
            testDescription: "a response that repeats the password at the end of a truncated multipart form",
            requestFields: [.contentType: "multipart/form-data; boundary=b"],
            requestBody: "--b\r\nContent-Disposition: form-data; name=\"password\"\r\n\r\n\(canary)",
            responseFields: json,
            responseBody: #"{"echo": \#(quoted)}"#
        ),
        Row(
            testDescription: "a response that repeats the password before the line end of a truncated multipart form",
            requestFields: [.contentType: "multipart/form-data; boundary=b"],
            requestBody: "--b\r\nContent-Disposition: form-data; name=\"password\"\r\n\r\n\(canary)\r\n",
            responseFields: json,
            responseBody: #"{"echo": \#(quoted)}"#
        ),
        Row(
            testDescription: "a response that repeats the key of a fragment elsewhere",
            target: "/a#access_token=\(encoded)",
            responseFields: json,
            responseBody: #"{"echo": \#(quoted)}"#
        ),
        Row(testDescription: "path, by value", rules: .init(values: [canary]), target: "/a/\(encoded)"),
        Row(
            testDescription: "custom field",
            rules: .init(names: ["x-custom-guest"]),
            requestFields: [customField: canary]
        ),
        Row(
            testDescription: "JSON, custom name",
            rules: .init(names: ["guest"]),
            responseFields: json,
            responseBody: #"{"guest": \#(quoted)}"#
        ),
        Row(testDescription: "JSON without a type", responseBody: #"[{"token": \#(quoted)}]"#),
        Row(
            testDescription: "a response that repeats the key elsewhere",
            target: "/a?key=\(encoded)",
            responseFields: json,
            responseBody: #"{"echo": \#(quoted), "link": "https://h/?k=\#(encoded)"}"#
        ),
        Row(
            testDescription: "a response in base64",
            rules: .init(values: [canary]),
            responseBody: Data(canary.utf8).base64EncodedString()
        ),
    ]

    @Test("wherever they are located", arguments: rows)
    func nowhere(row: Row) {
        let recording = Recording([
            .init(
                request: HTTPRequest(
                    url: url("https://h.example\(row.target)"),
                    headerFields: row.requestFields,
                    body: row.requestBody.map { Data($0.utf8) }
                ),
                response: HTTPResponse(headerFields: row.responseFields, body: Data(row.responseBody.utf8))
            )
        ])
        let before = String(decoding: recording.har, as: UTF8.self)
        let file = String(decoding: row.rules.removingSecrets(from: recording).har, as: UTF8.self)
        // Before the removal, each row contains the canary. Q0FOQVJZ is CANARY in base64.
        #expect(before.contains("CANARY") || before.contains("Q0FOQVJZ"))
        #expect(!file.contains("CANARY"))
        #expect(!file.contains("Q0FOQVJZ"))
        #expect(!file.contains("7f3a"))
        #expect(file.contains("REDACTED"))
        #expect(row.target.contains("kept") == file.contains("q=kept"))
    }

    @Test("other bytes are unchanged")
    func others() {
        let recording = Recording([
            .init(
                request: HTTPRequest(
                    url: url("https://h.example/a?q=x&page=1"),
                    headerFields: [.accept: "*/*"],
                    body: Data([0xFF, 0x00])
                ),
                response: HTTPResponse(headerFields: Self.json, body: Data(#"{ "a" : 1.50 }"#.utf8))
            )
        ])
        #expect(SecretRules().removingSecrets(from: recording) == recording)
    }

    @Test("a URL from which a value cannot be removed is replaced entirely")
    func port() {
        let request = HTTPRequest(url: url("https://h.example:8443/secret-path"))
        let cleaned = SecretRules(values: ["8443"]).removingSecrets(from: request)
        #expect(cleaned.url.absoluteString == "https://redacted.invalid/")
    }

    @Test("page tokens of the GitHub and YouTube APIs are unchanged")
    func pageTokens() throws {
        let fields: HTTPFields = [
            .link: #"<https://api.github.com/search?page=2&q=a>; rel="next""#, .eTag: #"W/"a?b=c""#,
        ]
        let body = #"{"nextPageToken":"CAUQAA","items":[{"license":{"key":"mit"},"signature":"s","author":"a"}]}"#
        let recording = Recording([
            .init(
                request: HTTPRequest(url: url("https://www.googleapis.com/youtube/v3/search?pageToken=CAUQAA&q=a%3Db")),
                response: HTTPResponse(headerFields: fields, body: Data(body.utf8))
            )
        ])
        #expect(SecretRules().removingSecrets(from: recording) == recording)
    }

    @Test("the fixtures of the GitHub and YouTube APIs contain no secrets and are unchanged")
    func fixtures() throws {
        let fixtures = try Fixtures()
        for folder in ["github", "youtube"] {
            let files = try FileManager.default.contentsOfDirectory(
                at: fixtures.root.appending(path: folder),
                includingPropertiesForKeys: nil
            )
            #expect(files.count > 10)
            for file in files where file.pathExtension == "json" {
                let body = try Data(contentsOf: file)
                let response = HTTPResponse(headerFields: Self.json, body: body)
                let recording = Recording([.init(request: request("https://h.example/"), response: response)])
                let cleaned = SecretRules().removingSecrets(from: recording)
                #expect(cleaned == recording, "\(file.lastPathComponent)")
            }
        }
    }

    @Test("the description of the rules contains no values")
    func rules() {
        let rules = SecretRules(names: ["guest"], values: [Self.canary])
        for text in descriptions(of: rules) {
            #expect(!text.contains("CANARY"))
            #expect(text.contains("guest"))
        }
    }

    @Test(
        "in each of their encodings",
        arguments: [
            "CANARY-7f3a%2F%2B%209%22%C3%A9", "CANARY-7f3a%2f%2b%209%22%c3%a9", "CANARY-7f3a%2F%2B+9%22%C3%A9",
            #"CANARY-7f3a\/+ 9\"é"#,
        ]
    )
    func forms(form: String) {
        let response = HTTPResponse(body: Data("<\(form)>".utf8))
        let recording = Recording([.init(request: request("https://h.example/"), response: response)])
        let cleaned = SecretRules(values: [Self.canary]).removingSecrets(from: recording)
        #expect(cleaned.exchanges[0].response.body == Data("<REDACTED>".utf8))
    }

    @Test("overlapping secrets are removed completely")
    func overlapping() {
        let response = HTTPResponse(body: Data("xABCDEFGHIJKy ABCDEFABCDEF".utf8))
        let recording = Recording([.init(request: request("https://h.example/"), response: response)])
        let cleaned = SecretRules(values: ["ABCDEF", "DEFGHI", "FGHIJK", "BCD"]).removingSecrets(from: recording)
        #expect(cleaned.exchanges[0].response.body == Data("xREDACTEDy REDACTEDREDACTED".utf8))
    }

    @Test("20,000 secrets are removed, and everything else remains")
    func manySecrets() {
        let tokens = (0..<20_000).map { "token-\($0)-0123456789" }
        let text = #"{"count": 1, "list": ["# + tokens.map { #"{"token": "\#($0)"}"# }.joined(separator: ",") + "]}"
        let response = HTTPResponse(headerFields: Self.json, body: Data(text.utf8))
        let recording = Recording([
            .init(request: request("https://h.example/token-7-0123456789"), response: response)
        ])
        let cleaned = SecretRules().removingSecrets(from: recording)
        #expect(!String(decoding: cleaned.har, as: UTF8.self).contains("0123456789"))
        #expect(cleaned.exchanges[0].response.body.starts(with: Data(#"{"count": 1, "list": ["#.utf8)))
    }

    @Test(
        "as by a separate search for each value; values that overlap are replaced together",
        arguments: 0..<100 as Range<UInt64>
    )
    func model(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let randomBytes = { (length: ClosedRange<Int>, random: inout SeededGenerator) in
            (0..<Int.random(in: length, using: &random)).map { _ in "ab".utf8.randomElement(using: &random) ?? 0 }
        }
        let values = (0..<4).map { _ in randomBytes(1...5, &random) }
        let text = randomBytes(1...60, &random)
        var ranges: [Range<Int>] = []
        for start in text.indices {
            let matching = values.filter { text[start...].starts(with: $0) }
            guard let length = matching.map(\.count).max() else { continue }
            if let last = ranges.last, start < last.upperBound {
                ranges[ranges.count - 1] = last.lowerBound..<max(last.upperBound, start + length)
            } else {
                ranges.append(start..<start + length)
            }
        }
        var expected = text
        for range in ranges.reversed() { expected.replaceSubrange(range, with: "REDACTED".utf8) }
        let recording = Recording([
            .init(
                request: request("https://x.y/"),
                response: HTTPResponse(headerFields: [.accept: "z"], body: Data(text))
            )
        ])
        let rules = SecretRules(values: Set(values.map { String(decoding: $0, as: UTF8.self) }))
        #expect(rules.removingSecrets(from: recording).exchanges[0].response.body == Data(expected))
    }
}
