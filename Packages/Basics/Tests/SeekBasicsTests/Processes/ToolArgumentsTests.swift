import SeekBasics
import Testing

@Suite("The arguments of tools")
struct ToolArgumentsTests {
    struct Options: Hashable {
        var port: UInt16?
        var files: [String]
        var isLogged: Bool
        var operands: [String]
    }

    private func parse(_ words: String...) throws(ToolArguments.UsageError) -> Options {
        var arguments = ToolArguments(words)
        return Options(
            port: try arguments.value("--port", "a number") { UInt16($0) },
            files: try arguments.values("--file"),
            isLogged: arguments.flag("--log", "-l"),
            operands: try arguments.operands(atMost: 2)
        )
    }

    @Test("options and operands are read in any order, with values as the next argument or after =")
    func options() throws {
        let options = Options(port: 80, files: ["a b", "--c"], isLogged: true, operands: ["x", "y"])
        #expect(try parse("--port", "80", "--file", "a b", "--file=--c", "--log", "x", "y") == options)
        #expect(try parse("x", "-l", "--file=a b", "y", "--file=--c", "--port=80") == options)
        #expect(try parse("--file", "").files == [""])
        #expect(try parse() == Options(port: nil, files: [], isLogged: false, operands: []))
    }

    @Test(
        "an invalid command line throws an error of one line, without the value of an unknown flag",
        arguments: [
            (["--port", "-1"], "--port takes a number, not '-1'"), (["--port"], "--port needs a value"),
            (["--port", "--log"], "--port needs a value"), (["--port="], "--port needs a value"),
            (["--port=1", "--port", "2"], "--port can be given only once"), (["--log=1"], "--log takes no value"),
            (["--prot=1"], "unknown flag '--prot'; did you mean '--port'?"),
            (["--key=secret"], "unknown flag '--key'; the flags are --port, --file, --log, -l"),
            (["x", "y", "z"], "unexpected argument 'z'"),
        ]
    )
    func invalid(words: [String], message: String) {
        #expect(throws: ToolArguments.UsageError(message)) {
            var arguments = ToolArguments(words)
            _ = try arguments.value("--port", "a number") { UInt16($0) }
            _ = try arguments.values("--file")
            _ = arguments.flag("--log", "-l")
            _ = try arguments.operands(atMost: 2)
        }
    }

    @Test("without options, an unknown flag and an operand are errors")
    func nothing() {
        #expect(throws: ToolArguments.UsageError("unknown flag '-x'")) { try ToolArguments(["-x"]).finish() }
        #expect(throws: ToolArguments.UsageError("unexpected argument ''")) { try ToolArguments([""]).finish() }
    }
}
