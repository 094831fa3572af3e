import Foundation
import SeekBasics
import Testing

@Suite("Decoding failures")
struct DecodingFailureTests {
    /// An even number: decoding an odd one throws an error.
    struct Even: Decodable {
        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            guard try !container.decode(Int.self).isMultiple(of: 2) else { return }
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "is odd")
        }
    }

    struct Item: Decodable {
        var id: UInt8
        var name: String
        var tags: [String]?
        var owner: [String: Bool]?
        var even: Even?
    }

    @Test(
        "are described by the path of the value, or as those of the document, with the reason",
        arguments: [
            (#"[{"id": 1}]"#, "[0].name: is missing"), (#"[{"id": null, "name": "n"}]"#, "[0].id: is null"),
            (#"[{"id": "1", "name": "n"}]"#, "[0].id: is not a number"),
            (#"[{"id": 1, "name": 2}]"#, "[0].name: is not a string"),
            (#"[{"id": 1, "name": "n", "tags": 1}]"#, "[0].tags: is not an array"),
            (#"[{"id": 1, "name": "n", "owner": 1}]"#, "[0].owner: is not an object"),
            (#"[{"id": 1, "name": "n", "owner": {"a": 1}}]"#, "[0].owner.a: is not a Boolean"),
            (#"[{"id": 1, "name": "n", "even": 1}]"#, "[0].even: is odd"),
            (#"{}"#, "the document is not an array"), ("[", "the document is not valid JSON"),
        ]
    )
    func reasons(json: String, description: String) throws {
        let data = Data(json.utf8)
        let error = #expect(throws: DecodingError.self) { try JSONDecoder().decode([Item].self, from: data) }
        #expect(DecodingFailure(try #require(error)).description == description)
    }

    @Test("contain the error's debug description if the root value is rejected")
    func rejectedDocument() throws {
        let error = #expect(throws: DecodingError.self) { try JSONDecoder().decode(Even.self, from: Data("1".utf8)) }
        #expect(DecodingFailure(try #require(error)).description == "the document is invalid: is odd")
    }
}

@Suite("Decoding of documents from outside")
struct BoundedDecodingTests {
    @Test(
        "ends with an error for more than 512 levels, complete or cut off, and never ends the process",
        arguments: [513, 514, 1_000, 60_000]
    )
    func depth(count: Int) {
        let opening = String(repeating: "[", count: count)
        let objects = String(repeating: "{\"a\":", count: count)
        for text in [opening, opening + String(repeating: "]", count: count), objects, objects + "1"] {
            #expect(throws: DecodingError.self) {
                try JSONDecoder().decodeBounded(JSONValue.self, from: Data(text.utf8))
            }
        }
        let wide = text(opening, in: .utf16)
        #expect(throws: DecodingError.self) { try JSONDecoder().decodeBounded(JSONValue.self, from: wide) }
    }

    @Test("accepts many brackets side by side or in strings, and 512 levels")
    func accepted() throws {
        let decoder = JSONDecoder()
        let rows = "[" + String(repeating: "[],", count: 1_000) + "[]]"
        #expect(try decoder.decodeBounded([[Int]].self, from: Data(rows.utf8)).count == 1_001)
        let string = "[\"" + String(repeating: "[", count: 1_000) + "\"]"
        #expect(try decoder.decodeBounded([String].self, from: Data(string.utf8))[0].count == 1_000)
        let deep = String(repeating: "[", count: 512) + String(repeating: "]", count: 512)
        #expect(throws: Never.self) { try decoder.decodeBounded(JSONValue.self, from: Data(deep.utf8)) }
    }

    private func text(_ text: String, in encoding: String.Encoding) -> Data { text.data(using: encoding) ?? Data() }
}
