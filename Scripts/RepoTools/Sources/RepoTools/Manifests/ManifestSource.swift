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

    /// The line that declares a target or product: the first with `name: "X"`, else the last that holds `"X"`
    /// (a manifest may build its targets from a table), else none.
    func line(of name: String) -> Int? {
        let literal = "\"\(name)\""
        let declared = lines.firstIndex { $0.contains("name: \(literal)") && !$0.contains(".product(") }
        return (declared ?? lines.lastIndex { $0.contains(literal) }).map { $0 + 1 }
    }

    /// The first line that holds `text`.
    func line(with text: String) -> Int? {
        lines.firstIndex { $0.contains(text) }.map { $0 + 1 }
    }
}
