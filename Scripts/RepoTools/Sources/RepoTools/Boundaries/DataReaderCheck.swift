/// Compares `readBy` in the rules with the tests, so that no test is omitted when its data changes.
///
/// A test reads data if it contains its name: for `Fixtures/youtube/**` a string that starts with `youtube/`. Names
/// composed at run time are not found.
struct DataReaderCheck {
    private let repository: Repository
    /// The start of the name in a string, the pattern, and the packages that may read the data.
    private let names: [(start: String, pattern: String, readers: [String])]

    init(_ repository: Repository) {
        self.repository = repository
        names = repository.configuration.readBy.sorted { $0.key < $1.key }.compactMap { pattern, readers in
            let fixed = pattern.split(separator: "/").prefix { !$0.contains { $0 == "*" || $0 == "?" } }
            // A pattern without a subfolder has no name to search for.
            guard fixed.count > 1, let folder = fixed.last else { return nil }
            return ("\"\(folder)/", pattern, readers)
        }
    }

    func findings() throws(RepoError) -> [Finding] {
        var findings: [Finding] = []
        for package in repository.packages {
            let foreign = names.filter { !$0.readers.contains(package.name) }
            guard !foreign.isEmpty else { continue }
            for target in package.manifest.targets where target.isTest {
                for path in Files.all(below: "\(repository.root)/\(package.folder)/\(target.folder)", suffix: ".swift")
                {
                    let lines = try Files.text(path).split(separator: "\n", omittingEmptySubsequences: false)
                    for (index, line) in lines.enumerated() {
                        guard let name = foreign.first(where: { line.contains($0.start) }) else { continue }
                        let file = String(path.dropFirst(repository.root.count + 1))
                        let message =
                            "names data of \(name.pattern), which \(package.name) is not listed to read; add "
                            + "\(package.name) to readBy in \(RepoConfiguration.file)"
                        findings.append(Finding(file: file, line: index + 1, message: message))
                    }
                }
            }
        }
        return findings
    }
}
