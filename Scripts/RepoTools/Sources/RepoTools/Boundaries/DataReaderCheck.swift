/// Compares `readBy` in the rules with the tests, so that no test is omitted when its data changes.
///
/// A test reads data if its sources contain the name of the data: for `Fixtures/youtube/**` a string that starts with
/// `youtube/`. Names composed at run time are not found.
struct DataReaderCheck {
    private let repository: Repository
    private let names: [Name]

    /// The name of data in test sources.
    private struct Name {
        /// The start of the string literal that contains the name.
        var start: String
        /// The path pattern in the rules.
        var pattern: String
        /// The packages and test targets that may read the data.
        var readers: [String]
    }

    init(_ repository: Repository) {
        self.repository = repository
        names = repository.configuration.readBy.sorted { $0.key < $1.key }.compactMap { pattern, readers -> Name? in
            let fixed = pattern.split(separator: "/").prefix { !$0.contains { $0 == "*" || $0 == "?" } }
            // A pattern without a subfolder has no name to search for.
            guard fixed.count > 1, let folder = fixed.last else { return nil }
            return Name(start: "\"\(folder)/", pattern: pattern, readers: readers)
        }
    }

    func findings() throws(RepoError) -> [Finding] {
        var findings: [Finding] = []
        for package in repository.packages {
            for target in package.manifest.targets where target.isTest {
                let unlistedNames = names.filter {
                    !$0.readers.contains(package.name) && !$0.readers.contains(target.name)
                }
                guard !unlistedNames.isEmpty else { continue }
                for file in repository.files(of: target, in: package) {
                    findings += try self.findings(in: file, of: package, unlistedNames)
                }
            }
        }
        return findings
    }

    private func findings(in file: String, of package: Repository.Package, _ unlistedNames: [Name]) throws(RepoError)
        -> [Finding]
    {
        let lines = try repository.text(file).split(separator: "\n", omittingEmptySubsequences: false)
        return lines.enumerated().compactMap { index, line in
            guard let name = unlistedNames.first(where: { line.contains($0.start) }) else { return nil }
            let message =
                "reads data of \(name.pattern), but \(package.name) is not listed as a reader; add "
                + "\(package.name) to readBy in \(RepoConfiguration.file)"
            return Finding(file: file, line: index + 1, message: message)
        }
    }
}
