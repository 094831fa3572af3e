struct ImportDeclaration: Hashable {
    var module: String
    /// From 1.
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
        guard source.contains("import") else { return [] }
        return imports(in: SwiftText.codeLines(of: source))
    }

    /// Finds the imports in lines of code from which ``SwiftText`` has removed comments and strings.
    static func imports(in lines: [(number: Int, text: String)]) -> [ImportDeclaration] {
        lines.filter { $0.text.contains("import") }.flatMap { line in
            line.text.split(separator: ";").compactMap { declaration(in: $0, line: line.number) }
        }
    }

    private static func declaration(in statement: Substring, line: Int) -> ImportDeclaration? {
        var words = statement.split { $0 == " " || $0 == "\t" || $0 == "\r" }[...]
        var attributes: Set<Substring> = []
        while let word = words.first, word.hasPrefix("@") || modifiers.contains(word) {
            attributes.insert(word)
            words.removeFirst()
        }
        guard words.popFirst() == "import" else { return nil }
        if let kind = words.first, kinds.contains(kind) { words.removeFirst() }
        guard let module = words.first?.split(separator: ".").first else { return nil }
        return ImportDeclaration(
            module: String(module),
            line: line,
            isTestable: attributes.contains("@testable"),
            isReexported: attributes.contains("@_exported")
        )
    }
}
