/// The public interface of a module as text: one declaration per line, indented below its container, without comments.
struct InterfaceText: Equatable {
    var text: String

    /// The text of the baseline, without comments, blank lines and imports.
    init(synthesized: String) {
        var lines: [String] = []
        var isInComment = false
        for line in synthesized.split(separator: "\n") {
            let code = line.drop { $0 == " " }
            if code.hasPrefix("//") || code.isEmpty || code.hasPrefix("import ") { continue }
            if isInComment || code.hasPrefix("/*") {
                isInComment = !code.hasSuffix("*/")
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
        var declarations: [Declaration] = []
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
            guard !Declaration.hasOnlyAttributes(declaration.text) else {
                attributes += code + " "
                continue
            }
            attributes = ""
            declarations.append(declaration)
            if isOpened { path.append(declaration.text) }
        }
        return declarations
    }
}

extension InterfaceText {
    /// The additive attributes of each declaration, which is the key without them.
    fileprivate var additiveAttributes: [Declaration: Set<String>] {
        Dictionary(declarations.map { ($0.bare, Set($0.additiveAttributes)) }) { $0.union($1) }
    }

    /// Returns the given declarations with their additive attributes, each once.
    fileprivate func declarations(of bare: some Sequence<Declaration>) -> [Declaration] {
        let selected = Set(bare)
        return Set(declarations.filter { selected.contains($0.bare) }).sorted()
    }
}

/// The differences between two interfaces.
struct InterfaceDifference: CustomStringConvertible {
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
        var reason: String?
    }

    var changes: [Change]

    /// Removed and changed declarations are breaking. So are a new case of an enumeration, and a new protocol
    /// requirement unless an extension implements it. A new additive attribute (`@inlinable`) is an addition; a removed
    /// one is breaking.
    init(from old: InterfaceText, to new: InterfaceText) {
        let (before, after) = (old.additiveAttributes, new.additiveAttributes)
        let removedOrChanged = before.filter { bare, attributes in after[bare]?.isSuperset(of: attributes) != true }
            .keys
        let removed = old.declarations(of: removedOrChanged).map {
            Change(kind: .breaking, sign: "-", declaration: $0, reason: nil)
        }
        let addedOrChanged = after.keys.filter { before[$0] != after[$0] }
        let newDeclarations = Set(addedOrChanged.filter { before[$0] == nil })
        let defaults = Set(
            after.keys.filter { $0.path.first?.contains("extension ") == true }.map { Self.withoutPublic($0.text) }
        )
        let added = new.declarations(of: addedOrChanged).map { declaration -> Change in
            let reason =
                newDeclarations.contains(declaration.bare)
                ? Self.breakingReason(for: declaration, in: newDeclarations, defaults) : nil
            return Change(
                kind: reason == nil ? .additive : .breaking,
                sign: "+",
                declaration: declaration,
                reason: reason
            )
        }
        changes = removed + added
    }

    /// Returns why a new declaration is breaking, or nil.
    private static func breakingReason(
        for declaration: InterfaceText.Declaration,
        in new: Set<InterfaceText.Declaration>,
        _ defaults: Set<String>
    ) -> String? {
        guard let parent = declaration.path.last else { return nil }
        // A member of a new type is not breaking.
        let owner = InterfaceText.Declaration(path: declaration.path.dropLast(), code: parent)
        guard !new.contains(owner) else { return nil }
        if declaration.text.hasPrefix("case ") { return "a switch elsewhere may not handle it" }
        guard parent.contains("protocol "), !defaults.contains(withoutPublic(declaration.text)) else { return nil }
        return "a conformance elsewhere may not implement it"
    }

    /// Removes `public`, which a member of an extension has and a protocol requirement does not have.
    private static func withoutPublic(_ text: String) -> String {
        String(text.trimmingPrefix("public "))
    }

    var isBreaking: Bool { changes.contains { $0.kind == .breaking } }

    /// One line per change, with its kind, its sign and its container.
    var description: String {
        changes.map { change in
            "\(change.kind.rawValue)\t\(change.sign) \(change.declaration.description)"
                + (change.reason.map { "  (\($0))" } ?? "") + "\n"
        }.joined()
    }
}
