import Foundation
import Testing

@testable import SeekSampleAPI

@Suite("Serialization of JSON")
struct OrderedJSONTests {
    static let value: OrderedJSON = [
        "b": 1, "a": [true, nil, "x"], "none": [], "empty": [:], "score": .number(1.5),
        "text": .optional(nil as String?),
    ]

    @Test("members retain their order, on one line or indented")
    func layout() {
        #expect(
            Self.value.text(pretty: false)
                == #"{"b":1,"a":[true,null,"x"],"none":[],"empty":{},"score":1.5,"text":null}"#
        )
        #expect(
            (["a": [1], "b": [:]] as OrderedJSON).text(pretty: true) == "{\n  \"a\": [\n    1\n  ],\n  \"b\": {}\n}"
        )
    }

    @Test(
        "a serialized string is decoded as the same string",
        arguments: [
            "", "\"\\/", "\u{0}\u{1}\u{7}\u{1B}\u{1F}\u{7F}", "\r\n\t",
            "夜景 👩‍👩‍👧‍👦 é e\u{301}", "\u{2028}\u{FEFF}x", "שלום",
        ]
    )
    func roundTrip(text: String) throws {
        for pretty in [true, false] {
            let written = OrderedJSON.array([.string(text)]).text(pretty: pretty)
            let decoded = try JSONDecoder().decode([String].self, from: Data(written.utf8))
            #expect(decoded.first?.unicodeScalars.map(\.value) == text.unicodeScalars.map(\.value))
        }
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
