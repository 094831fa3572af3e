import Foundation

/// Compares `readBy` in `repo.json` with the tests, so that no test is omitted when its data changes.
///
/// A test reads data if its sources contain the name of the data: for `Fixtures/youtube/**` a string that starts with
/// `youtube/`; for `Packages/Web/README.md` a string that is `README.md`, `Web/README.md` or the whole path, alone or
/// after an interpolation and a slash. Names composed in other ways are not found. If several patterns have the same
/// name, the check cannot know which data the test reads, and the test must be listed as a reader for one of them.
struct DataReaderCheck {
    private let repository: Repository
    private let names: [Name]

    /// The name of data in test sources.
    private struct Name {
        /// The name as it appears in a string literal, including the quotation mark before or after it.
        var text: String
        /// The path patterns in `readBy`.
        var patterns: [String]
        /// The packages and test targets that may read the data.
        var readers: Set<String>
    }

    init(_ repository: Repository) {
        self.repository = repository
        let entries = repository.configuration.readBy.sorted { $0.key < $1.key }.flatMap { pattern, readers in
            Self.texts(of: pattern).map { Name(text: $0, patterns: [pattern], readers: Set(readers)) }
        }
        names = Dictionary(grouping: entries, by: \.text).sorted { $0.key < $1.key }.map { text, names in
            Name(text: text, patterns: names.flatMap(\.patterns), readers: Set(names.flatMap(\.readers)))
        }
    }

    /// Returns the texts in test sources by which tests name the data.
    private static func texts(of pattern: String) -> [String] {
        let components = pattern.split(separator: "/")
        func isFixed(_ component: Substring) -> Bool { !component.contains { $0 == "*" || $0 == "?" } }
        let file = components.reversed().prefix(while: isFixed).reversed()
        if !file.isEmpty, !pattern.hasSuffix("/") {
            return file.indices.flatMap { index in
                let path = file[index...].joined(separator: "/")
                return ["\"\(path)\"", ")/\(path)\""]
            }
        }
        // A pattern without a subfolder has no name to search for.
        let folder = components.prefix(while: isFixed)
        return folder.count > 1 ? ["\"\(folder[folder.endIndex - 1])/"] : []
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
        let data = try Files.data("\(repository.root)/\(file)")
        let names = unlistedNames.filter { data.range(of: Data($0.text.utf8)) != nil }
        guard !names.isEmpty else { return [] }
        let lines = String(decoding: data, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        return lines.enumerated().compactMap { index, line in
            guard let name = names.first(where: { line.contains($0.text) }) else { return nil }
            let patterns = name.patterns.joined(separator: " or ")
            let message =
                "reads data of \(patterns), but \(package.name) is not listed as a reader; add \(package.name) to "
                + "readBy in \(RepoConfiguration.file)"
            return Finding(file: file, line: index + 1, message: message)
        }
    }
}
