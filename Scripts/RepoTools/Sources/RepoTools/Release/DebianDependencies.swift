/// The dependencies of a Debian package, compared with those that `repo.json` lists.
struct DebianDependencies {
    /// The names without versions, sorted; alternatives are separated by ` | `.
    var names: [String]

    /// Parses the text of the field `Depends`.
    init(field: String) {
        let names = field.split(separator: ",").map { alternatives in
            alternatives.split(separator: "|").map { alternative in
                String(alternative.split(whereSeparator: { " (:".contains($0) }).first ?? "")
            }.joined(separator: " | ")
        }
        // `libc6 (>= 2.36), libc6 (<< 3)` is one dependency.
        self.names = Set(names).subtracting([""]).sorted()
    }

    /// Returns what differs from the expected names, or nil.
    func difference(from expected: [String]) -> String? {
        let (surplus, missing) = (Set(names).subtracting(expected).sorted(), Set(expected).subtracting(names).sorted())
        guard !(surplus + missing).isEmpty else { return nil }
        let parts = [
            surplus.isEmpty ? nil : "depends also on \(surplus.joined(separator: ", "))",
            missing.isEmpty ? nil : "does not depend on \(missing.joined(separator: ", "))",
        ]
        return parts.compactMap { $0 }.joined(separator: " and ")
    }
}
