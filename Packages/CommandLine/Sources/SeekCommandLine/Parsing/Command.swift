/// A command: what parsing, help, suggestions, completions, the manual page and the DocC page are generated from, and
/// the function that runs it.
struct Command: Sendable {
    /// The words of the name: `["cache", "clean"]`.
    var path: [String]
    /// Words that are accepted in place of the last word of the name.
    var aliases: [String] = []
    /// One line that begins with a verb.
    var summary: String
    /// The positional arguments, in order. Only the last one may take several words.
    var arguments: [ArgumentSpec] = []
    var options: [OptionSpec] = []
    /// Additional paragraphs of the help.
    var details: [String] = []
    /// Sample command lines, without the program's name.
    var examples: [String] = []
    /// What to use in place of flags that the command does not have, such as flags of `gh`.
    var flagHints: [String: String] = [:]
    /// Whether the command searches both services, so that a name of another search before the text is a mistake, as in
    /// `seek search repos swift`.
    var searchesAllServices = false
    /// Whether help and completions omit the command, because it is only used to build Seek.
    var isHidden = false
    /// Runs the command and returns the exit status. Errors other than an invalid command line or configuration are
    /// reported on the console.
    var run: @Sendable (Invocation, CommandSettings) async throws(UsageError) -> CommandStatus

    /// The command's name: `cache clean`.
    var name: String { path.joined(separator: " ") }

    /// The other names of the command: `saved rm`.
    var aliasNames: [String] { aliases.map { (path.dropLast() + [$0]).joined(separator: " ") } }

    /// The usage line: `seek search TEXT... [flags]`.
    var usage: String {
        (["seek", name] + arguments.map(\.usage) + ["[flags]"]).joined(separator: " ")
    }

    func has(_ name: OptionSpec.Name) -> Bool { options.contains { $0.name == name } }

    var takesText: Bool { arguments.last?.count == .words }

    /// Returns what to use in place of a flag that the command does not have; `nil` if nothing is known.
    func hint(on flag: String) -> String? {
        if let hint = flagHints[flag] { return hint }
        guard let name = Self.counterpartFlags[flag], has(name) else { return nil }
        return "did you mean '--\(name.word)'?"
    }

    /// The flags to suggest in place of flags that a command does not have, if the command has the suggested flag.
    private static let counterpartFlags: [String: OptionSpec.Name] = [
        "--sort": .order, "--scope": .kinds, "--user": .owner, "--org": .owner,
    ]

    /// The command, with only those conflicts of its flags that concern other flags of the command. A flag that several
    /// commands share lists its conflicts in all of them.
    var withRelevantConflicts: Command {
        var command = self
        let names = Set(options.map(\.name))
        for index in command.options.indices { command.options[index].conflicts.removeAll { !names.contains($0) } }
        return command
    }

    /// The names of the fields of the command's results, including those that a flag adds; empty if the results have no
    /// fields.
    var fieldNames: [String] {
        if case .list(let names)? = options.first(where: { $0.name == .json })?.check { names } else { [] }
    }

    var lowercasedSummary: String { summary.prefix(1).lowercased() + summary.dropFirst() }

    /// The command's own flags, followed by those that every command has.
    var allOptions: [OptionSpec] { options + OptionSpec.inherited }
}

struct ArgumentSpec: Sendable {
    /// The number of words that an argument takes.
    enum Count: Sendable, Hashable {
        case one
        /// One or none.
        case optional
        /// One or more words, joined into one string: `seek videos swift concurrency`.
        case words
        /// One or more values of one word each: `seek video ID ID`.
        case several
    }

    /// The argument's name in the help: `TEXT`.
    var placeholder: String
    var meaning: String
    var count = Count.one
    /// The valid values, or those to suggest; empty if any value is valid.
    var choices: [String] = []
    /// Whether values other than ``choices`` are valid as well.
    var acceptsOtherValues = false
    /// The command line, without `seek`, that prints the valid values for completions, one per line. It must not send a
    /// request.
    var listCommand: String?
    /// The flags that make the argument optional.
    var optionalWith: [OptionSpec.Name] = []
    /// The rule for the values by the value of the preceding argument, such as the key of a setting; for completions.
    var checks: [(previous: String, check: OptionSpec.Check)] = []
    /// The flag that is given instead of the argument; both together are an error.
    var replacedBy: OptionSpec.Name?

    /// Returns the argument for a text of several words, which may be omitted if one of the flags is given.
    static func text(_ meaning: String, orFlags names: OptionSpec.Name...) -> ArgumentSpec {
        text(meaning, orFlags: names)
    }

    static func text(_ meaning: String, orFlags names: [OptionSpec.Name]) -> ArgumentSpec {
        ArgumentSpec(placeholder: "TEXT", meaning: meaning, count: .words, optionalWith: names)
    }

    func isOptional(in invocation: Invocation) -> Bool {
        count == .optional || optionalWith.contains(where: invocation.has)
    }

    var usage: String {
        // More choices would make the usage line too long; the meaning lists them.
        let name = choices.isEmpty || choices.count > 4 ? placeholder : choices.joined(separator: "|")
        if let replacedBy {
            let choice = "\(name)|--\(replacedBy.word)"
            return count == .optional ? "[\(choice)]" : choice
        }
        return switch count {
        case .one: name
        case .optional: "[\(name)]"
        case .words, .several: optionalWith.isEmpty ? "\(name)..." : "[\(name)...]"
        }
    }
}
