import Testing

@testable import BenchKit

@Suite("The command line of the tools")
struct ToolArgumentsTests {
    let grammar = ToolArguments.Grammar(names: ["one", "two"], flags: ["--json"], options: ["--seconds"])

    @Test("names are sorted in the grammar's order; without a name, all are selected")
    func names() throws {
        #expect(try ToolArguments([], grammar).names == ["one", "two"])
        #expect(try ToolArguments(["two", "one", "two"], grammar).names == ["one", "two"])
        #expect(try ToolArguments(["two", "--json"], grammar).names == ["two"])
        #expect(try ToolArguments(["two", "--json"], grammar).flags == ["--json"])
    }

    @Test("an unknown argument throws an error with the valid names, and a missing value throws an error")
    func unknown() {
        #expect(throws: ToolArguments.ArgumentError(description: "unknown name 'three'; names: one, two")) {
            try ToolArguments(["three"], grammar)
        }
        #expect(throws: ToolArguments.ArgumentError(description: "unknown option '--jso'; names: one, two")) {
            try ToolArguments(["--jso"], grammar)
        }
        #expect(throws: ToolArguments.ArgumentError(description: "--seconds needs a value")) {
            try ToolArguments(["--seconds"], grammar)
        }
    }

    @Test("a value that is not a positive number is rejected", arguments: ["0", "-1", "x", "inf", "nan", ""])
    func numbers(text: String) throws {
        let arguments = try ToolArguments(["--seconds", text], grammar)
        #expect(throws: ToolArguments.ArgumentError.self) { try arguments.positive("--seconds") }
        #expect(try ToolArguments(["--seconds", "2.5"], grammar).positive("--seconds") == 2.5)
        #expect(try ToolArguments([], grammar).positive("--seconds") == nil)
    }
}
