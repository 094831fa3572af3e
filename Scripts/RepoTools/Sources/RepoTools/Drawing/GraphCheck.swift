/// Compares the graph in the README, between `<!-- graph -->` and `<!-- /graph -->`, and the drawing with the
/// manifests.
struct GraphCheck {
    private let repository: Repository
    private let drawing: GraphDrawing

    static let file = "README.md"
    private static let (start, end) = ("<!-- graph -->", "<!-- /graph -->")

    init(_ repository: Repository) {
        self.repository = repository
        drawing = GraphDrawing(repository)
    }

    /// Returns the expected content of each file; the README is included only if it has the markers.
    private func wanted() -> [(file: String, text: String)] {
        var wanted: [(file: String, text: String)] = []
        if let text = try? Files.text("\(repository.root)/\(Self.file)"), let new = drawn(into: text) {
            wanted.append((Self.file, new))
        }
        if let file = repository.configuration.graphImage { wanted.append((file, drawing.svg)) }
        return wanted
    }

    /// Whether the README has the markers.
    var hasMarkers: Bool { !wanted().isEmpty }

    static let advice =
        "write \(start) and \(end) into \(file), or name a file as graphImage in \(RepoConfiguration.file)"

    private func drawn(into text: String) -> String? {
        guard let start = text.firstRange(of: Self.start), let end = text.firstRange(of: Self.end),
            start.upperBound <= end.lowerBound
        else { return nil }
        let block = "\n```mermaid\n\(drawing.mermaid)```\n"
        return text[..<start.upperBound] + block + text[end.lowerBound...]
    }

    func findings() -> [Finding] {
        wanted().compactMap { file, text in
            let old = try? Files.text("\(repository.root)/\(file)")
            guard old != text else { return nil }
            let line = ManifestSource(file, root: repository.root).line(with: Self.start)
            return Finding(
                file: file,
                line: line,
                message: "the graph of packages is not the one of the manifests; run “Scripts/repo graph --write”"
            )
        }
    }

    /// Writes the outdated files and returns them.
    func write() throws(RepoError) -> [String] {
        var files: [String] = []
        for (file, text) in wanted() where (try? Files.text("\(repository.root)/\(file)")) != text {
            try Files.write(text, to: "\(repository.root)/\(file)")
            files.append(file)
        }
        return files
    }
}
