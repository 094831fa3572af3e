/// The public interface of a module as text: a declaration a line, indented below what it belongs to, no comments.
struct InterfaceText: Equatable {
    var text: String

    /// As it is kept: comments, blank lines and imports left out, for who reads a difference and for who compares.
    init(synthesized: String) {
        var lines: [String] = []
        var depth = 0
        for line in synthesized.split(separator: "\n") {
            let code = line.drop { $0 == " " }
            if code.hasPrefix("//") || code.isEmpty || code.hasPrefix("import ") { continue }
            if depth > 0 || code.hasPrefix("/*") {
                depth += code.hasSuffix("*/") ? -depth : depth == 0 ? 1 : 0
                continue
            }
            lines.append(String(line))
        }
        text = lines.joined(separator: "\n") + "\n"
    }

    init(kept text: String) {
        self.text = text
    }

    /// One declaration and all it stands in.
    struct Declaration: Hashable, Comparable {
        /// `public struct Page : Sendable`, outermost first.
        var path: [String]
        var text: String

        static func < (left: Declaration, right: Declaration) -> Bool {
            (left.path.joined(separator: "\n"), left.text) < (right.path.joined(separator: "\n"), right.text)
        }

        var description: String { (path.map(Self.name) + [text]).joined(separator: " › ") }

        /// `struct Page` of `public struct Page : Sendable`.
        private static func name(_ text: String) -> String {
            let words = text.split { $0 == " " || $0 == "<" || $0 == ":" }
            let kinds: Set<Substring> = ["struct", "class", "enum", "protocol", "actor", "extension"]
            guard let kind = words.firstIndex(where: kinds.contains), kind + 1 < words.count else { return text }
            return String(words[kind + 1])
        }
    }

    /// All declarations, in their order.
    var declarations: [Declaration] {
        var path: [String] = []
        var found: [Declaration] = []
        for line in text.split(separator: "\n") {
            let code = line.drop { $0 == " " }
            if code == "}" {
                _ = path.popLast()
            } else if code.hasSuffix(" {") {
                let head = String(code.dropLast(2))
                found.append(Declaration(path: path, text: head))
                path.append(head)
            } else {
                found.append(Declaration(path: path, text: String(code)))
            }
        }
        return found
    }
}

/// What differs between two interfaces.
struct InterfaceDifference: Equatable {
    enum Kind: String {
        /// Who builds on it goes on to build.
        case additive
        /// Who builds on it may have to change.
        case breaking
    }

    struct Change: Equatable {
        var kind: Kind
        /// `+` or `-`.
        var sign: String
        var declaration: InterfaceText.Declaration
        /// Why an addition breaks; nil where nothing needs to be said.
        var because: String?
    }

    var changes: [Change]

    /// Gone or changed is breaking; so are a new requirement of a protocol and a new case of an enumeration, which a
    /// conformance and a `switch` elsewhere lack. A new requirement is additive where an extension has it too.
    init(from old: InterfaceText, to new: InterfaceText) {
        let (before, after) = (Set(old.declarations), Set(new.declarations))
        let defaults = Set(after.filter { $0.path.first?.contains("extension ") == true }.map { Self.bare($0.text) })
        let removed = before.subtracting(after).sorted().map {
            Change(kind: .breaking, sign: "-", declaration: $0, because: nil)
        }
        // What is new with its type breaks nobody.
        let whole = after.subtracting(before)
        let added = whole.sorted().map { declaration -> Change in
            let parent = declaration.path.last ?? ""
            let owner = InterfaceText.Declaration(path: declaration.path.dropLast(), text: parent)
            let isNewType = declaration.path.isEmpty || whole.contains(owner)
            var because: String?
            if !isNewType, parent.contains("protocol "), !defaults.contains(Self.bare(declaration.text)) {
                because = "a conformance elsewhere lacks it"
            }
            if !isNewType, declaration.text.hasPrefix("case "), !parent.contains("@frozen") {
                because = "a switch elsewhere lacks it"
            }
            return Change(
                kind: because == nil ? .additive : .breaking,
                sign: "+",
                declaration: declaration,
                because: because
            )
        }
        changes = removed + added
    }

    /// Without what an extension has more than the requirement it is for.
    private static func bare(_ text: String) -> String {
        String(text.trimmingPrefix("public "))
    }

    var isBreaking: Bool { changes.contains { $0.kind == .breaking } }

    /// One line a change: its class, its sign, where it stands.
    var text: String {
        changes.map { change in
            "\(change.kind.rawValue)\t\(change.sign) \(change.declaration.description)"
                + (change.because.map { "  (\($0))" } ?? "") + "\n"
        }.joined()
    }
}
