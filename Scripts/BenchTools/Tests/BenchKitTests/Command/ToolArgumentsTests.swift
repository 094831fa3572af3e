import Testing

@testable import BenchKit

@Suite("The command line of the tools")
struct ToolArgumentsTests {
    private func parse(_ arguments: [String]) throws(ToolArguments.ArgumentError) -> ToolArguments {
        try ToolArguments(arguments, names: ["one", "two"], flags: ["--json"], options: ["--seconds"])
    }

    @Test("each name is returned once, in the order of the known names; without a name, all are returned")
    func names() throws {
        #expect(try parse([]).names == ["one", "two"])
        #expect(try parse(["two", "one", "two"]).names == ["one", "two"])
        #expect(try parse(["two", "--json"]).names == ["two"])
        #expect(try parse(["two", "--json"]).flags == ["--json"])
    }

    @Test("an unknown argument throws an error with the valid names, and a missing value throws an error")
    func unknown() {
        #expect(throws: ToolArguments.ArgumentError(description: "unknown name 'three'; names: one, two")) {
            try parse(["three"])
        }
        #expect(throws: ToolArguments.ArgumentError(description: "unknown option '--jso'; names: one, two")) {
            try parse(["--jso"])
        }
        #expect(throws: ToolArguments.ArgumentError(description: "--seconds needs a value")) {
            try parse(["--seconds"])
        }
    }

    @Test(
        "a number must be positive and finite; without the option, it is nil",
        arguments: ["0", "-1", "x", "inf", "nan", ""]
    )
    func numbers(text: String) throws {
        let arguments = try parse(["--seconds", text])
        #expect(throws: ToolArguments.ArgumentError.self) { try arguments.positive("--seconds") }
        #expect(try parse(["--seconds", "2.5"]).positive("--seconds") == 2.5)
        #expect(try parse([]).positive("--seconds") == nil)
    }

    @Test(
        "a positive 64-bit integer is read exactly, and any other value is rejected; without the option, it is nil",
        arguments: [
            ("18446744073709551615", UInt64.max), ("9007199254740993", 9_007_199_254_740_993), ("7", 7), ("1.5", nil),
            ("18446744073709551616", nil), ("0", nil), ("-1", nil), ("1e3", nil), ("x", nil), ("", nil),
        ] as [(String, UInt64?)]
    )
    func integers(text: String, number: UInt64?) throws {
        let arguments = try parse(["--seconds", text])
        #expect((try? arguments.positiveInteger("--seconds")) == number)
        #expect(try parse([]).positiveInteger("--seconds") == nil)
    }
}
