import SeekBasics

/// Filters JSON with the program `jq`.
struct JQFilter: Sendable {
    /// The output of the filter, and the reason if it failed or stopped early.
    struct Output {
        var text: String
        var problem: String?
    }

    private let program: String
    private let expression: String
    private let environment: [String: String]

    /// Creates a filter with the `jq` in `PATH`. The expression is validated before a request is sent.
    init(_ expression: String, environment: [String: String]) throws(UsageError) {
        guard let program = ChildProcess.path(of: "jq", environment: environment) else {
            throw UsageError(
                "--jq needs the program jq, which is not installed; install it with the system's package manager, or "
                    + "use --template"
            )
        }
        self.program = program
        self.environment = environment
        // An expression may start with `-`, which jq would read as a flag.
        self.expression = " \(expression)"
        // Without input, jq only compiles the expression.
        let outcome = ChildProcess.run(program, [self.expression, "/dev/null"], environment: environment, input: [])
        guard let outcome else { throw UsageError("cannot start \(program); check the installation of jq") }
        guard outcome.status == 0 else {
            throw UsageError("--jq: \(Self.problem(outcome.errors)); correct the expression")
        }
    }

    /// Returns the filtered JSON. As in `gh`, strings are written without quotes, and other values are indented on a
    /// terminal only, and not if the input is nested deeply: jq indents every level.
    func output(for json: String, isTerminal: Bool) -> Output {
        let flags = ["-r", "-M"] + (isTerminal && !JSONFormatter.isDeep(json.utf8) ? [] : ["-c"])
        let outcome = ChildProcess.run(program, flags + [expression], environment: environment, input: Array(json.utf8))
        guard let outcome else { return Output(text: "", problem: "cannot start \(program)") }
        let text = String(decoding: outcome.output, as: UTF8.self)
        return Output(
            text: isTerminal ? SafeText.lines(text) : text,
            problem: outcome.status == 0 ? nil : "--jq: \(Self.problem(outcome.errors)); correct the expression"
        )
    }

    /// Returns the description in the first error of jq: `jq: error (at <stdin>:1): Cannot index …`.
    private static func problem(_ errors: [UInt8]) -> String {
        let text = String(decoding: errors, as: UTF8.self)
        let lines = text.split(separator: "\n")
        let line = lines.first { $0.hasPrefix("jq: error") } ?? lines.first ?? "jq failed"
        let description = line.hasPrefix("jq: error") ? line.split(separator: ": ", maxSplits: 2).last ?? line : line
        return description.replacing(" (Unix shell quoting issues?)", with: "").split(separator: " at <top-level>")
            .first.map { SafeText.line(String($0)) } ?? "jq failed"
    }
}
