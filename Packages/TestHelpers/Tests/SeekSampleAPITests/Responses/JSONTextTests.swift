import Foundation
import Testing

@testable import SeekSampleAPI

@Suite("Serialization of JSON")
struct JSONTextTests {
    static let value: JSONText = [
        "b": 1, "a": [true, nil, "x"], "none": [], "empty": [:], "score": .number(1.5), "text": .optional(nil),
    ]

    @Test("members retain their order, on one line or indented")
    func layout() {
        #expect(
            Self.value.text(pretty: false)
                == #"{"b":1,"a":[true,null,"x"],"none":[],"empty":{},"score":1.5,"text":null}"#
        )
        #expect((["a": [1], "b": [:]] as JSONText).text(pretty: true) == "{\n  \"a\": [\n    1\n  ],\n  \"b\": {}\n}")
    }

    @Test(
        "every string survives a round trip",
        arguments: [
            "", "\"\\/", "\u{0}\u{1}\u{7}\u{1B}\u{1F}\u{7F}", "\r\n\t", "夜景 👩‍👩‍👧‍👦 é e\u{301}", "\u{2028}\u{FEFF}x", "שלום",
        ]
    )
    func readsBack(text: String) throws {
        for pretty in [true, false] {
            let written = JSONText.array([.string(text)]).text(pretty: pretty)
            let read = try JSONDecoder().decode([String].self, from: Data(written.utf8))
            #expect(read.first?.unicodeScalars.map(\.value) == text.unicodeScalars.map(\.value))
        }
    }
}

@Suite("Entity tags")
struct EntityTagTests {
    @Test("digests differ when texts differ, and have 32 digits")
    func digests() {
        let digests = Set(["", "a", "b", "ab", "ba", "夜"].map(EntityTag.digest))
        #expect(digests.count == 6 && digests.allSatisfy { $0.count == 32 && $0.allSatisfy(\.isHexDigit) })
        #expect(EntityTag.digest(of: "seek") == EntityTag.digest(of: "seek"))
    }

    @Test(
        "If-None-Match uses weak comparison",
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
