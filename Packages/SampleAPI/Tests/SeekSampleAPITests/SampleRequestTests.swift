import Foundation
import SeekNetworking
import Testing

@testable import SeekSampleAPI

@Suite("Parsing of requests")
struct SampleRequestTests {
    func request(_ text: String, _ fields: HTTPFields = [:]) throws -> SampleRequest {
        SampleRequest(HTTPRequest(url: try #require(URL(string: text)), headerFields: fields))
    }

    @Test("path and query are decoded, with + as a space in the query only")
    func decoding() throws {
        let parsed = try request("http://h:1/a%2Fb/c+d//e?q=a+b%2Bc&empty=&flag&x=1&x=%E5%A4%9C&=&y=%26")
        #expect(parsed.path == ["a/b", "c+d", "e"])
        #expect(parsed["q"] == "a b+c")
        #expect(parsed["empty"] == "")
        #expect(parsed["flag"] == "")
        #expect(parsed["x"] == "夜")
        #expect(parsed["y"] == "&")
        #expect(parsed["nothing"] == nil)
        #expect(parsed.origin == "http://h:1")
        #expect(try request("http://h").path == [])
        #expect(try request("http://h?q=1")["q"] == "1")
        #expect(try request("http://h/a?q=1#q=2")["q"] == "1")
    }

    @Test("invalid UTF-8 becomes U+FFFD")
    func brokenUTF8() throws {
        #expect(try request("http://h/?q=%FF%41")["q"] == "\u{FFFD}A")
    }

    @Test(
        "the host of the origin is that of the Host field if it is valid, otherwise that of the URL",
        arguments: [("localhost:8080", "http://localhost:8080"), ("", "http://h:1"), ("a b", "http://h:1")]
    )
    func origin(host: String, origin: String) throws {
        #expect(try request("http://h:1/a?b", [.host: host]).origin == origin)
    }
}

@Suite("Entity tags")
struct EntityTagTests {
    @Test("digests are hexadecimal, differ for different strings and are the same for equal strings")
    func digests() {
        let digests = Set(["", "a", "b", "ab", "ba", "夜"].map(EntityTag.digest))
        #expect(digests.count == 6)
        #expect(digests.allSatisfy { $0.allSatisfy(\.isHexDigit) })
        #expect(EntityTag.digest(of: "seek") == EntityTag.digest(of: "seek"))
    }

    @Test(
        "If-None-Match matches * and any tag of its list, by weak comparison",
        arguments: [
            ("\"a\"", true), ("W/\"a\"", true), ("\"b\" , W/\"a\"", true), ("*", true), ("\"b\"", false), ("a", false),
            ("", false),
        ]
    )
    func matching(field: String, isMatch: Bool) {
        #expect(EntityTag.matches("\"a\"", ifNoneMatch: field) == isMatch)
        #expect(EntityTag.matches("W/\"a\"", ifNoneMatch: field) == isMatch)
        #expect(!EntityTag.matches("\"a\"", ifNoneMatch: nil))
    }
}
