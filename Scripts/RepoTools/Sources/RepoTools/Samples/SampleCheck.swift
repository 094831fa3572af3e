/// Checks that each Swift sample of a README is part of a test, so that it compiles. Differences in white space are
/// ignored, because the formatter changes it.
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
        // The samples of the root README may be part of any package's tests.
        return findings + (try check("README.md", against: repository.packages.flatMap(tests)))
    }

    private func tests(of package: Repository.Package) -> [String] {
        package.manifest.targets.filter(\.isTest).flatMap { repository.files(of: $0, in: package) }
    }

    private func check(_ file: String, against tests: [String]) throws(RepoError) -> [Finding] {
        guard Files.exists("\(repository.root)/\(file)") else { return [] }
        let samples = Self.samples(of: try repository.text(file))
        guard !samples.isEmpty else { return [] }
        var sources: [String] = []
        for test in tests { sources.append(Self.withoutWhitespace(try repository.text(test))) }
        return samples.filter { sample in !sources.contains { $0.contains(Self.withoutWhitespace(sample.text)) } }.map {
            sample in
            Finding(
                file: file,
                line: sample.line,
                message: "no test contains this sample; copy it into one, so that it is compiled, or correct it"
            )
        }
    }

    /// Returns the Swift code blocks of a Markdown text, with the line of each fence.
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
                // Blocks of other languages are parsed too, so that their closing fence is not read as an opening one.
                open = (line == "```swift" ? index + 1 : 0, [])
            }
        }
        return samples
    }

    private static func withoutWhitespace(_ text: String) -> String {
        String(text.filter { !$0.isWhitespace })
    }
}
