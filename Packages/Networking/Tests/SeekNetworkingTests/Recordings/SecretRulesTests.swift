import Foundation
import SeekTestHelpers
import Testing

@testable import SeekNetworking

@Suite("Secrets do not get into a recording")
struct SecretRulesTests {
    static let canary = "CANARY-7f3a/+ 9\"é"
    static let encoded = "CANARY-7f3a%2F%2B%209%22%C3%A9"

    /// An exchange with a canary in one place, and the rules under which it must vanish.
    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var rules = SecretRules()
        var target = "/a"
        var asked: HTTPFields = [:]
        var sent: String?
        var answered: HTTPFields = [:]
        var received = ""
    }

    static let json: HTTPFields = [.contentType: "application/json"]
    static let own = HTTPField.Name(constant: "X-Own-Session")
    static let cookie = HTTPField.Name(constant: "Cookie")
    static let setCookie = HTTPField.Name(constant: "Set-Cookie")
    static let quoted = String(decoding: JSONValue.string(canary).data, as: UTF8.self)

    static let rows = [
        Row(testDescription: "query", target: "/a?key=\(encoded)&q=kept"),
        Row(testDescription: "query, own name", rules: .init(names: ["Sid"]), target: "/a?sid=\(encoded)&q=kept"),
        Row(testDescription: "path, by value", rules: .init(values: [canary]), target: "/a/\(encoded)"),
        Row(testDescription: "authorization", asked: [.authorization: "Bearer \(canary)"]),
        Row(testDescription: "own field", rules: .init(names: ["x-own-session"]), asked: [own: canary]),
        Row(testDescription: "cookie", asked: [cookie: "a=1; s=\(canary)"]),
        Row(testDescription: "set-cookie", answered: [setCookie: "s=\(canary); Path=/"]),
        Row(testDescription: "JSON asked", asked: json, sent: #"{"user": {"password": \#(quoted)}}"#),
        Row(testDescription: "JSON answered", answered: json, received: #"{"access_token": \#(quoted)}"#),
        Row(
            testDescription: "JSON, own name",
            rules: .init(names: ["sid"]),
            answered: json,
            received: #"{"sid": \#(quoted)}"#
        ),
        Row(testDescription: "JSON without a type", received: #"[{"token": \#(quoted)}]"#),
        Row(
            testDescription: "form",
            asked: [.contentType: "application/x-www-form-urlencoded"],
            sent: "user=a&password=\(encoded)"
        ),
        Row(
            testDescription: "an answer that repeats the key elsewhere",
            target: "/a?key=\(encoded)",
            answered: json,
            received: #"{"echo": \#(quoted), "link": "https://h/?k=\#(encoded)"}"#
        ),
        Row(
            testDescription: "an answer in base64",
            rules: .init(values: [canary]),
            received: Data(canary.utf8).base64EncodedString()
        ),
    ]

    @Test("wherever they stand: a canary is nowhere in the file", arguments: rows)
    func nowhere(row: Row) throws {
        let url = try #require(URL(string: "https://h.example\(row.target)"))
        let recording = Recording([
            .init(
                request: HTTPRequest(url: url, headerFields: row.asked, body: row.sent.map { Data($0.utf8) }),
                response: HTTPResponse(headerFields: row.answered, body: Data(row.received.utf8))
            )
        ])
        let before = String(decoding: recording.har, as: UTF8.self)
        let file = String(decoding: row.rules.removingSecrets(from: recording).har, as: UTF8.self)
        // The canary was there: each row proves that the search would find it.
        #expect(before.contains("CANARY") || before.contains("Q0FOQVJZ"))
        #expect(!file.contains("CANARY") && !file.contains("Q0FOQVJZ") && !file.contains("7f3a"))
        #expect(file.contains("REDACTED"))
        #expect(row.target.contains("kept") == file.contains("q=kept"))
    }

    @Test("what is no secret stays byte for byte")
    func others() throws {
        let url = try #require(URL(string: "https://h.example/a?q=x&page=1"))
        let recording = Recording([
            .init(
                request: HTTPRequest(url: url, headerFields: [.accept: "*/*"], body: Data([0xFF, 0x00])),
                response: HTTPResponse(headerFields: Self.json, body: Data(#"{ "a" : 1.50 }"#.utf8))
            )
        ])
        #expect(SecretRules().removingSecrets(from: recording) == recording)
    }
}
