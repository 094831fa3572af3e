import BenchKit
import RepoBench
import SeekTestHelpers
import Testing

@Suite("The bench of `repo affected`, which lists what a change affects")
struct RepoBenchTests {
    private func run(script: String = "/bin/true", tool: String) throws {
        try RepoBench(script: script, tool: tool, rounds: 1, packages: 12).run { _ in }
    }

    @Test("the bench fails if the script fails or the tool is missing")
    func failures() {
        #expect(throws: BenchFailure.self) { try run(script: "/bin/false", tool: "/bin/true") }
        #expect(throws: BenchFailure.self) { try run(tool: "/nowhere/tool") }
    }

    @Test("the generated repository has the requested number of packages; its last commit changes only the middle one")
    func made() throws {
        let folder = try TemporaryFolder()
        let tool = try folder.writeScript(
            """
            [ "$1 $2 $3 $4" = "affected --base HEAD~1 --root" ] || exit 1
            cd "$5" || exit 1
            [ "$(ls Packages | wc -l)" -eq 12 ] || exit 1
            grep -q '.product(name: "P1", package: "P1")' Packages/P8/Package.swift || exit 1
            [ "$(git diff --name-only HEAD~1 HEAD)" = Packages/P6/Sources/P6/File1.swift ]
            """,
            to: "tool"
        )
        try run(tool: tool.path)
    }

    @Test("the memory of a program is measured")
    func memory() throws {
        #expect(try MeasuredProgram(path: "git").succeed(["--version"]).megabytes > 0)
    }
}
