package import SeekBasics

extension ToolArguments {
    /// Returns the operands in the order of the known names; all known names if there is no operand.
    package func names(among known: [String]) throws(UsageError) -> [String] {
        let names = try operands()
        if let unknown = names.first(where: { !known.contains($0) }) {
            throw UsageError("unknown name '\(unknown)'; names: \(known.joined(separator: ", "))")
        }
        return names.isEmpty ? known : known.filter(names.contains)
    }
}
