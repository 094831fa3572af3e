import Testing

/// Tests the plan job, which selects packages, with generated histories, and the last job, which decides whether a run
/// has passed.
@Suite struct CICommandTests {
    @Test("a pull request selects the packages that its own commits affect, not later commits on the base branch")
    func pullRequest() throws {
        let repo = try FivePackageRepo.copy()
        try repo.git("checkout", "-q", "-b", "topic")
        try repo.write("libs/Store/Sources/AcmeStore/New.swift")
        try repo.commit()
        try repo.git("checkout", "-q", "main")
        try repo.write("libs/Base/Sources/AcmeBase/New.swift")
        try repo.commit()
        // GitHub checks out the merge of both; the base is the head of the base branch.
        try repo.git("merge", "-q", "--no-edit", "topic")
        let base = try repo.git("rev-parse", "HEAD~1")
        let outcome = repo.run("ci", "plan", "--event", "pull_request", "--base", base)
        #expect(
            outcome.out
                == #"matrix={"include":[{"name":"App","packages":"App"},{"name":"Store","packages":"Store"}]}"#
                + "\nany=true\neverything=false\n"
        )
        #expect(outcome.err.contains("App\tbecause AcmeStore ← libs/Store/Sources/AcmeStore/New.swift"))
        #expect(outcome.status == 0)
    }

    @Test("a push that changes only documentation selects nothing")
    func noWork() throws {
        let repo = try FivePackageRepo.copy()
        try repo.write("README.md", "# New\n")
        try repo.commit()
        let plan = repo.run("ci", "plan", "--event", "push", "--base", "HEAD~1")
        #expect(plan.out == "matrix={\"include\":[]}\nany=false\neverything=false\n")
        #expect(plan.err == "no package is affected\n")
    }

    @Test(
        "everything is tested after a branch's first or forced push, in scheduled and manual runs, and without a base",
        arguments: [
            ["--event", "push", "--base", String(repeating: "0", count: 40)], ["--event", "push", "--base", ""],
            ["--event", "push", "--base", "5d6a5a5b1f6a5c2f8f3ed7e2a3c1f0a1b2c3d4e5"], [], ["--event", "schedule"],
            ["--event", "workflow_dispatch", "--base", "HEAD"],
        ]
    )
    func everything(arguments: [String]) throws {
        let repo = try FivePackageRepo.copy()
        try repo.commit("second")
        let outcome = repo.run(["ci", "plan", "--shards", "2"] + arguments)
        #expect(outcome.out.hasSuffix("\nany=true\neverything=true\n"), "\(outcome)")
        #expect(outcome.out.hasPrefix(#"matrix={"include":[{"name":"1/2","packages":"App Kit Web"}"#), "\(outcome.out)")
        #expect(outcome.err.hasPrefix("EVERYTHING, because "))
    }

    @Test("packages are distributed evenly by their numbers of Swift files, each once, to at most the given jobs")
    func shards() throws {
        let repo = try FivePackageRepo.copy()
        // Each package has three other files.
        for (name, count) in ["App": 6, "Base": 2, "Kit": 1] {
            for index in 0..<count { try repo.write("libs/\(name)/Sources/Acme\(name)/\(index).swift") }
        }
        func jobs(_ count: String) throws -> [String] {
            let matrix = try #require(repo.run("ci", "plan", "--shards", count).out.split(separator: "\n").first)
            return matrix.matches(of: /"packages":"([^"]*)"/).map { String($0.1) }
        }
        #expect(try jobs("2") == ["App Store", "Base Kit Web"])
        #expect(try jobs("9") == ["App", "Base", "Kit", "Store", "Web"])
    }

    @Test(
        "the gate needs the success of every job; without selected packages, all jobs but plan and lint may be skipped",
        .enabled(if: ThisRepository.root != nil),
        arguments: [
            ("true", ["plan=success", "lint=success", "packages=success"], 0),
            ("true", ["plan=success", "lint=success", "packages=skipped"], 1),
            ("true", ["plan=success", "lint=success", "packages=failure"], 1),
            ("true", ["plan=success", "lint=success", "packages=cancelled"], 1),
            ("false", ["plan=success", "lint=failure", "packages=skipped"], 1),
            ("false", ["plan=skipped", "lint=success", "packages=skipped"], 1),
            ("false", ["plan=failure", "lint=success", "packages=skipped"], 1),
            ("false", ["plan=success", "lint=success", "packages=skipped"], 0),
            ("", ["plan=failure", "lint=success", "packages=skipped"], 1), ("true", [], 2),
        ] as [(String, [String], Int32)]
    )
    func gate(any: String, jobs: [String], status: Int32) throws {
        let result = try Program.run(["\(ThisRepository.root ?? "")/Scripts/ci", "gate", any] + jobs)
        #expect(result.status == status)
        #expect((status == 1) == result.out.contains("failed: "))
    }
}
