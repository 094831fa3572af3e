import Foundation
import SeekNetworking
import SeekTestHelpers
import Testing

@testable import FixtureServer

@Suite("RequestJournal")
struct RequestJournalTests {
    private func entry(
        _ target: String = "/a",
        _ fields: HTTPFields = [:],
        body: Data? = nil,
        secrets: SecretRules = SecretRules()
    ) throws -> RequestJournal.Entry {
        let url = try #require(URL(string: "http://127.0.0.1:1\(target)"))
        let request = HTTPRequest(method: body == nil ? .get : .post, url: url, headerFields: fields, body: body)
        return RequestJournal.Entry(request, .response(HTTPResponse(status: 503)), secrets: secrets)
    }

    @Test("an entry has method, URL, header fields and body, and repeated fields are joined")
    func completeEntry() throws {
        let json = try entry("/a?b=c", [.accept: "x", .accept: "y", .userAgent: "t"], body: Data("東".utf8)).json
        #expect(json["line"] == "POST /a?b=c -> 503, 0 bytes")
        #expect(json["method"] == "POST")
        #expect(json["url"] == "http://127.0.0.1:1/a?b=c")
        #expect(json["headers"] == ["Accept": "x, y", "User-Agent": "t"])
        #expect(json["body"] == "東")
        #expect(json["bodySize"] == 3)
        #expect(json["encoding"].isNull)
        let bare = try entry().json
        #expect(bare["body"].isNull)
        #expect(bare["bodySize"] == 0)
    }

    @Test("secrets are redacted in URLs, header fields and bodies, even where a body is truncated")
    func secrets() throws {
        let secrets = SecretRules(values: ["demo-key", "canary-value"])
        let long = String(repeating: "x", count: RequestJournal.maximumBodySize - 6) + "canary-value"
        let table: [(HTTPFields, String)] = [
            ([.contentType: "application/json"], #"{"password": "canary-1", "a": {"token": "canary-2"}}"#),
            ([.contentType: "application/json"], #"{"password": "canary-1", "a": "#),
            ([.contentType: "application/x-www-form-urlencoded"], "a=b&api_key=canary-3"),
            ([.authorization: "Bearer canary-4", .accept: "demo-key"], "and canary-4 again"), ([:], long),
        ]
        for (fields, body) in table {
            let entry = try self.entry("/a?key=canary-0", fields, body: Data(body.utf8), secrets: secrets)
            let text = String(decoding: entry.json.data, as: UTF8.self)
            #expect(!text.contains("canary"), "\(text.suffix(300))")
            #expect(!text.contains("demo-key"), "\(text.suffix(300))")
            #expect(text.contains("REDACTED"))
        }
    }

    @Test("long header fields and bodies are truncated, and binary bodies are encoded as base64")
    func truncation() throws {
        let long = String(repeating: "東", count: 100_000)
        let json = try entry("/a", [.accept: String(repeating: "y", count: 5_000)], body: Data(long.utf8)).json
        #expect(json["bodySize"] == 300_000)
        // A multiple of 3, the size of the character in UTF-8. The ellipsis after a header field has 3 bytes too.
        #expect(json["body"].string?.utf8.count == RequestJournal.maximumBodySize / 3 * 3)
        #expect(json["headers"]["Accept"].string?.utf8.count == RequestJournal.maximumFieldSize + 3)
        #expect(json["headers"]["Accept"].string?.hasSuffix("y…") == true)
        for bytes in [Data([0xFF, 0xFE, 0, 1, 2]), Data([0, 1, 0xFF, 0xFE, 10])] {
            let binary = try entry(body: bytes).json
            #expect(binary["encoding"] == "base64")
            #expect(binary["body"].string == bytes.base64EncodedString())
        }
    }

    @Test("header fields are truncated between Unicode scalars", arguments: ["東", "é", "🍜"])
    func truncatedFields(character: Character) throws {
        let value = "x" + String(repeating: character, count: 1_000)
        let text = try #require(entry("/a", [.accept: value]).json["headers"]["Accept"].string)
        #expect(text.hasSuffix("\(character)…"))
        #expect(value.hasPrefix(text.dropLast()))
    }

    @Test("the journal stores the latest requests up to its limits of count and size")
    func limits() throws {
        var journal = RequestJournal()
        let small = try entry("/small")
        for _ in 0...RequestJournal.maximumCount { journal.append(small) }
        #expect(journal.entries.count == RequestJournal.maximumCount)
        let large = try entry("/large", body: Data(repeating: 1, count: 1 << 20))
        for _ in 0..<1_100 { journal.append(large) }
        let size = journal.entries.reduce(0) { $0 + $1.size }
        #expect(size <= RequestJournal.maximumSize)
        #expect(size > RequestJournal.maximumSize / 2)
        #expect(journal.json["requests"].array?.last?["line"].string?.hasPrefix("POST /large") == true)
    }
}
