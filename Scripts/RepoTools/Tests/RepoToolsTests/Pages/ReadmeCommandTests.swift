import Testing

/// Runs every command in the READMEs and pages of this repository, except those listed below with a reason.
@Suite(.enabled(if: ThisRepository.root != nil)) struct ReadmeCommandTests {
    /// The starts of the commands that are not run here, with the reasons.
    private static let notRun: [(start: String, reason: String)] = [
        ("token=$(cat ", "the tests of package Web read the token of a server"),
        (
            "Scripts/demo",
            "builds Seek and a server for minutes; CommandsOnSampleAPITests of CommandLine search the same server"
        ),
        ("Scripts/test", "tests packages for minutes; TestCommandTests run it on small ones"),
        ("Scripts/repo test", "the same as Scripts/test"),
        ("Scripts/repo coverage", "reads what Scripts/test measured; CoverageReportsTests run it with stored results"),
        ("Scripts/repo api --accept", "needs every module built; APIBaselinesTests run it on two"),
        ("Scripts/repo check boundaries", "a part of Scripts/repo check, which is run"),
        ("Scripts/repo check apple", "compiles every module; AppleCheckTests run it on small ones"),
        ("Scripts/lint", "a step of Scripts/test, on the whole repository"),
        ("Scripts/bench", "measures for minutes; BenchTools' tests run each bench for a moment"),
        ("Scripts/torment", "takes minutes; BenchTools' tests run each stress test for a moment"),
        ("Scripts/fuzz", "takes a minute for each target; FuzzTools' tests replay the inputs it collected"),
        ("Scripts/release", "takes minutes; ReleaseCheckTests and ReleaseNotesTests run its parts"),
        ("Scripts/drift", "builds DriftTools, whose tests run the command"),
        ("Scripts/docs", "builds every module; DocsCommandTests run the command on two"),
        ("swift build", "takes minutes"),
        ("swift test", "takes minutes"),
        ("swift run", "takes minutes; FixtureServerTests run the program"),
        ("SEEK_FUZZ_TARGET=", "takes minutes; CorpusTests of FuzzTools replay the inputs it collected"),
        (".build/debug/fixture-server", "serves until it is stopped; FixtureServerTests run it"),
        ("folder=", "sets up the session of CommandLine's tour"),
        ("export ", "sets up the session of CommandLine's tour"),
        ("source <(seek completion", "changes the shell; CommandLine's tests run the completion"),
        ("seek ", "needs the program; TourTests and EveryCommandTests of CommandLine run it"),
        ("sleep ", "waits between two commands of seek"),
        ("curl ", "needs a server; FixtureServerTests, and APITests of Web, send the same"),
        (".build/release/seek web", "serves until it is stopped; SeekWebTests of CommandLine run it"),
        ("seek-web ", "serves until it is stopped; the tests of Web run the server"),
        ("(umask 077", "creates the file of a token; WebProgramTests of Web read one"),
    ]

    private static let documented: [DocumentedCommand] = {
        let files = (try? ThisRepository.files()) ?? []
        // The README of the tools is before that of the root, because a command in the latter creates a package and so
        // changes which packages are affected.
        let pages = files.filter { file in
            file == "README.md" || file.hasSuffix("/README.md")
                || file.contains("/Documentation/") && file.hasSuffix(".md")
        }
        return pages.sorted(by: >).flatMap { file in
            (try? ThisRepository.text(file)).map { DocumentedCommand.all(in: $0, file: file) } ?? []
        }
    }()

    private static func isRun(_ command: DocumentedCommand) -> Bool {
        !notRun.contains { command.command.hasPrefix($0.start) }
    }

    @Test("every command of a README or page is run or listed with a reason")
    func table() {
        #expect(Self.documented.count > 50)
        for (start, _) in Self.notRun {
            #expect(Self.documented.contains { $0.command.hasPrefix(start) }, "\(start)")
        }
        for command in Self.documented.filter(Self.isRun) {
            #expect(command.command.hasPrefix("Scripts/repo "), "\(command.place) is run by no test")
        }
    }

    @Test(
        "the commands of the READMEs, run one after the other, succeed and print the documented output",
        .timeLimit(.minutes(15))
    )
    func run() throws {
        let repo = try copy()
        // A change that affects a package.
        let changed = "Packages/Models/Sources/SeekModels/Changed.swift"
        try repo.write(changed, "// A new file.\n")
        // A command in several READMEs is run once.
        var outcomes: [String: Outcome] = [:]
        for command in Self.documented.filter(Self.isRun) {
            let words = command.command.split(separator: " ").dropFirst().map(String.init)
            let outcome = outcomes[command.command] ?? repo.run(words)
            outcomes[command.command] = outcome
            #expect(outcome.status == 0, "\(command.place)\n\(outcome)")
            guard !command.output.isEmpty else { continue }
            #expect(command.isPrinted(in: outcome.out + outcome.err), "\(command.place)\n\(outcome)")
        }
    }

    @Test("the test suites that the page on attacks names exist")
    func suites() throws {
        let sources = try ThisRepository.files().filter { $0.hasSuffix("Tests.swift") }.map(ThisRepository.text)
        let page = try ThisRepository.text("Packages/Seek/Documentation/Attacks.md")
        let suites = page.matches(of: /`([A-Za-z]+Tests)`/).map { String($0.1) }
        #expect(suites.count > 30)
        for suite in suites { #expect(sources.contains { $0.contains("struct \(suite) ") }, "\(suite)") }
    }

    /// Returns a copy of the working copy on the branch `main` of a new repository, without the files that would cause
    /// every module to be compiled.
    private func copy() throws -> TempRepo {
        let repo = try TempRepo()
        let root = ThisRepository.root ?? ""
        let list = "git ls-files -z --cached --others --exclude-standard ':!Scripts/AppleStandIns'"
        let script = "cd '\(root)' && \(list) | tar --null --ignore-failed-read -T - -c"
        let outcome = try Program.run(["sh", "-c", "{ \(script); } | tar -x -C '\(repo.root)'"])
        #expect(repo.exists("Scripts/repo.json"), "\(outcome.err)")
        try repo.git("init", "-q", "-b", "main")
        try repo.commit()
        return repo
    }
}

@Suite struct DocumentedCommandTests {
    private let text = """
        # A
        ```swift
        let a = 1 # no command
        ```
        ```sh
        tool check          # all of it
        tool who a \\
            b               # → a  b…  c
        ```
        ```
        $ tool list
        one
        two
        ```
        """

    @Test("commands and their output are read from shell blocks and sessions")
    func reading() {
        let commands = DocumentedCommand.all(in: text, file: "README.md")
        #expect(commands.map(\.command) == ["tool check", "tool who a b", "tool list"])
        #expect(commands.map(\.line) == [6, 7, 11])
        #expect(commands.map(\.output) == ["", "a  b…  c", "one\ntwo\n"])
    }

    @Test(
        "output is compared by words, and … matches any text",
        arguments: [
            ("a b c", "a\tb   c\n", true), ("a … c", "x\na b b c", true), ("a …", "a b", true), ("a b", "a b c", false),
            ("b", "a b", false), ("a … d", "a b c", false),
        ]
    )
    func matching(shown: String, printed: String, isShown: Bool) {
        let command = DocumentedCommand(file: "", line: 1, command: "", output: shown)
        #expect(command.isPrinted(in: printed) == isShown)
    }
}
