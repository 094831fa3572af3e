/// Holds the samples of the READMEs against the tests: each block of Swift must stand in a test as it stands there, so that
/// it compiles. White space and line breaks are no difference: the formatter may have its way.
struct SampleCheck {
    private let repository: Repository

    init(_ repository: Repository) {
        self.repository = repository
    }

    func findings() throws(RepoError) -> [Finding] {
        var findings: [Finding] = []
        for package in repository.packages {
            findings += try check("\(package.folder)/README.md", against: tests(of: package))
        }
        // The samples of the repository's own README may stand in any package's tests.
        return findings + (try check("README.md", against: repository.packages.flatMap(tests)))
    }

    private func tests(of package: Repository.Package) -> [String] {
        package.manifest.targets.filter(\.isTest).flatMap { target in
            Files.all(below: "\(repository.root)/\(package.folder)/\(target.folder)", suffix: ".swift")
        }
    }

    private func check(_ file: String, against tests: [String]) throws(RepoError) -> [Finding] {
        guard Files.exists("\(repository.root)/\(file)") else { return [] }
        let samples = Self.samples(of: try Files.text("\(repository.root)/\(file)"))
        guard !samples.isEmpty else { return [] }
        var sources: [String] = []
        for test in tests { sources.append(Self.dense(try Files.text(test))) }
        return samples.filter { sample in !sources.contains { $0.contains(Self.dense(sample.text)) } }.map { sample in
            Finding(
                file: file,
                line: sample.line,
                message: "this sample stands in no test; copy it into one, so that it is compiled, or mend it"
            )
        }
    }

    /// The blocks of Swift in a Markdown text, with the line of each one's fence.
    static func samples(of text: String) -> [(line: Int, text: String)] {
        var samples: [(line: Int, text: String)] = []
        var open: (line: Int, lines: [Substring])?
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            guard line.hasPrefix("```") else {
                open?.lines.append(line)
                continue
            }
            if let block = open {
                if block.line > 0 { samples.append((block.line, block.lines.joined(separator: "\n"))) }
                open = nil
            } else {
                // Blocks of other languages are opened too, so that their end is not taken for a beginning.
                open = (line == "```swift" ? index + 1 : 0, [])
            }
        }
        return samples
    }

    private static func dense(_ text: String) -> String {
        String(text.filter { !$0.isWhitespace })
    }
}
