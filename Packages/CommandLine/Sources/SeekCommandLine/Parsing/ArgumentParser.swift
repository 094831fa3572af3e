/// Reads a command line by the table: commands first, flags anywhere, `--` before a text that looks like a flag.
struct ArgumentParser {
    private let commands = CommandTable.commands
    private var rest: ArraySlice<String>

    /// Reads the arguments, without the program's name.
    static func parse(_ arguments: [String]) throws(UsageError) -> Request {
        var parser = ArgumentParser(rest: arguments[...])
        return try parser.parse()
    }

    private init(rest: ArraySlice<String>) { self.rest = rest }

    private mutating func parse() throws(UsageError) -> Request {
        guard let first = rest.first else { return .help(nil) }
        switch first {
        case "--help", "-h": return .help(nil)
        case "--version": return .version
        case "help": return try help()
        default:
            guard !first.hasPrefix("-") else {
                throw UsageError(unknown: "flag", first, among: CommandTable.common.map(\.long), help: "seek --help")
            }
            return try run(command())
        }
    }

    /// `seek help`, `seek help cache`, `seek help cache clean`
    private mutating func help() throws(UsageError) -> Request {
        rest.removeFirst()
        return .help(rest.isEmpty ? nil : try command())
    }

    /// Takes the words that name a command.
    private mutating func command() throws(UsageError) -> CommandSpec {
        var path: [String] = []
        while true {
            let candidates = commands.filter { $0.path.starts(with: path) }
            if let command = candidates.first(where: { $0.path == path }) { return command }
            let known = candidates.map { $0.path[path.count] }
            let group = (["seek"] + path).joined(separator: " ")
            guard let word = rest.first, !word.hasPrefix("-") else {
                throw UsageError("\(group) needs a command: \(known.joined(separator: ", "))")
            }
            guard known.contains(word) else {
                throw UsageError(unknown: "command", word, among: known, help: "seek --help")
            }
            path.append(word)
            rest.removeFirst()
        }
    }

    private mutating func run(_ command: CommandSpec) throws(UsageError) -> Request {
        var invocation = Invocation(command: command)
        var words: [String] = []
        while let word = rest.popFirst() {
            if word == "--" {
                words += rest
                break
            }
            guard word.hasPrefix("-"), word.count > 1 else {
                words.append(word)
                continue
            }
            let (option, value) = try option(word, of: command)
            switch option.name {
            case .help: return .help(command)
            case .version: return .version
            default:
                invocation.values[option.name] = value
                if option.isRepeatable { invocation.repeated.append((option.name, value)) }
            }
        }
        invocation.argument = try argument(of: invocation, from: words)
        return .run(invocation)
    }

    private func argument(of invocation: Invocation, from words: [String]) throws(UsageError) -> String {
        let command = invocation.command
        guard let argument = command.argument else {
            guard let word = words.first else { return "" }
            throw UsageError("seek \(command.name) takes no argument, not '\(SafeText.line(word))'")
        }
        if let flag = argument.replacedBy, invocation.has(flag) {
            guard words.isEmpty else {
                throw UsageError("--\(flag.rawValue) takes the place of \(argument.placeholder)")
            }
            return ""
        }
        guard !words.isEmpty else {
            throw UsageError("\(argument.placeholder) is missing: \(command.usage)")
        }
        guard words.count == 1 || argument.takesWords else {
            throw UsageError("seek \(command.name) takes one \(argument.placeholder), not \(words.count)")
        }
        return words.joined(separator: " ")
    }

    /// Reads a flag and takes its value: `--limit 5`, `--limit=5`, `-L 5`, `-L5`.
    private mutating func option(
        _ word: String,
        of command: CommandSpec
    ) throws(UsageError) -> (OptionSpec, String) {
        let isLong = word.hasPrefix("--")
        let cut = isLong ? (word.firstIndex(of: "=") ?? word.endIndex) : word.index(word.startIndex, offsetBy: 2)
        let flag = String(word[..<cut])
        let tail = word[cut...]
        let attached: String? = tail.isEmpty ? nil : String(tail.first == "=" ? tail.dropFirst() : tail)
        let known = command.options + CommandTable.common
        guard let option = known.first(where: { isLong ? $0.long == flag : $0.short == flag.last }) else {
            throw UsageError(unknown: "flag", flag, among: known.map(\.long), help: "seek \(command.name) --help")
        }
        switch option.value {
        case .none:
            guard attached == nil else { throw UsageError("\(option.long) takes no value") }
            return (option, "")
        case .optional:
            return (option, attached ?? "")
        case .required(let placeholder):
            guard let value = attached ?? rest.popFirst() else {
                throw UsageError("\(option.long) needs \(placeholder): \(option.meaning)")
            }
            return (option, value)
        }
    }
}
