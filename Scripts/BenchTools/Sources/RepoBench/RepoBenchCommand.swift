import BenchKit
import SeekBasics

/// The program `repo-bench`, which measures how fast affected packages are found. Scripts/bench builds it and passes
/// the paths of Scripts/affected (`--script`) and of the program `repo` (`--tool`).
package enum RepoBenchCommand {
    /// Returns the exit status: 0 on success, 1 if something could not be measured, 2 if the arguments are invalid.
    package static func run(
        _ arguments: [String],
        output: (String) -> Void,
        problems: (String) -> Void
    ) -> Int32 {
        run(arguments, bench: { RepoBench(script: $0, tool: $1) }, output: output, problems: problems)
    }

    static func run(
        _ arguments: [String],
        bench: (Program, Program) -> RepoBench,
        output: (String) -> Void,
        problems: (String) -> Void
    ) -> Int32 {
        do {
            var arguments = ToolArguments(arguments)
            let isJSON = arguments.flag("--json")
            guard let script = try arguments.value("--script"), let tool = try arguments.value("--tool") else {
                throw ToolArguments.UsageError("--script and --tool are needed; Scripts/bench passes them")
            }
            _ = try arguments.names(among: ["repo"])
            if !isJSON { output(ResultTable.heading) }
            try bench(Program(path: script), Program(path: tool)).run { row in
                output(isJSON ? row.json : ResultTable.line(row))
            }
            return 0
        } catch let error as ToolArguments.UsageError {
            problems("repo-bench: \(error)")
            return 2
        } catch {
            problems("repo-bench: \(error)")
            return 1
        }
    }
}
