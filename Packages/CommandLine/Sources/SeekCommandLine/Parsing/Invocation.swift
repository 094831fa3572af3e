import SeekBasics

/// What a command line asks for.
enum Request: Sendable {
    /// The help of a command, or of `seek` itself.
    case help(CommandSpec?)
    /// The help of what several commands begin with: `["cache"]`.
    case groupHelp([String])
    case version
    case run(Invocation)
}

/// A command with its argument and flags, as they were typed.
struct Invocation: Sendable {
    var command: CommandSpec
    /// What it works on, a text for each argument; several where the last one takes several.
    var arguments: [String] = []
    /// The flags, with the last value of each; without one, an empty text.
    var values: [OptionSpec.Name: String] = [:]
    /// The repeatable flags with their values, in the order in which they were typed.
    var repeated: [(name: OptionSpec.Name, value: String)] = []

    /// The first argument; empty where there is none.
    var argument: String { arguments.first ?? "" }

    func has(_ name: OptionSpec.Name) -> Bool { values[name] != nil }
}

/// A command line that is not understood: what about it, and what may have been meant.
struct UsageError: Error, Sendable, Hashable, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }

    /// A name that is not known, and the nearest that is.
    init(unknown what: String, _ name: String, among known: [String], help: String) {
        let nearest = Spelling.nearest(to: name, among: known).map { "; did you mean '\($0)'?" }
        description = "unknown \(what) '\(SafeText.line(name))'\(nearest ?? "; see \(help)")"
    }
}
