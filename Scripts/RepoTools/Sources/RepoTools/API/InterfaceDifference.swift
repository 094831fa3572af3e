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
