import Testing

@testable import RepoTools

@Suite struct APIBaselinesTests {
    /// Returns a shell that prints the same interface for every module. Its builds succeed unless `builds` is false.
    private static func shell(_ interface: String, builds: Bool = true) -> Shell {
        Shell(
            log: { _, log throws(RepoError) in
                try Files.write("error: no", to: log)
                return Shell.Exit(status: builds ? 0 : 1)
            },
            capture: { command throws(RepoError) in
                let isTargetInfo = command.contains("-print-target-info")
                return .init(status: 0, output: isTargetInfo ? #"{"target": {"triple": "t"}}"# : interface, errors: "")
            }
        )
    }

    private func run(_ repo: TempRepo, _ interface: String, builds: Bool = true, _ words: String...) -> Outcome {
        repo.run(["api"] + words, shell: Self.shell(interface, builds: builds))
    }

    @Test("differences from the baselines are reported until --accept stores the interfaces")
    func accept() throws {
        let repo = try FivePackageRepo.copy().repo
        #expect(run(repo, "public func a()\n").status == 1)
        let accepted = run(repo, "public func a()\n", "--accept")
        #expect(accepted.status == 0)
        #expect(accepted.err.hasSuffix("repo api: 5 modules, 5 written\n"))
        #expect(try Files.text("\(repo.root)/libs/Web/API/AcmeWeb.txt") == "public func a()\n")
        #expect(run(repo, "public func a()\n").out == "")
        let changed = run(repo, "public func b()\n", "--package", "Web")
        #expect(changed.status == 1)
        #expect(
            changed.out
                == "AcmeWeb (libs/Web/API/AcmeWeb.txt)\n- public func a()\n+ public func b()\n"
        )
        #expect(run(repo, "", "--package", "Missing").status == 2)
        let unbuilt = run(repo, "", builds: false)
        #expect(unbuilt.status == 1)
        #expect(unbuilt.err.contains("does not build"))
        let unreadable = run(repo, "")
        #expect(unreadable.status == 1)
        #expect(unreadable.err.contains("cannot be read"))
    }

    @Test(
        "before the first release, a breaking change needs no entry in the package's CHANGELOG",
        arguments: ["", "# Web\n\n## Unreleased\n", "# Web\n\n## 0.1.0 (unreleased)\n\nSearches.\n"]
    )
    func unreleased(changelog: String) throws {
        let repo = try FivePackageRepo.copy().repo
        try repo.write("libs/Web/API/AcmeWeb.txt", "public func a()\n")
        try repo.write("libs/Web/CHANGELOG.md", changelog)
        try repo.commit()
        repo.remove("libs/Web/API/AcmeWeb.txt")
        #expect(repo.run("check", "api").status == 0)
    }

    @Test("after a release, a breaking change needs an entry in the package's CHANGELOG; an addition needs none")
    func changelog() throws {
        let repo = try FivePackageRepo.copy().repo
        try repo.write("libs/Web/CHANGELOG.md", "# Web\n\n## 1.0.0 (2026-11-23)\n\n- Breaking: older\n")
        try repo.write("libs/Web/API/AcmeWeb.txt", "public func a()\npublic func b()\n")
        try repo.commit()
        try repo.write("libs/Web/API/AcmeWeb.txt", "public func a()\npublic func b()\npublic func c()\n")
        #expect(repo.run("check", "api").status == 0)
        try repo.write("libs/Web/API/AcmeWeb.txt", "public func c()\n")
        let broken = repo.run("check", "api")
        #expect(broken.status == 1)
        #expect(broken.out.contains("libs/Web/API/AcmeWeb.txt:1: breaking changes of “public func a()” and 1 more"))
        try repo.write("libs/Web/CHANGELOG.md", "# Web\n\n## Unreleased\n\n- Breaking: a and b are gone.\n\n## 1.0.0\n")
        #expect(repo.run("check", "api").status == 0)
        // The next breaking change needs its own entry.
        try repo.commit()
        repo.remove("libs/Web/API/AcmeWeb.txt")
        #expect(repo.run("check", "api").status == 1)
        // The earlier entry, now in the section of a release, does not count for the new change.
        let released = "## 1.1.0\n\n- Breaking: a and b are gone.\n\n## 1.0.0\n"
        try repo.write("libs/Web/CHANGELOG.md", "# Web\n\n## Unreleased\n\n\(released)")
        #expect(repo.run("check", "api").status == 1)
        try repo.write("libs/Web/CHANGELOG.md", "# Web\n\n## Unreleased\n\n- Breaking: c is gone.\n\n\(released)")
        #expect(repo.run("check", "api").status == 0)
    }

    @Test(
        "--accept stores the interfaces of real modules, also of one that others use only on another platform",
        .timeLimit(.minutes(5))
    )
    func realModules() throws {
        let repo = try FivePackageRepo.copy().repo
        try repo.write("libs/Web/Sources/AcmeWeb/Web.swift", "public func web() {}\n")
        try repo.write(
            "Package.swift",
            """
            // swift-tools-version: 6.0
            import PackageDescription

            let package = Package(
                name: "Acme",
                products: [.library(name: "AcmeBase", targets: ["AcmeBase"])],
                targets: [
                    .target(name: "AcmeBase", path: "libs/Base/Sources/AcmeBase"),
                    .target(
                        name: "AcmeWeb",
                        dependencies: [.target(name: "AcmeBase", condition: .when(platforms: [.windows]))],
                        path: "libs/Web/Sources/AcmeWeb"
                    ),
                ]
            )

            """
        )
        let outcome = repo.run("api", "--package", "Base", "--package", "Web", "--accept")
        #expect(outcome.err.hasSuffix("repo api: 2 modules, 2 written\n"), "\(outcome.err)")
        let base = try Files.text("\(repo.root)/libs/Base/API/AcmeBase.txt")
        #expect(base == "public func testedBase() -> Int\npublic func untestedBase() -> Int\n")
        #expect(try Files.text("\(repo.root)/libs/Web/API/AcmeWeb.txt") == "public func web()\n")
    }
}
