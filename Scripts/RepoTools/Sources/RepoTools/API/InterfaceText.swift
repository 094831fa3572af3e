/// The public interface of a module as text: one declaration per line, indented below its container, without comments.
struct InterfaceText: Equatable {
    var text: String

    /// The text of the baseline, without comments, blank lines and imports.
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

    init(baseline text: String) {
        self.text = text
    }

    /// All declarations, in order.
    var declarations: [Declaration] {
        var path: [String] = []
        var found: [Declaration] = []
        var attributes = ""
        for line in text.split(separator: "\n") {
            let code = line.drop { $0 == " " }
            guard code != "}" else {
                _ = path.popLast()
                continue
            }
            let isOpened = code.hasSuffix(" {")
            let declaration = Declaration(path: path, code: attributes + (isOpened ? code.dropLast(2) : code))
            // A line that contains only attributes belongs to the declaration below it.
            guard !declaration.text.isEmpty, !Declaration.isAttributeAlone(declaration.text) else {
                attributes += code + " "
                continue
            }
            attributes = ""
            found.append(declaration)
            if isOpened { path.append(declaration.text) }
        }
        return found
    }
}

extension InterfaceText {
    /// The promises by declaration; the keys are without promises.
    fileprivate var promises: [Declaration: Set<String>] {
        Dictionary(declarations.map { ($0.bare, Set($0.promises)) }) { $0.union($1) }
    }

    /// Returns the declarations with their promises, each once.
    fileprivate func declarations(of bare: [Declaration]) -> [Declaration] {
        let wanted = Set(bare)
        return Set(declarations.filter { wanted.contains($0.bare) }).sorted()
    }
}

/// The differences between two interfaces.
struct InterfaceDifference: Equatable {
    enum Kind: String {
        /// Code that uses the module still compiles.
        case additive
        /// Code that uses the module may need a change.
        case breaking
    }

    struct Change: Equatable {
        var kind: Kind
        /// `+` or `-`.
        var sign: String
        var declaration: InterfaceText.Declaration
        /// Why an addition is breaking, or nil.
        var because: String?
    }

    var changes: [Change]

    /// Removed and changed declarations are breaking. So are a new case of an enumeration, and a new protocol
    /// requirement unless an extension implements it. A new promise (`@inlinable`) is an addition; a removed one is
    /// breaking.
    init(from old: InterfaceText, to new: InterfaceText) {
        let (before, after) = (old.promises, new.promises)
        let lacking = before.keys.filter { bare in !(after[bare]?.isSuperset(of: before[bare] ?? []) ?? false) }
        let removed = old.declarations(of: lacking).map {
            Change(kind: .breaking, sign: "-", declaration: $0, because: nil)
        }
        let gained = after.keys.filter { before[$0] != after[$0] }
        let whole = Set(gained.filter { before[$0] == nil })
        let defaults = Set(
            after.keys.filter { $0.path.first?.contains("extension ") == true }.map { Self.bare($0.text) }
        )
        let added = new.declarations(of: gained).map { declaration -> Change in
            let because = whole.contains(declaration.bare) ? Self.lack(of: declaration, in: whole, defaults) : nil
            return Change(
                kind: because == nil ? .additive : .breaking,
                sign: "+",
                declaration: declaration,
                because: because
            )
        }
        changes = removed + added
    }

    /// Returns why a new declaration is breaking, or nil.
    private static func lack(
        of declaration: InterfaceText.Declaration,
        in whole: Set<InterfaceText.Declaration>,
        _ defaults: Set<String>
    ) -> String? {
        guard let parent = declaration.path.last else { return nil }
        // A member of a new type is not breaking.
        let owner = InterfaceText.Declaration(path: declaration.path.dropLast(), code: parent)
        guard !whole.contains(owner) else { return nil }
        if declaration.text.hasPrefix("case ") { return "a switch elsewhere lacks it" }
        guard parent.contains("protocol "), !defaults.contains(bare(declaration.text)) else { return nil }
        return "a conformance elsewhere lacks it"
    }

    /// Removes `public`, which a member of an extension has and a protocol requirement does not have.
    private static func bare(_ text: String) -> String {
        String(text.trimmingPrefix("public "))
    }

    var isBreaking: Bool { changes.contains { $0.kind == .breaking } }

    /// One line per change, with its kind, its sign and its container.
    var text: String {
        changes.map { change in
            "\(change.kind.rawValue)\t\(change.sign) \(change.declaration.description)"
                + (change.because.map { "  (\($0))" } ?? "") + "\n"
        }.joined()
    }
}
