/// The public interface of a module as text: one declaration per line, indented below its container, without comments.
struct InterfaceText: Equatable {
    var text: String
}

extension InterfaceText {
    /// Creates the text from the output of `swift-synthesize-interface`, without comments, blank lines and imports.
    init(synthesized: String) {
        var lines: [String] = []
        var isInComment = false
        for line in synthesized.split(separator: "\n") {
            let code = line.drop { $0 == " " }
            if isInComment || code.hasPrefix("/*") {
                isInComment = !code.hasSuffix("*/")
                continue
            }
            if code.hasPrefix("//") || code.isEmpty || code.hasPrefix("import ") { continue }
            lines.append(String(line))
        }
        text = lines.joined(separator: "\n") + "\n"
    }

    /// The declarations in order, each after the names of its containers: `Page › public var total: Int?`. A line that
    /// contains only attributes is one of its own.
    var declarations: [String] {
        var path: [String] = []
        var declarations: [String] = []
        for line in text.split(separator: "\n") {
            let code = line.drop { $0 == " " }
            guard code != "}" else {
                _ = path.popLast()
                continue
            }
            let isOpened = code.hasSuffix(" {")
            let declaration = String(isOpened ? code.dropLast(2) : code)
            declarations.append((path + [declaration]).joined(separator: " › "))
            if isOpened { path.append(Self.name(declaration)) }
        }
        return declarations
    }

    /// Returns the name of the type that a declaration declares or extends, `Page` for `public struct Page : Sendable`,
    /// or the declaration itself if there is none.
    private static func name(_ declaration: String) -> String {
        let words = declaration.split { $0 == " " || $0 == "<" || $0 == ":" }
        let kinds: Set<Substring> = ["struct", "class", "enum", "protocol", "actor", "extension"]
        guard let kind = words.firstIndex(where: kinds.contains), kind + 1 < words.count else { return declaration }
        return String(words[kind + 1])
    }
}

/// The differences between two versions of a module's public interface, by line. A removed or changed declaration is
/// breaking: code that uses the module may need a change.
struct InterfaceDifference: CustomStringConvertible {
    /// The declarations of the old interface that the new one lacks.
    var removed: [String]
    /// The declarations of the new interface that the old one lacks.
    var added: [String]

    init(from old: InterfaceText, to new: InterfaceText) {
        let (before, after) = (Set(old.declarations), Set(new.declarations))
        removed = old.declarations.filter { !after.contains($0) }
        added = new.declarations.filter { !before.contains($0) }
    }

    /// A line for each declaration with its container, after `-` or `+`.
    var description: String { removed.map { "- \($0)\n" }.joined() + added.map { "+ \($0)\n" }.joined() }
}
