import Testing

@Suite struct RepoCommandTests {
    @Test(
        "each command prints help in any folder",
        arguments: [
            ["--help"], ["help"], ["check", "--help"], ["affected", "-h"], ["test", "--help"], ["coverage", "--help"],
            ["manifests", "--help"], ["graph", "--help"], ["ci", "--help"], ["api", "--help"],
            ["new-package", "--help"], ["docs", "--help"], ["release", "--help"], ["init", "--help"],
        ]
    )
    func help(arguments: [String]) throws {
        let outcome = Outcome.running(arguments, in: "/")
        #expect(outcome.status == 0)
        #expect(outcome.out.hasPrefix("usage: repo"))
        #expect(outcome.err == "")
    }

    @Test(
        "invalid arguments exit with 2 and a message that describes the problem",
        arguments: [
            ([], "name a command: affected, api, check, ci, coverage, docs, graph"),
            (["chek"], "there is no command “chek”"),
            (["check", "borders"], "there is no check “borders”; the checks are layout"),
            (["check", "--fix"], "unknown flag '--fix'"),
            (["coverage", "x"], "unexpected argument 'x'"),
            (["affected"], "affected needs --base REV"),
            (["affected", "--base"], "--base needs a value"),
            (["affected", "--base", "a", "--base", "b"], "--base can be given only once"),
            (["affected", "--base", "a", "--bsae", "b"], "unknown flag '--bsae'; did you mean '--base'?"),
            (["affected", "--base=main", "--format", "xml"], "--format takes text or json"),
            (["affected", "--base=main", "--targets", "--format", "json"], "--targets needs --format text"),
            (["ci", "plan", "--shards", "none"], "--shards takes a number from 1"),
            (["ci", "walk"], "ci takes “plan”"),
            (["docs", "--port", "80"], "--port needs --serve"),
            (["docs", "--serve", "--port", "many"], "--port takes a number from 0 (any free one) to 65535"),
            (["release"], "release takes “check” or “notes”"),
            (["release", "pack"], "release takes “check” or “notes”"),
            (["release", "check"], "release check needs a VERSION"),
            (["test", "--all", "--affected", "main"], "give only one of --all, --package and --affected"),
            (["test", "--package", "Missing"], "there is no package “Missing”; the packages are App, Base"),
        ]
    )
    func usage(arguments: [String], expected: String) throws {
        let repo = try FivePackageRepo.copy()
        let outcome = Outcome.running(arguments, in: repo.root + "/libs/Web")
        #expect(outcome.status == 2)
        #expect(outcome.err.contains(expected), "\(outcome.err)")
        #expect(outcome.out == "")
    }

    @Test("outside a repository, the error names the missing Scripts/repo.json")
    func noRoot() {
        let outcome = Outcome.running(["check"], in: "/")
        #expect(outcome.status == 1)
        #expect(outcome.err.contains("no Scripts/repo.json at or above /"))
    }

    @Test(
        "rules that match no package, or name a missing one, are an error",
        arguments: [
            (#"{"packages": ["pkgs/*"]}"#, "“packages” matches no package (pkgs/*); correct it"),
            (#"{"packages": []}"#, "“packages” matches no package (it is empty)"),
        ]
    )
    func noPackages(rules: String, expected: String) throws {
        let repo = try FivePackageRepo.copy()
        try repo.write("Scripts/repo.json", rules)
        try repo.commit()
        for words in [
            ["check"], ["affected", "--base", "HEAD"], ["affected", "--base", "HEAD~1"],
            ["affected", "--base", "nowhere"],
            ["ci", "plan", "--event", "schedule"], ["ci", "plan"], ["test"],
        ] {
            let outcome = repo.run(words)
            #expect(outcome.status == 1, "\(words): \(outcome)")
            #expect(outcome.err.contains(expected), "\(words): \(outcome)")
            #expect(outcome.out == "", "\(words): \(outcome)")
        }
        try repo.write("Scripts/repo.json", #"{"packages": ["libs/*", "libs/Wbe"]}"#)
        #expect(repo.run("check").err.contains("there is no libs/Wbe/Package.swift"))
    }

    @Test(
        "rules that cannot be read, or contain an unknown member, are an error that names the file",
        arguments: [
            (#"{"packages": [], "mayImprot": {}}"#, "there is no rule “mayImprot”"),
            (#"{"packages": [], "coverage": {"treshold": 90}}"#, "“coverage” has no member “treshold”"),
            (#"{"packages": [], "mayImport": []}"#, "is not valid"),
            (#"{"mayImport": {}}"#, "is not valid"),
            (#"{"packages": "#, "is not valid"),
        ]
    )
    func invalidRules(rules: String, expected: String) throws {
        let repo = try TempRepo(files: [:], rules: rules)
        for words in [["check"], ["affected", "--base", "HEAD"]] {
            let outcome = repo.run(words)
            #expect(outcome.status == 1)
            #expect(outcome.err.contains(expected), "\(outcome)")
            #expect(outcome.err.contains("Scripts/repo.json"))
        }
    }

    @Test("a missing file or commit is reported with the remedy; without a previous commit, ci plan selects everything")
    func remedies() throws {
        let repo = try FivePackageRepo.copy()
        #expect(repo.run("graph", "--write").err.contains("nothing to write; add <!-- graph -->"))
        let head = repo.run("affected", "--base", "main", "--head", "topic").err
        #expect(head.contains("there is no commit “topic”"), "\(head)")
        let plan = repo.run("ci", "plan", "--event", "push", "--base", String(repeating: "0", count: 40)).err
        #expect(plan.hasPrefix("EVERYTHING, because the previous commit is unknown\n"))
    }

    @Test("check: exits with 0 without findings; otherwise prints a line per finding and exits with 1")
    func check() throws {
        let repo = try FivePackageRepo.copy()
        #expect(repo.run("check").status == 0)
        #expect(repo.run("check").err == "repo check: nothing found in 5 packages\n")
        try repo.write("libs/Store/Sources/AcmeStore/New.swift", "import Testing")
        try repo.write("top.txt")
        repo.remove(".github/CODEOWNERS")
        let all = repo.run("check")
        #expect(all.status == 1)
        #expect(all.out.split(separator: "\n").count == 3)
        #expect(all.out.contains("libs/Store/Sources/AcmeStore/New.swift:1: "))
        #expect(repo.run("check", "manifests").status == 0)
        #expect(repo.run("check", "owners").out.hasPrefix(".github/CODEOWNERS:1: is missing"))
        #expect(repo.run("check", "layout", "owners").err == "repo check: 2 findings in 5 packages\n")
    }

    @Test("a missing root manifest is a finding only if it is generated")
    func noRootManifest() throws {
        let repo = try FivePackageRepo.copy()
        repo.remove("Package.swift")
        #expect(repo.run("check", "manifests").out.hasPrefix("Package.swift:1: differs from"))
        try repo.replace("\"name\": \"Acme\"", with: "\"name\": \"\"", in: "Scripts/repo.json")
        #expect(repo.run("check", "manifests").status == 0)
    }

    @Test("affected: prints names, reasons or JSON, and reports why everything is selected")
    func affected() throws {
        let repo = try FivePackageRepo.copy()
        #expect(repo.run("affected", "--base", "main").out == "")
        try repo.write("libs/Web/Sources/AcmeWeb/New.swift")
        #expect(repo.run("affected", "--base", "main").out == "App\nWeb\n")
        let file = "libs/Web/Sources/AcmeWeb/New.swift"
        #expect(
            repo.run("affected", "--base", "main", "--explain").out
                == "App\tbecause AcmeWeb ← \(file)\nWeb\tbecause \(file)\n"
        )
        try repo.commit()
        let json = repo.run("affected", "--base", "HEAD~1", "--format", "json", "--root", repo.root)
        #expect(
            json.out
                == #"{"because":{"App":"AcmeWeb ← \#(file)","Web":"\#(file)"},"build":["App","Web"],"everything":false,"#
                + #""targets":{"App":{"build":["AcmeApp"],"test":["AcmeAppTests"]},"#
                + #""Web":{"build":["AcmeWeb"],"test":["AcmeWebTests"]}},"test":["App","Web"],"umbrella":false}"# + "\n"
        )
        #expect(json.err == "")
        let all = repo.run("affected", "--base", "nowhere")
        #expect(all.out == "App\nBase\nKit\nStore\nWeb\n")
        #expect(
            all.err.hasPrefix("repo affected: EVERYTHING, because the changes since nowhere cannot be determined")
        )
    }
}
