/// A drawing of the package graph. An arrow means “depends on”; dependencies of tests are omitted.
struct GraphDrawing {
    private let packages: Set<String>
    /// The edges, sorted. An edge that is implied by others is omitted.
    private(set) var edges: [(from: String, to: String)] = []

    init(_ graph: PackageGraph, packages: Set<String>) {
        self.packages = packages
        func needs(_ package: String) -> Set<String> { graph.productEdges[package, default: []].intersection(packages) }
        var reachable: [String: Set<String>] = [:]
        for package in graph.inBuildOrder where packages.contains(package) {
            let direct = needs(package)
            reachable[package] = direct.reduce(into: direct) { $0.formUnion(reachable[$1, default: []]) }
        }
        for package in packages.sorted() {
            let direct = needs(package)
            let indirect = direct.reduce(into: Set<String>()) { $0.formUnion(reachable[$1, default: []]) }
            edges += direct.subtracting(indirect).sorted().map { (package, $0) }
        }
    }

    init(_ repository: Repository) {
        self.init(PackageGraph(repository), packages: Set(repository.mainPackages.map(\.name)))
    }

    var mermaid: String {
        let alone = packages.filter { name in !edges.contains { $0.from == name || $0.to == name } }
        return "graph TD\n"
            + edges.map { "    \(Repository.fileName(of: $0.from)) --> \(Repository.fileName(of: $0.to))\n" }.joined()
            + alone.sorted().map { "    \(Repository.fileName(of: $0))\n" }.joined()
    }
}

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
