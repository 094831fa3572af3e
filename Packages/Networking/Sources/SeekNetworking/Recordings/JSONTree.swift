#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// JSON as far as recordings look into it: to find texts, and to tell whether two are equal.
indirect enum JSONTree: Sendable, Hashable, Decodable {
    case object([String: JSONTree])
    case list([JSONTree])
    case text(String)
    /// A number, true, false or null, as Swift writes it.
    case other(String)

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let members = try? container.decode([String: JSONTree].self) {
            self = .object(members)
        } else if let elements = try? container.decode([JSONTree].self) {
            self = .list(elements)
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else if let flag = try? container.decode(Bool.self) {
            self = .other("\(flag)")
        } else if container.decodeNil() {
            self = .other("null")
        } else {
            self = .other("\(try container.decode(Double.self))")
        }
    }

    /// A text as JSON writes it, in its quotes.
    static func quoted(_ text: String) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        return (try? encoder.encode(text)).map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
    }
}
