import Foundation
import SeekBasics

/// `repo benches`: the recorded results of benches as a table.
enum BenchesCommand {
    static let command = RepoCommand.Command(
        help: """
            usage: repo benches [--record NAME]

            Prints the last figure of each row with its goal as Markdown, from the file named by “benchHistory” in
            Scripts/repo.json. --record instead reads the rows of the bench NAME from standard
            input, one JSON object per line, and appends them to that file with the date, the commit and the machine.

            """,
        run: { arguments, context in
            try run(
                &arguments,
                context,
                input: { String(decoding: FileHandle.standardInput.readDataToEndOfFile(), as: UTF8.self) },
                date: Date()
            )
        }
    )

    static func run(
        _ arguments: inout ToolArguments,
        _ context: RepoCommand.Context,
        input: () -> String,
        date: Date
    ) throws -> Int32 {
        let bench = try arguments.value("--record")
        try arguments.finish()
        let file = try RepoConfiguration.load(root: context.root).benchHistory
        guard !file.isEmpty else {
            throw RepoError("\(RepoConfiguration.file) names no file for the results; set “benchHistory”")
        }
        let path = "\(context.root)/\(file)"
        var text = Files.exists(path) ? try Files.text(path) : ""
        // Throws if a recorded row is malformed, before anything is appended.
        var history = try BenchHistory(text: text, file: file)
        if let bench {
            let git = Git(folder: context.root)
            let isClean = try git.output(["status", "--porcelain", "--untracked-files=no", "--", ".", ":!\(file)"])
                .isEmpty
            // A plus sign marks a working copy with changes.
            let commit = String(try git.commit("HEAD").prefix(10)) + (isClean ? "" : "+")
            let origin = ["bench": bench, "date": date.formatted(.iso8601), "commit": commit, "machine": machine]
            let added = try BenchHistory.lines(input(), context: origin)
            text += added
            history = try BenchHistory(text: text, file: file)
            try Files.replace(path, with: text)
            context.console.note("repo benches: recorded \(added.split(separator: "\n").count) rows in \(file)\n")
        }
        if bench == nil { context.console.out(history.markdown) }
        return 0
    }

    /// The processors and the operating system, for example `2 × AMD EPYC, Linux`.
    private static var machine: String {
        let lines = ((try? Files.text("/proc/cpuinfo")) ?? "").split(separator: "\n")
        let model = lines.first { $0.hasPrefix("model name") }?.split(separator: ":", maxSplits: 1).last
        #if os(Linux)
        let system = "Linux"
        #else
        let system = "macOS"
        #endif
        let name = model.map { String($0.drop { $0 == " " }) } ?? "processor"
        return "\(ProcessInfo.processInfo.processorCount) × \(name), \(system)"
    }
}
