import Testing

@testable import BenchKit

@Suite("The command line of the tools")
struct ToolArgumentsTests {
    let grammar = ToolArguments.Grammar(names: ["one", "two"], flags: ["--json"], options: ["--seconds"])

    @Test("each name is returned once, in the grammar's order; without a name, all are returned")
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

    @Test(
        "a number must be positive and finite; without the option, it is nil",
        arguments: ["0", "-1", "x", "inf", "nan", ""]
    )
    func numbers(text: String) throws {
        let arguments = try ToolArguments(["--seconds", text], grammar)
        #expect(throws: ToolArguments.ArgumentError.self) { try arguments.positive("--seconds") }
        #expect(try ToolArguments(["--seconds", "2.5"], grammar).positive("--seconds") == 2.5)
        #expect(try ToolArguments([], grammar).positive("--seconds") == nil)
    }

    @Test(
        "a positive 64-bit integer is read exactly, and any other value is rejected; without the option, it is nil",
        arguments: [
            ("18446744073709551615", UInt64.max), ("9007199254740993", 9_007_199_254_740_993), ("7", 7), ("1.5", nil),
            ("18446744073709551616", nil), ("0", nil), ("-1", nil), ("1e3", nil), ("x", nil), ("", nil),
        ] as [(String, UInt64?)]
    )
    func integers(text: String, number: UInt64?) throws {
        let arguments = try ToolArguments(["--seconds", text], grammar)
        #expect((try? arguments.positiveInteger("--seconds")) == number)
        #expect(try ToolArguments([], grammar).positiveInteger("--seconds") == nil)
    }
}
