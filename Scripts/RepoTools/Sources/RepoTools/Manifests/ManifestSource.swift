/// The text of a `Package.swift`, to say which line of it a finding is about.
struct ManifestSource {
    /// Relative to the root.
    var file: String
    private var lines: [Substring]

    init(file: String, text: String) {
        self.file = file
        self.lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    }

    init(_ file: String, root: String) {
        self.init(file: file, text: (try? Files.text("\(root)/\(file)")) ?? "")
    }

    /// The line that declares a target: the first with `name: "X"` that is no product's; else, because a manifest may
    /// build its targets from a table, the first where `"X"` opens a call or a line; else the last that holds it.
    func line(ofTarget name: String) -> Int? {
        let products = [".product(", ".library(", ".executable(", ".plugin("]
        return line(named: name) { line in !products.contains { line.contains($0) } }
    }

    /// The line that declares a product.
    func line(ofProduct name: String) -> Int? {
        line(named: name) { !$0.contains(".product(") }
    }

    private func line(named name: String, where isMeant: (Substring) -> Bool) -> Int? {
        let literal = "\"\(name)\""
        let declared =
            lines.firstIndex { $0.contains("name: \(literal)") && isMeant($0) }
            ?? lines.firstIndex { $0.contains("(\(literal)") && isMeant($0) }
            ?? lines.firstIndex { $0.drop { $0 == " " || $0 == "\t" }.hasPrefix(literal) }
        return (declared ?? lines.lastIndex { $0.contains(literal) }).map { $0 + 1 }
    }

    /// The first line that holds `text`.
    func line(with text: String) -> Int? {
        lines.firstIndex { $0.contains(text) }.map { $0 + 1 }
    }
}
