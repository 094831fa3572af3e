/// The outlines of manifests (their targets, products and dependencies), stored in one file by the hash of the
/// manifest. A manifest that reads only its own text is evaluated once, and a single read returns all known outlines.
struct OutlineStore {
    /// The full path.
    var file: String
    /// Reads the text of a manifest, by its hash or from its location.
    var text: @Sendable (_ blob: String, _ path: String) throws(RepoError) -> String
    /// Evaluates the manifest of a folder; replaced in tests.
    var dump: @Sendable (_ folder: String) throws(RepoError) -> String

    /// The first line of the file. A file from another toolchain, or in another format, is ignored.
    private var heading: String { "outlines 3 \(Toolchain.fingerprint)" }

    /// Returns the outlines of manifests: hash → outline.
    ///
    /// - Parameter paths: Hash → the paths of manifests with this content.
    func outlines(of paths: [String: Set<String>]) throws(RepoError) -> [String: Outline] {
        let known = read()
        var outlines: [String: Outline] = [:]
        var missing: [String] = []
        for blob in paths.keys {
            if let line = known[blob[...]], let outline = Outline(line: line) {
                outlines[blob] = outline
            } else {
                missing.append(blob)
            }
        }
        guard !missing.isEmpty else { return outlines }
        let results = missing.sorted().concurrentMap { blob throws(RepoError) in
            try (blob, evaluate(blob, paths: paths[blob, default: []].sorted()))
        }
        let evaluations = results.compactMap { try? $0.get() }
        for (blob, evaluation) in evaluations { outlines[blob] = evaluation.outline }
        let reusable = evaluations.filter { !$1.dependsOnLocation }.map { ($0, $1.outline) }
        if !reusable.isEmpty { save(reusable, to: known, needed: paths.count) }
        // An error is thrown only now, so that the other outlines are stored.
        for result in results { _ = try result.get() }
        return outlines
    }

    private struct Evaluation {
        var outline: Outline
        /// Whether the result depends on more than the text, so that it can differ in another place or at another time.
        var dependsOnLocation: Bool
    }

    /// Names whose use means that a manifest reads more than its own text.
    private static let locationDependentNames = [
        "Context.", "#file", "ProcessInfo", "FileManager", "getenv", "contentsOf",
    ]

    /// Evaluates a manifest in a temporary folder, because a manifest of another commit has no file.
    private func evaluate(_ blob: String, paths: [String]) throws(RepoError) -> Evaluation {
        let path = paths.first ?? blob
        let package = Repository.fileName(of: Files.name(of: Files.parent(of: path)))
        let scratch = try ScratchFolder()
        defer { scratch.remove() }
        let folder = "\(scratch.path)/\(package)"
        let text = try text(blob, path)
        let dependsOnLocation = Self.locationDependentNames.contains { text.contains($0) }
        if dependsOnLocation, paths.count > 1 {
            throw RepoError("\(paths[0]) and \(paths[1]) have the same text, whose result may depend on the location")
        }
        try Files.write(text, to: "\(folder)/Package.swift")
        do throws(RepoError) {
            let output = try dump(folder)
            var outline = Outline(try ManifestLoader.parse(output, of: folder))
            // `#if` may hide a change on this platform, so such a manifest has no hashes and always counts as changed.
            if !dependsOnLocation, !text.contains("#if") { outline.addDigests(dump: output, folder: folder) }
            return Evaluation(outline: outline, dependsOnLocation: dependsOnLocation)
        } catch {
            throw RepoError(error.message.replacing(folder + "/Package.swift", with: path))
        }
    }

    // MARK: The file

    private func read() -> [Substring: Substring] {
        guard let text = try? Files.text(file) else { return [:] }
        var lines = text.utf8.split(separator: UInt8(ascii: "\n"))[...]
        guard let first = lines.popFirst(), Substring(first) == heading else { return [:] }
        var known: [Substring: Substring] = [:]
        known.reserveCapacity(lines.count)
        for line in lines {
            guard let space = line.firstIndex(of: UInt8(ascii: " ")) else { continue }
            known[Substring(line[..<space])] = Substring(line[line.index(after: space)...])
        }
        return known
    }

    /// Stores outlines. A failure is ignored, because the cache only saves time.
    private func save(_ outlines: [(blob: String, outline: Outline)], to known: [Substring: Substring], needed: Int) {
        // Known outlines are dropped once most of the file is unused.
        let retained = known.count > 1000 + 4 * needed ? [:] : known
        var lines = retained.map { "\($0.key) \($0.value)" }
        for (blob, outline) in outlines {
            if let line = outline.line { lines.append("\(blob) \(line)") }
        }
        try? Files.replace(file, with: ([heading] + lines.sorted()).joined(separator: "\n") + "\n")
    }
}
