/// Checks that the drawing of the package graph in the README, between `<!-- graph -->` and `<!-- /graph -->`, matches the
/// manifests.
struct GraphCheck {
    private let repository: Repository

    static let file = "README.md"
    private static let (start, end) = ("<!-- graph -->", "<!-- /graph -->")

    init(_ repository: Repository) {
        self.repository = repository
    }

    /// The text of the README and the expected one; nil if it has no place for a drawing.
    private var texts: (old: String, new: String)? {
        guard let text = try? repository.text(Self.file), let start = text.firstRange(of: Self.start),
            let end = text.firstRange(of: Self.end), start.upperBound <= end.lowerBound
        else { return nil }
        let block = "\n```mermaid\n\(GraphDrawing(repository).mermaid)```\n"
        return (text, text[..<start.upperBound] + block + text[end.lowerBound...])
    }

    /// Whether the README has a place for a drawing.
    var hasOutput: Bool { texts != nil }

    /// What to do if ``hasOutput`` is false.
    static let advice = "add \(start) and \(end) to \(file)"

    func findings() -> [Finding] {
        guard let texts, texts.old != texts.new else { return [] }
        let line = ManifestSource(Self.file, root: repository.root).line(with: Self.start)
        let message = "the package graph does not match the manifests; run “Scripts/repo graph --write”"
        return [Finding(file: Self.file, line: line, message: message)]
    }

    /// Writes the README if it is outdated, and returns whether it was.
    func write() throws(RepoError) -> Bool {
        guard let texts, texts.old != texts.new else { return false }
        try Files.write(texts.new, to: "\(repository.root)/\(Self.file)")
        return true
    }
}
