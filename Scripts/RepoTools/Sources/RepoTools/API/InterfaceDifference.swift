/// The differences between two versions of a module's public interface.
struct InterfaceDifference: CustomStringConvertible {
    enum Kind: String {
        /// Code that uses the module still compiles.
        case additive
        /// Code that uses the module may need a change.
        case breaking
    }

    struct Change: Equatable {
        var kind: Kind
        /// `+` for a declaration of the new interface, `-` for one of the old interface.
        var sign: String
        var declaration: InterfaceText.Declaration
        /// Why an addition is breaking or a removal is not; nil for all other changes.
        var reason: String?
    }

    var changes: [Change]

    /// Compares two interfaces.
    ///
    /// Removing or changing a declaration is breaking, with two exceptions: adding an attribute such as `@inlinable`,
    /// and removing a member that the compiler then synthesizes for a declared conformance to `Encodable`, `Decodable`,
    /// `Equatable` or `Hashable`. An interface does not contain synthesized members.
    ///
    /// Adding a declaration is additive, with two exceptions: a new case of an existing enumeration, and a new
    /// requirement of an existing protocol that no extension of the protocol implements.
    init(from old: InterfaceText, to new: InterfaceText) {
        // The additive attributes of each declaration, by the declaration without them.
        let (before, after) = (old.additiveAttributes, new.additiveAttributes)
        let removedOrChanged = before.filter { bare, attributes in after[bare]?.isSuperset(of: attributes) != true }
            .keys
        let removed = old.declarations(of: removedOrChanged).map { declaration -> Change in
            let provider = after[declaration.bare] == nil ? Self.provider(of: declaration, in: after.keys) : nil
            return Change(
                kind: provider == nil ? .breaking : .additive,
                sign: "-",
                declaration: declaration,
                reason: provider.map { "\($0) still provides it" }
            )
        }
        let addedOrChanged = after.keys.filter { before[$0] != after[$0] }
        let newDeclarations = Set(addedOrChanged.filter { before[$0] == nil })
        let added = new.declarations(of: addedOrChanged).map { declaration -> Change in
            let reason =
                newDeclarations.contains(declaration.bare)
                ? Self.breakingReason(for: declaration, in: newDeclarations, implementations: after.keys) : nil
            return Change(
                kind: reason == nil ? .additive : .breaking,
                sign: "+",
                declaration: declaration,
                reason: reason
            )
        }
        changes = removed + added
    }

    /// Returns the protocol for which the compiler synthesizes a removed member, because the type or extension that
    /// contained the member still declares a conformance; nil if there is none.
    private static func provider(
        of member: InterfaceText.Declaration,
        in declarations: some Collection<InterfaceText.Declaration>
    ) -> Substring? {
        guard let container = member.container, declarations.contains(container) else { return nil }
        let protocols: Set<Substring> =
            switch member.text {
            case "public func encode(to encoder: any Encoder) throws": ["Encodable", "Codable"]
            case "public init(from decoder: any Decoder) throws": ["Decodable", "Codable"]
            case "public func hash(into hasher: inout Hasher)": ["Hashable"]
            case let text where text.wholeMatch(of: /public static func == \(\w+: (.+), \w+: \1\) -> Bool/) != nil:
                ["Equatable", "Hashable"]
            default: []
            }
        return container.inheritedTypes.first(where: protocols.contains)
    }

    /// Returns why a new declaration is breaking, or nil.
    private static func breakingReason(
        for declaration: InterfaceText.Declaration,
        in new: Set<InterfaceText.Declaration>,
        implementations: some Collection<InterfaceText.Declaration>
    ) -> String? {
        // A declaration at the top level and a member of a new type are not breaking.
        guard let container = declaration.container, !new.contains(container) else { return nil }
        if declaration.isCase { return "a switch elsewhere may not handle it" }
        guard container.text.contains("protocol ") else { return nil }
        // An extension with a `where` clause does not implement the requirement for every conforming type.
        let name = declaration.path.map(InterfaceText.Declaration.name).joined(separator: ".")
        let implementation = InterfaceText.Declaration(path: ["extension \(name)"], code: "public \(declaration.text)")
        return implementations.contains(implementation) ? nil : "a conformance elsewhere may not implement it"
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
