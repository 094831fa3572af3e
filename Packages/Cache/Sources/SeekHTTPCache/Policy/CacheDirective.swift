@_spi(Seek) import SeekNetworking

/// A directive of `Cache-Control` (RFC 9111 §5.2): `max-age=60`, `no-cache="Set-Cookie"`.
struct CacheDirective: Hashable {
    /// In lower case.
    var name: String
    /// The value without its quotation marks, if there is one.
    var value: String?
    /// Whether the directive follows the grammar: no space around `=`, no adjacent `;`, balanced quotation marks.
    var isWellFormed = true

    /// Parses a field value, in time proportional to its length.
    static func parse(_ text: String) -> [CacheDirective] {
        let bytes = Array(text.utf8)
        var directives: [CacheDirective] = []
        var start = 0
        var isQuoted = false
        var isAfterSemicolon = false
        var index = 0
        func endDirective(at index: Int, isSemicolon: Bool) {
            let isWellFormed = !isAfterSemicolon && !isSemicolon
            if let directive = CacheDirective(bytes[start..<index], isWellFormed: isWellFormed) {
                directives.append(directive)
            }
            isAfterSemicolon = isSemicolon
            start = index + 1
        }
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\\") where isQuoted: index += 1
            case UInt8(ascii: "\""): isQuoted.toggle()
            case UInt8(ascii: ",") where !isQuoted: endDirective(at: index, isSemicolon: false)
            // Not in the grammar, but some servers separate directives as in a cookie: `no-store; max-age=60`.
            case UInt8(ascii: ";") where !isQuoted: endDirective(at: index, isSemicolon: true)
            default: break
            }
            index += 1
        }
        guard isQuoted else {
            endDirective(at: bytes.count, isSemicolon: false)
            return directives
        }
        // An unbalanced quotation mark must not hide a directive that forbids something.
        let parts = bytes[start...].split { "\"\\,;".utf8.contains($0) }
        return directives + parts.compactMap { CacheDirective($0, isWellFormed: false) }
    }

    /// Parses `name`, `name=value` or `name="value"`; returns nil without a name.
    private init?(_ bytes: ArraySlice<UInt8>, isWellFormed: Bool) {
        let bytes = bytes.trimmed
        let equals = bytes.firstIndex(of: UInt8(ascii: "="))
        let nameBytes = bytes[..<(equals ?? bytes.endIndex)]
        name = String(decoding: nameBytes.trimmed, as: UTF8.self).lowercased()
        guard !name.isEmpty else { return nil }
        self.isWellFormed = isWellFormed && nameBytes.last.map { !$0.isBlank } ?? true
        guard let equals else { return }
        let valueBytes = bytes[(equals + 1)...]
        if valueBytes.first?.isBlank == true { self.isWellFormed = false }
        parseValue(valueBytes.trimmed)
    }

    private mutating func parseValue(_ bytes: ArraySlice<UInt8>) {
        let quote = UInt8(ascii: "\"")
        guard bytes.first == quote else {
            if bytes.contains(where: { $0 == quote || $0.isBlank }) { isWellFormed = false }
            value = String(decoding: bytes.filter { $0 != quote }, as: UTF8.self)
            return
        }
        var content: [UInt8] = []
        var index = bytes.startIndex + 1
        while index < bytes.endIndex, bytes[index] != quote {
            if bytes[index] == UInt8(ascii: "\\"), index + 1 < bytes.endIndex { index += 1 }
            content.append(bytes[index])
            index += 1
        }
        if index + 1 != bytes.endIndex { isWellFormed = false }
        value = String(decoding: content, as: UTF8.self)
    }
}

extension UInt8 {
    /// Whether the byte is optional white space of a field value: a space or a tab (RFC 9110 §5.6.3).
    var isBlank: Bool { self == 0x20 || self == 0x09 }
}
