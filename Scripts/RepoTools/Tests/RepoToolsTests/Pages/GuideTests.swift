import Testing

/// Follows the guide “Five minutes” of the README in a repository like the one that the guide describes.
@Suite(.enabled(if: ThisRepository.root != nil)) struct GuideTests {
    /// The starts of commands that are not run here.
    private static let notRun = ["cd ", "Scripts/repo affected --base main --targets | xargs"]

    private static func section() throws -> String {
        let text = try ThisRepository.text("Scripts/RepoTools/README.md")
        let start = try #require(text.firstRange(of: "## Five minutes")?.lowerBound)
        let end = try #require(text[start...].firstRange(of: "\n## The rules")?.lowerBound)
        return String(text[start..<end])
    }

    @Test("each command prints what the guide shows")
    func commands() throws {
        let repo = try ShopRepo.copy()
        repo.remove("Scripts")
        repo.remove(".build")
        try repo.git("config", "user.name", "Test")
        try repo.git("config", "user.email", "test@example.com")
        try repo.commit()
        let text = try Self.section().replacing("```console", with: "```")
        var run = 0
        for command in DocumentedCommand.all(in: text, file: "README.md")
        where !Self.notRun.contains(where: command.command.hasPrefix) {
            let printed = try Self.run(command.command, in: repo)
            run += 1
            for line in command.output.split(separator: "\n") {
                var documentedLine = command
                documentedLine.output = String(line)
                #expect(documentedLine.isPrinted(in: printed), "\(command.command)\n\(printed)")
            }
        }
        #expect(run == 5)
    }

    private static func run(_ command: String, in repo: TempRepo) throws -> String {
        let words = command.replacing("\"$PWD\"", with: repo.root).split(separator: " ").map(String.init)
        guard words[0].hasSuffix("Scripts/repo") else {
            return try Program.output(["sh", "-c", "cd '\(repo.root)' && \(command)"])
        }
        let outcome = repo.run(Array(words.dropFirst()))
        #expect(outcome.status == 0, "\(command): \(outcome)")
        return outcome.out
    }

    @Test("the rules of the guide are valid")
    func rules() throws {
        let text = try Self.section()
        let start = try #require(text.firstRange(of: "```json\n")?.upperBound)
        let end = try #require(text[start...].firstRange(of: "```")?.lowerBound)
        let repo = try ShopRepo.copy()
        try repo.write("Scripts/repo.json", String(text[start..<end]))
        #expect(repo.run("check", "layout", "boundaries").status == 0)
    }
}
