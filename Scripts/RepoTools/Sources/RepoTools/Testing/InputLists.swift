import SeekBasics

/// The files, with hashes, that the test result of each package depends on. If they are the same as in the last run
/// that passed, the tests are not repeated.
///
/// The files are determined by the same rules as for `repo affected`. Files that Git ignores, the environment and
/// system libraries are not included; use `repo test --force` if they changed.
struct InputLists {
    /// The list of each package; empty if the lists cannot be determined.
    private(set) var packages: [String: String] = [:]
    /// The list for the build of the root manifest: all files except inert ones, which no build and no test reads.
    private(set) var root: String?
    /// The list of all files.
    private(set) var allFiles: String?

    init(_ repository: Repository) {
        // Without lists, everything is tested.
        try? fill(repository)
    }

    private mutating func fill(_ repository: Repository) throws(RepoError) {
        let git = Git(folder: repository.root)
        let files = Set(try git.files()).sorted()
        guard !files.contains(where: { $0.contains("\n") }) else { return }
        let hashes = try git.hashes(of: files)
        var lines: [(path: String, line: String)] = []
        for (path, hash) in zip(files, hashes) {
            let mode = Files.isExecutable("\(repository.root)/\(path)") ? "x" : "-"
            lines.append((path, "\(mode) \(hash) \(path)\n"))
        }
        let heading = "toolchain \(Toolchain.fingerprint)\n"
        let graph = TargetGraph(repository)
        let classes = PathClasses(repository)
        let manifests = Dictionary(repository.graphPackages.map { ($0.folder, $0.name) }) { first, _ in first }
        var common = heading
        var targetLines: [Int: String] = [:]
        var nonInert = heading
        let inert = repository.configuration.inert.map(Glob.init)
        for (path, line) in lines {
            do throws(RepoError) {
                // Of `repo.json`, only the rules that concern a package are added below.
                var targets = path == RepoConfiguration.file ? [] : try classes.targets(of: path)
                if ManifestLoader.isManifest(path), let package = manifests[Files.parent(of: path)] {
                    targets = graph.targets(of: package)
                }
                for index in targets.compactMap(graph.index) { targetLines[index, default: ""] += line }
            } catch {
                common += line
            }
            if inert.contains(where: { $0.matches(path) }) { continue }
            nonInert += line
        }
        for package in repository.packages {
            let indices = graph.targets.indices.filter { graph.targets[$0].package == package.name }
            let rules = repository.configuration.lines(
                concerning: package.name,
                folder: package.folder,
                targets: indices.map { graph.targets[$0].name }
            )
            let closure = graph.closure(of: indices)
            packages[package.name] =
                common + "- \(FNV1a.hex(rules)) \(RepoConfiguration.file)\n"
                + closure.sorted().map { targetLines[$0, default: ""] }.joined()
        }
        root = nonInert
        allFiles = heading + lines.map(\.line).joined()
    }

    /// Returns a description of the first difference between two lists, or nil.
    static func difference(_ old: String, _ new: String) -> String? {
        guard old != new else { return nil }
        let (before, after) = (Set(old.split(separator: "\n")), Set(new.split(separator: "\n")))
        let line = after.subtracting(before).sorted().first ?? before.subtracting(after).sorted().first
        guard let line, !line.hasPrefix("toolchain ") else { return "the toolchain" }
        return line.split(separator: " ", maxSplits: 2).last.map(String.init)
    }
}
