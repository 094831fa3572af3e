import Foundation
import SeekBasics

extension JSONValue {
    init?(parsing data: Data) {
        guard let value = try? JSONValue(json: data) else { return nil }
        self = value
    }

    /// The elements of an array; empty for another value.
    var elements: [JSONValue] { array ?? [] }

    /// The strings in an array; empty for another value.
    var strings: [String] { elements.compactMap(\.string) }
}

extension Encodable {
    /// Returns the value as JSON on several lines, with sorted keys.
    func formattedJSON() throws(RepoError) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        do {
            return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
        } catch {
            throw RepoError("cannot write \(Self.self) as JSON: \(error)")
        }
    }
}
