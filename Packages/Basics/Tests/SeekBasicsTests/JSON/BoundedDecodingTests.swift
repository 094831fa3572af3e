import Foundation
import SeekBasics
import Testing

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
