/// Replaces comments, regular expressions and the contents of string literals with spaces. Quotation marks and line
/// breaks remain.
///
/// It is not a parser: an interpolation is replaced together with its string. A string literal inside an interpolation
/// is not recognized; its first quotation mark ends the outer literal.
enum SwiftText {
    static func code(of source: String) -> [UInt8] {
        var scanner = Scanner(bytes: Array(source.utf8))
        return scanner.blankCommentsAndStrings()
    }

    /// Returns the lines that contain code, numbered from 1.
    static func codeLines(of source: String) -> [(number: Int, text: String)] {
        let lines = code(of: source).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        return lines.enumerated().compactMap { index, line in
            guard line.contains(where: { $0 > UInt8(ascii: " ") }) else { return nil }
            return (index + 1, String(decoding: line, as: UTF8.self))
        }
    }

    private struct Scanner {
        var bytes: [UInt8]
        var position = 0

        private let newline = UInt8(ascii: "\n")
        private let quote = UInt8(ascii: "\"")
        private let slash = UInt8(ascii: "/")
        private let star = UInt8(ascii: "*")
        private let hash = UInt8(ascii: "#")
        private let backslash = UInt8(ascii: "\\")

        mutating func blankCommentsAndStrings() -> [UInt8] {
            while position < bytes.count {
                switch bytes[position] {
                case slash where at(1) == slash: blankLineComment()
                case slash where at(1) == star: blankBlockComment()
                case slash where startsRegex(): blankRegex(hashes: 0)
                case quote: blankString(hashes: 0)
                case hash: blankRawLiteral()
                default: position += 1
                }
            }
            return bytes
        }

        private func at(_ offset: Int) -> UInt8? {
            position + offset < bytes.count ? bytes[position + offset] : nil
        }

        private mutating func blank(_ count: Int = 1) {
            for _ in 0..<count where position < bytes.count {
                if bytes[position] != newline { bytes[position] = UInt8(ascii: " ") }
                position += 1
            }
        }

        private mutating func blankLineComment() {
            while let byte = at(0), byte != newline { blank() }
        }

        private mutating func blankBlockComment() {
            var depth = 0
            repeat {
                if at(0) == slash, at(1) == star {
                    depth += 1
                    blank(2)
                } else if at(0) == star, at(1) == slash {
                    depth -= 1
                    blank(2)
                } else {
                    blank()
                }
            } while depth > 0 && position < bytes.count
        }

        private mutating func blankRawLiteral() {
            var hashes = 0
            while at(hashes) == hash { hashes += 1 }
            switch at(hashes) {
            case quote:
                blank(hashes)
                blankString(hashes: hashes)
            case slash:
                blank(hashes)
                blankRegex(hashes: hashes)
            default: position += hashes
            }
        }

        /// Returns whether a slash starts a regular expression that ends on the same line, and is not an operator.
        private func startsRegex() -> Bool {
            let operand = bytes[..<position].last { $0 != UInt8(ascii: " ") } ?? newline
            guard "=(,[:{!&|?\n".utf8.contains(operand), let next = at(1), next > UInt8(ascii: " ") else {
                return false
            }
            return bytes[(position + 1)...].prefix { $0 != newline }.contains(slash)
        }

        private mutating func blankRegex(hashes: Int) {
            blank()
            while let byte = at(0) {
                if byte == newline, hashes == 0 { return }
                if byte == backslash {
                    blank(2)
                } else if byte == slash, (0..<hashes).allSatisfy({ at(1 + $0) == hash }) {
                    return blank(1 + hashes)
                } else {
                    blank()
                }
            }
        }

        private mutating func blankString(hashes: Int) {
            let isMultiline = at(1) == quote && at(2) == quote
            let quotes = isMultiline ? 3 : 1
            // The delimiters remain, so that a line with only a string still counts as code.
            position += quotes
            while let byte = at(0) {
                if byte == newline, !isMultiline { return }
                if byte == backslash, hashes == 0 {
                    blank(2)
                } else if byte == quote, closes(quotes: quotes, hashes: hashes) {
                    position += quotes
                    blank(hashes)
                    return
                } else {
                    blank()
                }
            }
        }

        private func closes(quotes: Int, hashes: Int) -> Bool {
            (0..<quotes).allSatisfy { at($0) == quote } && (0..<hashes).allSatisfy { at(quotes + $0) == hash }
        }
    }
}
