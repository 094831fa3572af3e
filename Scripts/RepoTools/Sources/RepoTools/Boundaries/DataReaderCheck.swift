/// Holds the rules' `readBy` against the tests: a list kept by hand that misses a reader would leave its tests out when
/// the data changes.
///
/// A test reads data when it names it: for `Fixtures/youtube/**` a string that starts with `youtube/`. A name put together
/// at run time is not seen, and one that means something else costs no more than an entry too many in the list.
struct DataReaderCheck {
    private let repository: Repository
    /// How a name of the data starts in a string → its pattern and who may read it.
    private let names: [(start: String, pattern: String, readers: [String])]

    init(_ repository: Repository) {
        self.repository = repository
        names = repository.configuration.readBy.sorted { $0.key < $1.key }.compactMap { pattern, readers in
            let fixed = pattern.split(separator: "/").prefix { !$0.contains { $0 == "*" || $0 == "?" } }
            // A pattern of one folder has no name of its own below it.
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
                            "names data of \(name.pattern), which \(package.name) is not said to read; add "
                            + "\(package.name) to readBy in \(RepoConfiguration.file)"
                        findings.append(Finding(file: file, line: index + 1, message: message))
                    }
                }
            }
        }
        return findings
    }
}
