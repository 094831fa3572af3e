import Testing

@Suite struct APIBaselinesTests {
    /// Returns programs that print the same interface for every module. Its builds succeed unless `builds` is false.
    private static func programs(_ interface: String, builds: Bool) -> StubPrograms {
        StubPrograms(
            log: { _, _ in (builds ? 0 : 1, "error: no") },
            output: { command in
                command.contains("-print-target-info") ? #"{"target": {"triple": "t"}}"# : interface
            }
        )
    }

    private func run(_ repo: TempRepo, _ interface: String, builds: Bool = true, _ words: String...) -> Outcome {
        repo.run(["api"] + words, programs: Self.programs(interface, builds: builds))
    }

    @Test("differences from the baselines are reported until --accept stores the interfaces")
    func accept() throws {
        let repo = try FivePackageRepo.copy()
        #expect(run(repo, "public func a()\n").status == 1)
        let accepted = run(repo, "public func a()\n", "--accept")
        #expect(accepted.status == 0)
        #expect(accepted.err.hasSuffix("repo api: 5 modules, 5 written\n"))
        #expect(try repo.text("libs/Web/API/AcmeWeb.txt") == "public func a()\n")
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

    private static let synthesized = """
        import Foundation

        /// A page.
        public struct Page : Sendable {

            /// How many.
            public var total: Int? { get }

            public enum Kind {

                case one
            }

            @discardableResult
            @inlinable public func keep() -> Int
        }
        /* a
           // b */
        public protocol Store {

            func get() -> Int
        }

        """

    @Test("an interface is stored without comments, imports and blank lines")
    func text() throws {
        let repo = try FivePackageRepo.copy()
        _ = run(repo, Self.synthesized, "--package", "Web", "--accept")
        #expect(
            try repo.text("libs/Web/API/AcmeWeb.txt") == """
                public struct Page : Sendable {
                    public var total: Int? { get }
                    public enum Kind {
                        case one
                    }
                    @discardableResult
                    @inlinable public func keep() -> Int
                }
                public protocol Store {
                    func get() -> Int
                }

                """
        )
    }

    @Test(
        "each declaration that was removed, changed or added is reported with its container",
        arguments: [
            ("    public var total: Int? { get }\n", "", ["- Page › public var total: Int? { get }"]),
            (
                "public struct Page : Sendable {\n", "public struct Page : Hashable {\n    public var new: Int\n",
                ["- public struct Page : Sendable", "+ public struct Page : Hashable", "+ Page › public var new: Int"]
            ),
            ("        case one\n", "        case one\n        case two\n", ["+ Page › Kind › case two"]),
            (
                "Int? { get }", "Int { get }",
                ["- Page › public var total: Int? { get }", "+ Page › public var total: Int { get }"]
            ),
            ("    public var total", "    @MainActor\n    public var total", ["+ Page › @MainActor"]),
        ] as [(String, String, [String])]
    )
    func difference(old: String, new: String, expected: [String]) throws {
        let repo = try FivePackageRepo.copy()
        _ = run(repo, Self.synthesized, "--package", "Web", "--accept")
        #expect(Self.synthesized.contains(old))
        let changed = run(repo, Self.synthesized.replacing(old, with: new), "--package", "Web")
        #expect(changed.out.split(separator: "\n").dropFirst().map(String.init) == expected)
    }

    @Test(
        "before the first release, a breaking change needs no entry in the package's CHANGELOG",
        arguments: ["", "# Web\n\n## Unreleased\n", "# Web\n\n## 0.1.0 (unreleased)\n\nSearches.\n"]
    )
    func unreleased(changelog: String) throws {
        let repo = try FivePackageRepo.copy()
        try repo.write("libs/Web/API/AcmeWeb.txt", "public func a()\n")
        try repo.write("libs/Web/CHANGELOG.md", changelog)
        try repo.commit()
        repo.remove("libs/Web/API/AcmeWeb.txt")
        #expect(repo.run("check", "api").status == 0)
    }

    @Test("after a release, a breaking change needs an entry in the package's CHANGELOG; an addition needs none")
    func changelog() throws {
        let repo = try FivePackageRepo.copy()
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
        let repo = try FivePackageRepo.copy()
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
        let base = try repo.text("libs/Base/API/AcmeBase.txt")
        #expect(base == "public func testedBase() -> Int\npublic func untestedBase() -> Int\n")
        #expect(try repo.text("libs/Web/API/AcmeWeb.txt") == "public func web()\n")
    }
}
