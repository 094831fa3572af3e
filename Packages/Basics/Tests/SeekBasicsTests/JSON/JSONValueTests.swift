import Foundation
import SeekBasics
import Testing

@Suite("A JSON value")
struct JSONValueTests {
    private func parse(_ text: String) throws -> JSONValue {
        try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
    }

    @Test(
        "is unchanged after encoding and decoding",
        arguments: [
            ("null", .null), ("true", true), ("false", false), ("0", 0), ("1", 1), ("-2.5", -2.5), ("1e300", 1e300),
            ("5000000010", 5_000_000_010), ("9007199254740991", 9_007_199_254_740_991), (#""""#, ""),
            (#""あ👩‍💻\"\n""#, "あ👩‍💻\"\n"), ("[]", []), (#"[1,"a",null,[true]]"#, [1, "a", nil, [true]]), ("{}", [:]),
            (#"{"a":{"b":[]},"z":1}"#, ["a": ["b": []], "z": 1]), (#""a/b""#, "a/b"),
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

    @Test("has an object with members in order, which are written in order, sorted or indented")
    func order() throws {
        let text = #"{"b":1,"a":[true,null,"x"],"none":[],"empty":{},"B":{"z":1.50,"y":2}}"#
        var value = try JSONValue(json: text.utf8)
        #expect(value.object?.names == ["b", "a", "none", "empty", "B"])
        #expect(String(decoding: value.data, as: UTF8.self) == text)
        let sorted = #"{"B":{"y":2,"z":1.50},"a":[true,null,"x"],"b":1,"empty":{},"none":[]}"#
        #expect(String(decoding: value.data(.sorted), as: UTF8.self) == sorted)
        let indented = "{\n  \"a\": [\n    1,\n    {}\n  ],\n  \"b\": []\n}"
        let literal: JSONValue = ["a": [1, [:]], "b": []]
        #expect(String(decoding: literal.data(.indented), as: UTF8.self) == indented)
        value["a"] = 2
        value["c"] = 3
        #expect(value.object?.names == ["b", "a", "none", "empty", "B", "c"])
    }

    @Test(
        "writes a string that is decoded as the same string",
        arguments: [
            "", "\"\\/", "\u{0}\u{1}\u{7}\u{1B}\u{1F}\u{7F}", "\r\n\t", "夜景 👩‍👩‍👧‍👦 é e\u{301}", "\u{2028}\u{FEFF}x", "שלום",
        ]
    )
    func strings(text: String) throws {
        for options in [[], JSONValue.WritingOptions.indented] {
            let written = ([.string(text)] as JSONValue).data(options)
            let decoded = try JSONDecoder().decode([String].self, from: written)
            #expect(decoded.first?.unicodeScalars.map(\.value) == text.unicodeScalars.map(\.value))
        }
    }

    @Test("equals an object with the same members in another order, with the same hash value")
    func equality() throws {
        let (first, second): (JSONValue, JSONValue) = (
            ["a": 1, "b": ["c": 2, "d": 3]], ["b": ["d": 3, "c": 2], "a": 1]
        )
        #expect(first == second)
        #expect(first.hashValue == second.hashValue)
        #expect(first != ["a": 1, "b": ["c": 2]])
        #expect(first != ["a": 1, "b": ["c": 2, "d": 4]])
    }

    @Test("looks up, sets and removes members by their exact names")
    func exactNames() throws {
        var object: JSONObject = ["é": 1, "e\u{301}": 2]
        #expect(object.count == 2)
        #expect(object["é"] == 1)
        #expect(object["e\u{301}"] == 2)
        object["é"] = nil
        #expect(object.names.map(\.unicodeScalars.count) == [2])
        #expect(object.merging(["x": 3, "e\u{301}": 4]) == ["e\u{301}": 4, "x": 3])
        #expect(object.mapValues { [$0] }[0].value == [2])
        #expect(JSONObject(["b": 1, "a": 2] as [String: JSONValue]).names == ["a", "b"])
    }

    @Test("omits the members of an object that are null, but not those of nested objects")
    func withoutNulls() {
        let value: JSONValue = ["a": nil, "b": ["c": nil], "d": .optional(nil as String?), "e": .optional(7)]
        #expect(value.withoutNulls == ["b": ["c": nil], "e": 7])
        #expect(JSONValue.null.withoutNulls.isNull)
    }

    @Test("encodes infinity and NaN as strings")
    func nonConformingNumbers() {
        let value: JSONValue = [.number(.infinity), .number(-.infinity), .number(.nan)]
        #expect(String(decoding: value.data, as: UTF8.self) == #"["inf","-inf","nan"]"#)
    }
}
