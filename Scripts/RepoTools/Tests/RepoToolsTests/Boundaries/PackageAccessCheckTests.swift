import Testing

@testable import RepoTools

@Suite struct PackageAccessCheckTests {
    @Test("a use of another package's declaration with package access is found with the location of the declaration")
    func found() throws {
        let (repo, repository) = try FivePackageRepo.copy()
        try repo.write(
            "libs/Base/Sources/AcmeBase/Inner.swift",
            """
            package struct Inner { package static func hiddenMake() -> Int { 1 } }
            package final class Keeper {}
            @frozen package enum Mode { case one }
            package var shared = 1
            package func twice() {}
            // package func commented() {}
            public package(set) var counter = 0
            """
        )
        try repo.write("libs/Base/Sources/AcmeBase/Use.swift", "let own = Inner.self\n")
        try repo.write(
            "libs/Web/Sources/AcmeWeb/Use.swift",
            "import AcmeBase\nlet a = Inner.self\nlet b: Keeper? = nil, c = counter\nlet m = Mode.one; let text = \"Inner\"\n"
        )
        // Declared here too, so the name may refer to this declaration.
        try repo.write(
            "libs/Web/Sources/AcmeWeb/Own.swift",
            "import AcmeBase\nfunc twice() {}\nlet d: Void = twice()\n"
        )
        // Does not import the module.
        try repo.write("libs/Store/Sources/AcmeStore/Use.swift", "let a = \"x\" // Inner\nlet Inner2 = 1\n")
        let findings = try PackageAccessCheck(repository).findings()
        #expect(findings.map(\.line) == [2, 3, 4], "\(findings)")
        #expect(
            findings.first?.description
                == "libs/Web/Sources/AcmeWeb/Use.swift:2: Inner has package access in Base "
                + "(libs/Base/Sources/AcmeBase/Inner.swift:1), which Web is not part of; make it public there, or use a public declaration"
        )
        #expect(repo.run("check", "boundaries").status == 1)
    }
}
