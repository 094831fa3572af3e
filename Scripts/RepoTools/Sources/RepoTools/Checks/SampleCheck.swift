import Foundation

/// Checks that each Swift sample of a README or an article is part of some package's tests, or of the sources in a
/// folder that `repo.json` names, so that the sample is compiled. Differences in whitespace are ignored, because the
/// formatter changes it.
struct SampleCheck {
    private let repository: Repository

    init(_ repository: Repository) {
        self.repository = repository
    }

    func findings() throws(RepoError) -> [Finding] {
        var sources = Data()
        for file in repository.packages.flatMap(tests)
            + repository.configuration.documentation.samples.flatMap(self.sources)
        {
            sources += Self.withoutWhitespace(try repository.text(file)) + [0]
        }
        var findings: [Finding] = []
        for file in Set(repository.packages.map { $0.path("README.md") } + ["README.md"]).sorted() + articles {
            findings += try check(file, against: sources)
        }
        return findings
    }

    private var articles: [String] {
        let targets = repository.packages.flatMap { package in
            package.manifest.targets.filter { !$0.isTest }.flatMap { target in
                repository.files(of: target, in: package, suffix: ".md").filter { $0.contains(".docc/") }
            }
        }
        let documentation = repository.configuration.documentation
        let catalogs = documentation.catalogs + [documentation.firstPage].filter { !$0.isEmpty }
        return targets + catalogs.flatMap { files(below: $0, suffix: ".md") }
    }

    private func files(below folder: String, suffix: String) -> [String] {
        Files.all(below: "\(repository.root)/\(folder)", suffix: suffix).map(repository.relative)
    }

    private func sources(below folder: String) -> [String] { files(below: folder, suffix: ".swift") }

    private func tests(of package: Repository.Package) -> [String] {
        package.manifest.targets.filter(\.isTest).flatMap { repository.files(of: $0, in: package) }
    }

    private func check(_ file: String, against sources: Data) throws(RepoError) -> [Finding] {
        guard Files.exists("\(repository.root)/\(file)") else { return [] }
        let samples = Self.samples(of: try repository.text(file)).filter { sample in
            let sample = Self.withoutWhitespace(sample.text)
            return !sample.isEmpty && sources.range(of: sample) == nil
        }
        let message = "no test contains this sample; copy it into one, so that it is compiled, or correct it"
        return samples.map { Finding(file: file, line: $0.line, message: message) }
    }

    /// Returns the Swift code blocks of a Markdown text, with the line of each opening fence.
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
                // Blocks of other languages are parsed too, with the line 0, so that their closing fence does not count
                // as an opening one.
                open = (line == "```swift" ? index + 1 : 0, [])
            }
        }
        return samples
    }

    private static func withoutWhitespace(_ text: String) -> Data {
        Data(text.utf8.filter { $0 > UInt8(ascii: " ") })
    }
}
