/// Checks that the drawings of the package graph match the manifests: the one in the README between `<!-- graph -->`
/// and `<!-- /graph -->`, and the SVG file that `repo.json` names.
struct GraphCheck {
    private let repository: Repository
    private let drawing: GraphDrawing

    static let file = "README.md"
    private static let (start, end) = ("<!-- graph -->", "<!-- /graph -->")

    init(_ repository: Repository) {
        self.repository = repository
        drawing = GraphDrawing(repository)
    }

    /// Returns the expected text of each file; the README is included only if it has the markers.
    private func expected() -> [(file: String, text: String)] {
        var expected: [(file: String, text: String)] = []
        if let text = try? Files.text("\(repository.root)/\(Self.file)"), let new = drawn(into: text) {
            expected.append((Self.file, new))
        }
        let image = repository.configuration.graphImage
        if !image.isEmpty { expected.append((image, drawing.svg)) }
        return expected
    }

    /// Whether the repository has a place for a drawing.
    var hasOutputs: Bool { !expected().isEmpty }

    /// What to do if ``hasOutputs`` is false.
    static let advice =
        "add \(start) and \(end) to \(file), or set graphImage in \(RepoConfiguration.file)"

    private func drawn(into text: String) -> String? {
        guard let start = text.firstRange(of: Self.start), let end = text.firstRange(of: Self.end),
            start.upperBound <= end.lowerBound
        else { return nil }
        let block = "\n```mermaid\n\(drawing.mermaid)```\n"
        return text[..<start.upperBound] + block + text[end.lowerBound...]
    }

    func findings() -> [Finding] {
        expected().compactMap { file, text in
            let old = try? Files.text("\(repository.root)/\(file)")
            guard old != text else { return nil }
            let line = ManifestSource(file, root: repository.root).line(with: Self.start)
            let message = "the package graph does not match the manifests; run “Scripts/repo graph --write”"
            return Finding(file: file, line: line, message: message)
        }
    }

    /// Writes the outdated files and returns them.
    func write() throws(RepoError) -> [String] {
        var files: [String] = []
        for (file, text) in expected() where (try? Files.text("\(repository.root)/\(file)")) != text {
            try Files.write(text, to: "\(repository.root)/\(file)")
            files.append(file)
        }
        return files
    }
}
