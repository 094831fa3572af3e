import Foundation

/// `repo affected`: the packages a change can affect.
enum AffectedCommand {
    static let command = RepoCommand.Command(
        help: """
            usage: repo affected --base REV [--head REV] [--format text|json] [--explain]

            Prints the packages that what changed since the last common commit with REV can affect: one a line, or one
            line of JSON. Without --head the working copy counts, with files not yet committed or added.
            --explain adds why. A doubt (no such revision, a shallow clone, a path nobody owns) selects every package,
            and standard error says so.

            """,
        run: run
    )

    @Sendable private static func run(_ arguments: inout Arguments, _ context: RepoCommand.Context) throws -> Int32 {
        let base = try arguments.value("--base")
        let head = try arguments.value("--head")
        let format = try arguments.value("--format") ?? "text"
        let explain = arguments.flag("--explain")
        _ = try arguments.rest()
        guard let base else { throw UsageError("affected needs --base REV") }
        guard ["text", "json"].contains(format) else {
            throw UsageError("there is no format “\(format)”; the formats are text, json")
        }
        let affected = try Affected.since(base, head: head, root: context.root)
        if let reason = affected.everythingBecause {
            context.console.note("repo affected: EVERYTHING, because \(reason)\n")
        }
        context.console.out(format == "json" ? try affected.json() : affected.text(explain: explain))
        return 0
    }
}

extension Affected {
    /// One package a line: its name, and when asked a tab and why.
    func text(explain: Bool) -> String {
        names.map { $0 + (explain ? "\tbecause \(because[$0, default: ""])" : "") + "\n" }.joined()
    }

    /// One line: `{"because":{"Package":"path"},"everything":false,"names":["Package"]}`.
    func json() throws -> String {
        struct Answer: Encodable {
            var because: [String: String]
            var everything: Bool
            var names: [String]
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let answer = Answer(because: because, everything: everythingBecause != nil, names: names)
        return String(decoding: try encoder.encode(answer), as: UTF8.self) + "\n"
    }
}
