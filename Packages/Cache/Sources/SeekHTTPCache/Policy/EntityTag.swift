@_spi(Seek) import SeekNetworking

/// An entity tag (RFC 9110 §8.8.3) such as `"abc"` or `W/"abc"`, compared weakly: `W/` is ignored (§8.8.3.2). Tags
/// without quotation marks, which some servers send, are accepted.
struct EntityTag: Hashable {
    /// The bytes of the tag with its quotation marks, but without `W/`.
    private let opaqueTag: [UInt8]

    init(_ text: String) {
        let bytes = Array(text.utf8)
        opaqueTag = bytes.starts(with: "W/".utf8) ? Array(bytes.dropFirst(2)) : bytes
    }

    static func parseList(_ text: String) -> [EntityTag] {
        FieldList.elements(of: text).map { EntityTag($0) }
    }
}

/// Field values that are lists (RFC 9110 §5.6.1).
enum FieldList {
    /// Returns the non-empty elements without surrounding white space. A comma inside quotation marks does not separate
    /// elements.
    ///
    /// A list larger than ``HTTPFieldLimits/maximumValueSize`` has no elements. A caller for which an empty list
    /// permits more than a full one must check the size first.
    static func elements(of text: String) -> [String] {
        guard HTTPFieldLimits.allows(text) else { return [] }
        var elements: [String] = []
        var isQuoted = false
        let bytes = Array(text.utf8)
        var start = 0
        func endElement(at index: Int) {
            let element = bytes[start..<index].trimmed
            if !element.isEmpty { elements.append(String(decoding: element, as: UTF8.self)) }
            start = index + 1
        }
        for (index, byte) in bytes.enumerated() {
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            if byte == UInt8(ascii: ","), !isQuoted { endElement(at: index) }
        }
        endElement(at: bytes.count)
        return elements
    }
}
