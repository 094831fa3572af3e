import Foundation
import SeekBasics
import Testing

@Suite("A JSON value")
struct JSONValueTests {
    private func parse(_ text: String) throws -> JSONValue {
        try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
    }

    @Test(
        "is unchanged after encoding and decoding, and is encoded with sorted names",
        arguments: [
            ("null", .null), ("true", true), ("false", false), ("0", 0), ("1", 1), ("-2.5", -2.5), ("1e300", 1e300),
            ("5000000010", 5_000_000_010), ("9007199254740991", 9_007_199_254_740_991), (#""""#, ""),
            (#""あ👩‍💻\"\n""#, "あ👩‍💻\"\n"), ("[]", []), (#"[1,"a",null,[true]]"#, [1, "a", nil, [true]]), ("{}", [:]),
            (#"{"a":{"b":[]},"z":1}"#, ["z": 1, "a": ["b": []]]), (#""a/b""#, "a/b"),
        ] as [(String, JSONValue)]
    )
    func roundTrip(text: String, value: JSONValue) throws {
        #expect(try parse(text) == value)
        #expect(try parse(String(decoding: value.data, as: UTF8.self)) == value)
        // Foundation writes 1e+300.
        if !text.contains("e300") { #expect(String(decoding: value.data, as: UTF8.self) == text) }
    }

    @Test("returns members and elements, null for missing ones, and nil for a value of another type")
    func access() throws {
        let value: JSONValue = ["items": [["title": "a", "stars": 3, "ratio": 0.5, "fork": false]]]
        let item = value["items"][0]
        #expect(item["title"].string == "a")
        #expect(item["stars"].integer == 3)
        #expect(item["ratio"].number == 0.5)
        #expect(item["fork"].bool == false)
        #expect(value["items"].array?.count == 1)
        #expect(item["title"].number == nil)
        #expect(item["ratio"].integer == nil)
        #expect(item["stars"].bool == nil)
        #expect(item["fork"].string == nil)
        #expect(value.array == nil)
        #expect(value["items"].object == nil)
        for missing in [value["none"], value["items"][1], value["items"][-1], item[0]] { #expect(missing.isNull) }
    }

    @Test("assigns members and elements; ignores a missing index; assigning a member turns any value into an object")
    func assignment() {
        var value: JSONValue = ["items": [["title": "a"]]]
        value["items"][0]["title"] = ""
        value["extra"] = nil
        value["items"][5] = "beyond"
        #expect(value == ["items": [["title": ""]], "extra": nil])
        var text: JSONValue = "a"
        text["now"] = "an object"
        text[0] = "not a list"
        #expect(text == ["now": "an object"])
    }

    @Test("uses the last of duplicate members in a literal")
    func duplicateMembers() {
        let repeated: JSONValue = ["a": 1, "a": 2]
        #expect(repeated == ["a": 2])
    }

    @Test("encodes infinity and NaN as strings")
    func nonConformingNumbers() {
        let value: JSONValue = [.number(.infinity), .number(-.infinity), .number(.nan)]
        #expect(String(decoding: value.data, as: UTF8.self) == #"["inf","-inf","nan"]"#)
    }
}
