/// An entity tag (RFC 9110 §8.8.3): `"abc"` or `W/"abc"`. One without quotation marks, which some servers send, is taken as it is.
struct EntityTag: Hashable {
    /// The tag with its quotation marks, without the `W/`.
    var opaque: String
    var isWeak: Bool

    /// Reads one tag.
    init(_ text: some StringProtocol) {
        isWeak = text.hasPrefix("W/")
        opaque = String(isWeak ? text.dropFirst(2) : text[...])
    }

    /// The tags of `If-None-Match`, in order. A comma in a tag's quotation marks does not end it.
    static func list(_ text: String) -> [EntityTag] {
        FieldList.elements(of: text).map { EntityTag($0) }
    }

    /// The weak comparison (RFC 9110 §8.8.3.2), which tells whether a stored answer is still good to read.
    func matches(_ other: EntityTag) -> Bool { opaque == other.opaque }
}

/// Field values that are lists (RFC 9110 §5.6.1).
enum FieldList {
    /// The elements without surrounding white space; empty ones are omitted. A comma in quotation marks separates nothing. A list
    /// larger than ``HTTPFieldLimits/maximumValueSize`` has no elements: where that would allow something, the caller checks.
    static func elements(of text: String) -> [String] {
        guard HTTPFieldLimits.allows(text) else { return [] }
        var elements: [String] = []
        var isQuoted = false
        let bytes = Array(text.utf8)
        var start = 0
        func end(_ index: Int) {
            let element = bytes[start..<index].trimmed
            if !element.isEmpty { elements.append(String(decoding: element, as: UTF8.self)) }
            start = index + 1
        }
        for (index, byte) in bytes.enumerated() {
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            if byte == UInt8(ascii: ","), !isQuoted { end(index) }
        }
        end(bytes.count)
        return elements
    }
}
