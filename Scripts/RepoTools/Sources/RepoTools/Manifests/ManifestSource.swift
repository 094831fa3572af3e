/// The text of a manifest or another file, used to find the line of a finding.
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

    /// Returns the number of the line that declares a target: the first with `name: "X"` that declares no product,
    /// otherwise the last that contains `"X"`; nil if there is none.
    func line(ofTarget name: String) -> Int? {
        let products = [".product(", ".library(", ".executable(", ".plugin("]
        return line(named: name) { line in !products.contains { line.contains($0) } }
    }

    /// Returns the file and, if it is found, the line.
    func place(ofTarget name: String) -> String { place(line(ofTarget: name)) }

    func place(_ line: Int?) -> String { file + (line.map { ":\($0)" } ?? "") }

    /// Returns a finding at the declaration of a target.
    func finding(ofTarget name: String, _ message: String) -> Finding {
        Finding(file: file, line: line(ofTarget: name), message: message)
    }

    func line(ofProduct name: String) -> Int? {
        line(named: name) { !$0.contains(".product(") }
    }

    private func line(named name: String, where isCandidate: (Substring) -> Bool) -> Int? {
        let literal = "\"\(name)\""
        let declared = lines.firstIndex { $0.contains("name: \(literal)") && isCandidate($0) }
        return (declared ?? lines.lastIndex { $0.contains(literal) }).map { $0 + 1 }
    }

    /// Returns the number of the first line that contains `text`.
    func line(with text: String) -> Int? {
        lines.firstIndex { $0.contains(text) }.map { $0 + 1 }
    }
}
