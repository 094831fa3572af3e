import SeekBasics
import Testing

@testable import BenchKit

@Suite("The names on the command line of the tools")
struct NamesTests {
    @Test("each name is returned once, in the order of the known names; without a name, all are returned")
    func names() throws {
        #expect(try ToolArguments([]).names(among: ["one", "two"]) == ["one", "two"])
        #expect(try ToolArguments(["two", "one", "two"]).names(among: ["one", "two"]) == ["one", "two"])
        #expect(try ToolArguments(["two"]).names(among: ["one", "two"]) == ["two"])
    }

    @Test("an unknown name throws an error with the valid names")
    func unknown() {
        #expect(throws: ToolArguments.UsageError("unknown name 'three'; names: one, two")) {
            try ToolArguments(["three"]).names(among: ["one", "two"])
        }
    }
}
