import Foundation
import SeekBasics
import Testing

@Suite("Parsing JSON")
struct JSONParserTests {
    @Test(
        "compares numbers by their decimal values",
        arguments: [
            ("9007199254740992", "9007199254740993", false), ("9007199254740993", "9007199254740993", true),
            ("1", "1.0", true), ("1e2", "100", true), ("-0", "0.00", true), ("10e-1", "1", true),
            ("1.50", "1.5E0", true),
            ("0.1", "0.10000000000000001", false), ("-1", "1", false), ("1e400", "1e401", false),
            ("1e400", "10e399", true),
            ("1e99999999999999999999", "1e99999999999999999998", false),
            ("123456789012345678901234567890123456789012345", "123456789012345678901234567890123456789012346", false),
        ]
    )
    func numbers(left: String, right: String, areEqual: Bool) throws {
        let (first, second) = (try JSONValue(json: Data(left.utf8)), try JSONValue(json: Data(right.utf8)))
        #expect((first == second) == areEqual)
        if areEqual { #expect(first.hashValue == second.hashValue) }
        #expect(String(decoding: first.data, as: UTF8.self) == left)
    }

    @Test(
        "reads integers in any notation if they fit",
        arguments: [
            ("200.0", 200), ("2e2", 200), ("-9223372036854775808", .min), ("9223372036854775808", nil), ("1.5", nil),
            ("1e30", nil),
        ] as [(String, Int?)]
    )
    func integers(text: String, expected: Int?) throws {
        #expect(try JSONValue(json: Data(text.utf8)).integer == expected)
    }

    @Test(
        "compares strings and names by their Unicode scalars",
        arguments: [(#""é""#, "\"e\u{301}\""), (#"{"é":1}"#, "{\"e\u{301}\":1}"), (#"["é"]"#, "[\"e\u{301}\"]")]
    )
    func normalization(left: String, right: String) throws {
        #expect(try JSONValue(json: Data(left.utf8)) != JSONValue(json: Data(right.utf8)))
    }

    @Test(
        "reads the same values as Foundation",
        arguments: [
            #"{"a":[1,-2.5,"x\/\"\\\b\f\n\r\tあ\u3042\ud83d\ude00"],"b":{},"c":[],"d":null,"e":true,"f":false}"#,
            "  1e3 ", "\"\"",
        ]
    )
    func values(text: String) throws {
        let data = Data(text.utf8)
        #expect(try JSONValue(json: data) == JSONDecoder().decode(JSONValue.self, from: data))
        #expect(try JSONValue(json: JSONValue(json: data).data) == JSONValue(json: data))
    }

    @Test("accepts a byte order mark, UTF-16 with one, and any line ending")
    func encodings() throws {
        let text = "{\r\n\"名\": 1\r\n}\r\n"
        let units = Array("\u{FEFF}\(text)".utf16)
        let bytes = [
            Array("\u{FEFF}\(text)".utf8), units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] },
            units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] },
        ]
        for encoded in bytes { #expect(try JSONValue(json: encoded) == ["名": 1]) }
    }

    @Test(
        "describes the place and the reason of a syntax error",
        arguments: [
            ("", "line 1, column 1: it is empty"), (" \n ", "line 2, column 2: it is empty"),
            ("{\n\"a\": 1,\n}", "line 3, column 1: a comma before '}'"),
            ("[1,]", "line 1, column 4: a comma before ']'"),
            ("{\"a\":1,\r\n\"a\":2}", "line 2, column 1: the member occurs twice in its object"),
            ("[1 2]", "line 1, column 4: a comma or a closing bracket is missing"),
            ("[1", "line 1, column 3: it ends too early"),
            ("{\"a\" 1}", "line 1, column 6: a colon is missing"),
            ("{1}", "line 1, column 2: the name of a member is missing"),
            ("[", "line 1, column 2: it ends too early"),
            ("01", "line 1, column 2: there is more after the end of the document"),
            ("1.", "line 1, column 3: a digit is missing"), ("tru", "line 1, column 1: a value is missing"),
            ("\"a\nb\"", "line 1, column 3: a control character in a string"),
            ("\"a", "line 1, column 3: a string has no end"),
            (#""\x""#, "line 1, column 3: an unknown escape sequence"),
            (#""\u12""#, "line 1, column 4: an escape sequence without four hexadecimal digits"),
            (#""\ud800""#, "line 1, column 8: an escaped surrogate without its other half"),
            ("\"\\", "line 1, column 3: a string has no end"),
            ("\0", "line 1, column 1: a value is missing"),
            (String(repeating: "[", count: 10_000), "line 1, column 513: more than 512 levels are nested"),
        ]
    )
    func syntaxErrors(text: String, description: String) {
        let error = #expect(throws: JSONSyntaxError.self) { try JSONValue(json: Data(text.utf8)) }
        #expect(error?.description == description)
    }

    @Test("rejects a string that is not UTF-8")
    func invalidText() {
        let error = #expect(throws: JSONSyntaxError.self) {
            try JSONValue(json: Data("[\"a".utf8) + [0xFF] + Data("\"]".utf8))
        }
        #expect(error?.description == "line 1, column 3: a string is not UTF-8")
    }

    @Test("is lenient on request: the last of repeated members is used, and half of a surrogate pair is replaced")
    func lenient() throws {
        let text = #"{"a":1,"a":"\ud800x\udc00\ud83d\ude00\ud83d\u0041"}"#
        #expect(try JSONValue(json: Data(text.utf8), isLenient: true) == ["a": "\u{FFFD}x\u{FFFD}\u{1F600}\u{FFFD}A"])
    }

    @Test("uses the place of the first of repeated members, and regards names with other scalars as different")
    func repeatedMembers() throws {
        let text = "{\"a\":1,\"é\":2,\"a\":3,\"e\u{301}\":4}"
        let members = try #require(JSONValue(json: text.utf8, isLenient: true).object)
        #expect(members.map(\.value) == [3, 2, 4])
    }

    @Test("takes linear time for an object with many members")
    func manyMembers() throws {
        let members = (0..<100_000).map { "\"\($0 % 60_000)\":\($0)" }
        let object = try #require(JSONValue(json: "{\(members.joined(separator: ","))}".utf8, isLenient: true).object)
        #expect(object.count == 60_000)
        #expect(object["0"] == 60_000)
    }

    @Test("a decoder retains 38 digits, but not the order of members")
    func decodedDigits() throws {
        let text = "[9007199254740993,12345678901234567890123456789012345678,0.1,1e300]"
        let decoded = try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
        #expect(try decoded == JSONValue(json: Data(text.utf8)))
        let object = try JSONDecoder().decode(JSONValue.self, from: Data(#"{"b":1,"a":2}"#.utf8)).object
        #expect(object?.names == ["a", "b"])
    }
}
