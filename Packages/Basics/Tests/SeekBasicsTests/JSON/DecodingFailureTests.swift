import Foundation
import SeekBasics
import Testing

@Suite("Decoding failures")
struct DecodingFailureTests {
    struct Item: Decodable {
        var id: UInt8
        var name: String
        var tags: [String]?
        var owner: [String: Bool]?
        var date: Date?
    }

    @Test(
        "are described by the path of the value and the reason",
        arguments: [
            (#"[{"id": 1}]"#, "[0].name: is missing"), (#"[{"id": null, "name": "n"}]"#, "[0].id: is null"),
            (#"[{"id": "1", "name": "n"}]"#, "[0].id: is not a number"),
            (#"[{"id": 1, "name": 2}]"#, "[0].name: is not a string"),
            (#"[{"id": 1, "name": "n", "tags": 1}]"#, "[0].tags: is not an array"),
            (#"[{"id": 1, "name": "n", "owner": 1}]"#, "[0].owner: is not an object"),
            (#"[{"id": 1, "name": "n", "owner": {"a": 1}}]"#, "[0].owner.a: is not a Boolean"),
            (
                #"[{"id": 1, "name": "n", "date": "d"}]"#,
                "[0].date: Expected date string to be ISO8601-formatted."
            ),
            (#"{}"#, "the document is not an array"), ("[", "the document is not valid JSON"),
        ]
    )
    func reasons(json: String, description: String) throws {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        let error = #expect(throws: DecodingError.self) { try decoder.decode([Item].self, from: Data(json.utf8)) }
        #expect(DecodingFailure(try #require(error)).description == description)
    }
}
