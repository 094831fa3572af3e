import Testing

@testable import RepoTools

@Suite("check words")
struct WordCheckTests {
    private func copy(_ except: [RepoConfiguration.Words.Exception] = []) throws -> (TempRepo, Repository) {
        var (repo, repository) = try FivePackageRepo.copy()
        repository.configuration.words = RepoConfiguration.Words(
            files: ["*.swift", "*.md"],
            replace: ["nobody, somebody": "no caller", "set aside": "quarantine"],
            except: except
        )
        return (repo, repository)
    }

    @Test(
        "finds whole words and phrases without regard to case",
        arguments: [
            ("// Nobody waits.", 1), ("let a = \"somebody, nobody\"", 2), ("it is set aside", 1),
            ("quarantine(nobodys)", 0),
            ("nobody_else nobody2 anobody", 0), ("set  aside, set\naside", 0), ("(nobody)", 1),
        ]
    )
    func words(text: String, count: Int) throws {
        let (repo, repository) = try copy()
        try repo.write("libs/Web/Sources/AcmeWeb/A.swift", text)
        #expect(try WordCheck(repository).findings().count == count)
    }

    @Test("reports the location, the word and its replacement")
    func messages() throws {
        let (repo, repository) = try copy()
        try repo.write("libs/Web/README.md", "# Web\n\nNobody.\n")
        try repo.write("data/web.json", "nobody")
        try repo.write(".build/a.swift", "nobody")
        #expect(
            try WordCheck(repository).findings().map(\.description) == [
                "libs/Web/README.md:3: “nobody”: write no caller (the rule: words in Scripts/repo.json)"
            ]
        )
    }

    @Test("an exception permits its words in its files, and is a finding if it is not needed")
    func exceptions() throws {
        let (repo, repository) = try copy([
            .init(files: ["libs/Web/**"], words: ["Nobody"], reason: "a user of this name")
        ])
        #expect(
            try WordCheck(repository).findings().map(\.description) == [
                "Scripts/repo.json:1: the exception of words for libs/Web/** (a user of this name) is no longer needed; remove it"
            ]
        )
        try repo.write("libs/Web/README.md", "nobody and somebody")
        #expect(try WordCheck(repository).findings().map(\.message).allSatisfy { $0.hasPrefix("“somebody”") })
        try repo.write("libs/App/README.md", "nobody")
        #expect(try WordCheck(repository).findings().count == 2)
    }
}
