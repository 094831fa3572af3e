/// Finds declared and used names in lines of Swift code from which ``SwiftText`` has removed comments and strings.
enum DeclarationScanner {
    struct Use: Hashable {
        var name: String
        /// Whether an opening parenthesis follows.
        var isCall: Bool
    }

    private static let kinds: Set<String> = [
        "actor", "case", "class", "enum", "func", "let", "macro", "protocol", "struct", "typealias", "var",
    ]
    private static let modifiers: Set<String> = [
        "final", "static", "nonisolated", "mutating", "lazy", "weak", "unowned", "indirect", "override", "class",
        "async", "public", "open", "internal", "fileprivate", "private", "package", "convenience", "required",
    ]

    /// Returns the name that a line declares, or nil.
    static func declared(in line: String) -> String? {
        let words = line.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init)
        for (index, word) in words.enumerated() {
            if kinds.contains(word), index + 1 < words.count, !(word == "class" && kinds.contains(words[index + 1])) {
                return words[index + 1]
            }
            guard modifiers.contains(word) || line.drop(while: { $0 == " " }).first == "@" else { return nil }
        }
        return nil
    }

    /// Returns the names a line uses, without those it declares or imports, members (`a.name`), and argument labels.
    /// Keywords are included, and so are labels if the line contains `#`, because a macro may use them
    /// (`#expect(name: …)`).
    static func uses(in line: String) -> [Use] {
        let bytes = Array(line.utf8)
        var uses: [Use] = []
        var previous = ""
        var position = 0
        while position < bytes.count {
            guard bytes[position].isPartOfIdentifier else {
                position += 1
                continue
            }
            let start = position
            while position < bytes.count, bytes[position].isPartOfIdentifier { position += 1 }
            let name = String(decoding: bytes[start..<position], as: UTF8.self)
            // A name after two periods is the end of a range: `0...count`.
            let isMember =
                start > 0 && bytes[start - 1] == UInt8(ascii: ".")
                && (start < 2 || bytes[start - 2] != UInt8(ascii: "."))
            let next = position < bytes.count ? bytes[position] : 0
            if previous == "import" { return [] }
            if !isMember, !kinds.contains(previous), next != UInt8(ascii: ":") || line.contains("#") {
                uses.append(Use(name: name, isCall: next == UInt8(ascii: "(")))
            }
            previous = name
        }
        return uses
    }
}

extension UInt8 {
    /// Whether the byte can be part of an identifier; true for all bytes of non-ASCII characters.
    var isPartOfIdentifier: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...: true
        default: false
        }
    }
}
