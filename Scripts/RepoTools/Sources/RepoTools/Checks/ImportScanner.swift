import Foundation

struct ImportDeclaration: Hashable {
    var module: String
    /// The line of the keyword, from 1.
    var line: Int
    var isTestable = false
    var isReexported = false
}

/// Finds the imports of a source file, in every branch of its `#if`s.
enum ImportScanner {
    private static let kinds: Set<Substring> = [
        "actor", "class", "enum", "func", "let", "protocol", "struct", "typealias", "var",
    ]
    private static let modifiers: Set<Substring> = ["public", "package", "internal", "fileprivate", "private"]

    static func imports(in source: String) -> [ImportDeclaration] {
        let text = Data(source.utf8)
        let word = Data("import".utf8)
        guard text.range(of: word) != nil else { return [] }
        // Most files have imports only before their code, and reading all code takes seconds in a large repository.
        let start = startOfCode(in: text)
        let isAtStart = text.range(of: word, in: start..<text.endIndex) == nil
        let read = isAtStart ? String(decoding: text[..<start], as: UTF8.self) : source
        return imports(in: SwiftText.codeLines(of: read))
    }

    /// Returns the position of the first line that is not empty, a line comment, a condition or a complete import.
    private static func startOfCode(in text: Data) -> Int {
        var position = text.startIndex
        while position < text.endIndex {
            let line = text[position...].prefix { $0 != UInt8(ascii: "\n") }
            let words = line.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
            let first = words.first { !modifiers.contains(Substring($0)) && !$0.hasPrefix("@") }
            // The name of the module may be on the next line.
            let isImport = first == "import" && words.last != first && !kinds.contains(Substring(words.last ?? ""))
            guard words.isEmpty || isImport || first?.hasPrefix("//") == true || first?.hasPrefix("#") == true else {
                break
            }
            position = min(line.endIndex + 1, text.endIndex)
        }
        return position
    }

    /// Finds the imports in lines of code from which ``SwiftText`` has removed comments and strings. Line breaks between the
    /// words of an import do not matter.
    static func imports(in lines: [(number: Int, text: String)]) -> [ImportDeclaration] {
        var imports: [ImportDeclaration] = []
        var statement = Statement()
        for (number, text) in lines {
            for part in text.split(separator: ";", omittingEmptySubsequences: false) {
                if !statement.isPrefix { statement = Statement() }
                for word in part.split(whereSeparator: \.isWhitespace) { statement.add(word, line: number) }
                if let declaration = statement.declaration {
                    imports.append(declaration)
                    statement = Statement()
                }
            }
        }
        return imports
    }

    /// The words of a statement, as long as it can be an import.
    private struct Statement {
        private var attributes: Set<Substring> = []
        private var isInArguments = false
        private var line: Int?
        private(set) var declaration: ImportDeclaration?
        private var isOther = false

        /// Whether the words so far can be the start of an import, so that the next line can continue it.
        var isPrefix: Bool { !isOther }

        mutating func add(_ word: Substring, line: Int) {
            guard !isOther, declaration == nil else { return }
            if isInArguments {
                isInArguments = !word.contains(")")
            } else if let start = self.line {
                if ImportScanner.kinds.contains(word) { return }
                declaration = ImportDeclaration(
                    module: String(word.prefix { $0 != "." }),
                    line: start,
                    isTestable: attributes.contains("@testable"),
                    isReexported: attributes.contains("@_exported")
                )
            } else if word == "import" {
                self.line = line
            } else if word.hasPrefix("@") {
                attributes.insert(word)
                isInArguments = word.contains("(") && !word.contains(")")
            } else {
                isOther = !ImportScanner.modifiers.contains(word)
            }
        }
    }
}
