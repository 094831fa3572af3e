import SeekBasics

/// Parses a command line as ``Command/all`` describes it. The command comes first; flags may be anywhere after it;
/// words after `--` are arguments even if they look like flags.
struct ArgumentParser {
    /// Returns the names of the user's aliases, which are suggested in place of an unknown command.
    private let userAliases: () -> [String]
    private let now: @Sendable () -> Date
    private var remaining: ArraySlice<String>
    /// The entered word with combined short flags (`-vL5`), if the next remaining word is its end (`-L5`).
    private var combined: String?

    static func parse(
        _ arguments: [String],
        now: @escaping @Sendable () -> Date = { Date() },
        aliases: @escaping () -> [String] = { [] }
    ) throws(UsageError) -> ParsedCommandLine {
        var parser = ArgumentParser(userAliases: aliases, now: now, remaining: arguments[...])
        return try parser.parse()
    }

    private mutating func parse() throws(UsageError) -> ParsedCommandLine {
        guard let first = remaining.first else { return .help(nil) }
        switch first {
        case "--version", "version": return .version
        case "--help", "-h", "help": return try help()
        default:
            guard !first.hasPrefix("-") else {
                throw UsageError(
                    unknown: "flag",
                    first,
                    among: OptionSpec.topLevel.map(\.long),
                    help: "seek --help"
                )
            }
            if let group = group(before: { ["--help", "-h", "help"].contains($0) }) { return .groupHelp(group) }
            return try parseFlagsAndArguments(of: command())
        }
    }

    /// Parses `seek help` or `seek --help`, alone or followed by a command, a group of commands or a topic.
    private mutating func help() throws(UsageError) -> ParsedCommandLine {
        remaining.removeFirst()
        if let first = remaining.first, ["--help", "-h"].contains(first) { return .help(nil) }
        if let group = group(before: { $0 == nil }) { return .groupHelp(group) }
        if let topic = HelpTopic.all.first(where: { $0.name == remaining.first }) {
            remaining.removeFirst()
            try checkEnd(after: topic.name)
            return .topic(topic)
        }
        guard let word = remaining.first, ![["help"], ["version"]].contains(Array(remaining)) else { return .help(nil) }
        guard !word.hasPrefix("-") else {
            throw UsageError(
                "'\(SafeText.line(word))' is not a command or topic; for all commands and topics, run: seek help"
            )
        }
        guard Command.isCommand(word) else {
            let words = (Command.groups.first?.next.map(\.word) ?? []) + HelpTopic.all.map(\.name)
            throw UsageError(unknown: "command or topic", word, among: words + userAliases(), help: "seek --help")
        }
        let command = try command()
        try checkEnd(after: command.name)
        return .help(command)
    }

    /// Rejects further words after the name of a command or topic, except for flags for help.
    private func checkEnd(after name: String) throws(UsageError) {
        if let word = remaining.first(where: { !["--help", "-h"].contains($0) }) {
            throw UsageError("unexpected argument '\(SafeText.line(word))'; usage: seek help \(name)")
        }
    }

    /// Returns the group of commands that the remaining words name, if the following word (`nil` at the end) satisfies
    /// the predicate.
    private func group(before isMatch: (String?) -> Bool) -> [String]? {
        Command.groups.map(\.path).first { path in
            !path.isEmpty && remaining.starts(with: path) && isMatch(remaining.dropFirst(path.count).first)
        }
    }

    /// Consumes the words of a command's name, and returns the command.
    private mutating func command() throws(UsageError) -> Command {
        var path: [String] = []
        while true {
            let candidates = Command.all.filter { $0.path.starts(with: path) }
            if let command = candidates.first(where: { $0.path == path }) { return command }
            let nextWords = Command.groups.first { $0.path == path }?.next.map(\.word) ?? []
            let group = (["seek"] + path).joined(separator: " ")
            guard let word = remaining.first, !word.hasPrefix("-") else {
                throw UsageError("\(group) needs a command: \(nextWords.joined(separator: ", "))")
            }
            let alias = candidates.first { $0.path.count == path.count + 1 && $0.aliases.contains(word) }
            guard alias != nil || candidates.contains(where: { $0.path[path.count] == word }) else {
                let name = (path + [word]).joined(separator: " ")
                let names = nextWords + (path.isEmpty ? userAliases() : [])
                let nearest = Spelling.nearestOrPlural(of: word, among: names)
                    .map { "did you mean '\((path + [$0]).joined(separator: " "))'?" }
                throw UsageError("unknown command '\(SafeText.line(name))'; \(nearest ?? "see \(group) --help")")
            }
            path.append(alias?.path.last ?? word)
            remaining.removeFirst()
        }
    }

    private mutating func parseFlagsAndArguments(of command: Command) throws(UsageError) -> ParsedCommandLine {
        var invocation = Invocation(command: command, now: now)
        var words: [String] = []
        var ambiguous: (option: OptionSpec, word: String, previous: String)?
        while let word = remaining.popFirst() {
            if word == "--" {
                words += remaining
                break
            }
            // In a command that takes no search text, a negative number is an argument.
            guard word.hasPrefix("-"), word.count > 1, command.takesText || Int(word) == nil else {
                words.append(word)
                continue
            }
            let (option, value, mayBeArgument) = try option(word, of: command, after: words)
            if option.value == .none, value == "false" {
                // Undoes the flag, which an alias may contain.
                invocation.values[option.name] = nil
                continue
            }
            switch option.name {
            case .help: return .help(command)
            case .version: return .version
            default:
                let previous = invocation.values[option.name]
                invocation.aliases[option.name] = option.givenAlias
                if option.acceptsOneValue || option.isFilter && !option.isRepeatable, let previous, previous != value {
                    throw UsageError("\(option.long) can be given only once for \(command.name); remove one")
                }
                invocation.values[option.name] = option.joined(previous, value)
                if option.isRepeatable { invocation.repeated.append((option.name, value)) }
                if mayBeArgument { ambiguous = (option, value, previous ?? "") }
            }
        }
        if words.isEmpty, let ambiguous, !ambiguous.option.isListOfFields(ambiguous.word),
            command.arguments.contains(where: { !$0.isOptional(in: invocation) })
        {
            // The word after `--json` in `seek videos --json swift` is the required argument.
            words = [ambiguous.word]
            invocation.values[ambiguous.option.name] = ambiguous.previous
        }
        try check(invocation)
        invocation.arguments = try arguments(of: invocation, from: words)
        return .run(invocation)
    }

    private func check(_ invocation: Invocation) throws(UsageError) {
        let options = invocation.command.allOptions.filter { invocation.has($0.name) }.map(invocation.asGiven)
        for (index, option) in options.enumerated() {
            if let conflict = options[..<index].first(where: { OptionSpec.areInConflict($0, option) }) {
                throw UsageError("\(conflict.long) and \(option.long) cannot be combined; remove one")
            }
            if let required = option.requires, !invocation.has(required) {
                throw UsageError("\(option.long) requires --\(required.word)")
            }
            for value in invocation.allValues(of: option) {
                let isEmpty = option.isList ? value.allSatisfy(\.isWhitespace) : value.isEmpty
                if case .required(let placeholder) = option.value, isEmpty {
                    throw UsageError("the value of \(option.long) is empty; use \(option.long) \(placeholder)")
                }
                try option.check.validate(value, of: option, invocation)
            }
        }
    }

    private func arguments(of invocation: Invocation, from words: [String]) throws(UsageError) -> [String] {
        let command = invocation.command
        guard !command.arguments.isEmpty else {
            guard let word = words.first else { return [] }
            throw UsageError("unexpected argument '\(SafeText.line(word))'; usage: \(command.usage)")
        }
        var remainingWords = words[...]
        var values: [String] = []
        for argument in command.arguments {
            if let flag = argument.replacedBy, invocation.has(flag) {
                guard words.isEmpty else {
                    throw UsageError("--\(flag.word) and \(argument.placeholder) cannot be combined; remove one")
                }
                return []
            }
            let isOptional = argument.isOptional(in: invocation)
            let flag = argument.optionalWith.first.map { ", or a flag such as --\($0.word)" }
            guard let first = remainingWords.first else {
                if isOptional { continue }
                let advice = flag.map { ": enter it\($0)" } ?? ""
                throw UsageError("missing \(argument.placeholder)\(advice); usage: \(command.usage)")
            }
            switch argument.count {
            case .words:
                let text = remainingWords.joined(separator: " ")
                guard isOptional || !text.allSatisfy(\.isWhitespace) else {
                    throw UsageError("the search text is empty; enter one\(flag ?? "")")
                }
                values.append(text)
                remainingWords = []
            case .several:
                values += remainingWords
                remainingWords = []
            case .one, .optional:
                guard argument.choices.isEmpty || argument.acceptsOtherValues || argument.choices.contains(first) else {
                    throw UsageError(unknown: argument.placeholder.lowercased(), first, among: argument.choices)
                }
                values.append(first)
                remainingWords.removeFirst()
            }
        }
        if let word = remainingWords.first {
            throw UsageError("unexpected argument '\(SafeText.line(word))'; usage: \(command.usage)")
        }
        return values
    }

    /// Returns whether a word is a qualifier of GitHub that excludes results: `-topic:cli`. It would be parsed as the
    /// short flag `-t` with a value.
    private static func isExcludingQualifier(_ word: String) -> Bool {
        let name = word.dropFirst().prefix { $0 != ":" }
        // A value must follow `-`, the name and `:`.
        return name.count > 1 && name.count < word.count - 2 && name.allSatisfy { $0.isLowercase || $0 == "-" }
            && !name.hasPrefix("-")
    }

    /// Returns how to enter an argument that begins with `-`, after the arguments in `words`.
    private func advice(on word: String, of command: Command, after words: [String]) -> String {
        let (purpose, argument) =
            command.takesText
            ? ("to search for '\(SafeText.line(word))'", "the text") : ("if '\(SafeText.line(word))' is an ID", "it")
        let arguments = words + [word] + remaining.prefix { !$0.hasPrefix("-") }
        let line = arguments.map { quotedIfNeeded(SafeText.line($0)) }.joined(separator: " ")
        return "\(purpose), put -- before \(argument): seek \(command.name) -- \(line)"
    }

    private func unknownFlag(
        _ flag: String,
        in word: String,
        of command: Command,
        after words: [String]
    ) -> UsageError {
        let unknown = "unknown flag '\(SafeText.line(flag))'; "
        if command.searchesAllServices, let suggested = Command.searchCommand(named: words.first ?? "") {
            return UsageError("\(unknown)to \(suggested.lowercasedSummary), run: seek \(suggested.name)")
        }
        if let hint = command.hint(on: flag) { return UsageError(unknown + hint) }
        let flags = command.allOptions.map(\.long)
        let error = UsageError(unknown: "flag", flag, among: flags, help: "seek \(command.name) --help")
        // A word of several letters may be search text, and a name of 11 characters may be the ID of a video.
        let isArgument =
            command.takesText
            ? word.count > 3 && word.dropFirst().allSatisfy(\.isLetter)
            : command.arguments.last?.count == .several && word.count == 11 && OpenTarget.isName(word)
        return isArgument ? UsageError("\(error); \(advice(on: word, of: command, after: words))") : error
    }

    /// Parses a flag and its value: `--limit 5`, `--limit=5`, `-L 5`, `-L5`. Short flags can be combined: `-vL5`. The
    /// value may be an argument of the command instead if the flag does not require a value.
    private mutating func option(
        _ word: String,
        of command: Command,
        after words: [String]
    ) throws(UsageError) -> (OptionSpec, value: String, mayBeArgument: Bool) {
        let isLong = word.hasPrefix("--")
        // `word` may be only the end of the entered word: see `combined`.
        let entered = combined ?? word
        combined = nil
        if command.takesText, Self.isExcludingQualifier(word) {
            throw UsageError("a word that begins with - is a flag; \(advice(on: entered, of: command, after: words))")
        }
        let flagEnd = isLong ? (word.firstIndex(of: "=") ?? word.endIndex) : word.index(word.startIndex, offsetBy: 2)
        let flag = String(word[..<flagEnd])
        let tail = word[flagEnd...]
        let attached: String? = tail.isEmpty ? nil : String(tail.first == "=" ? tail.dropFirst() : tail)
        let isGiven = { (option: OptionSpec) in isLong ? option.isNamed(flag) : option.short == flag.last }
        guard var option = command.allOptions.first(where: isGiven) else {
            throw unknownFlag(flag, in: entered, of: command, after: words)
        }
        if isLong, flag != option.long { option.givenAlias = String(flag.dropFirst(2)) }
        switch option.value {
        case .boolean:
            return (option, attached ?? "true", false)
        case .none:
            if !isLong, let next = tail.first, next.isLetter {
                remaining = ["-\(tail)"] + remaining
                combined = entered
                return (option, "", false)
            }
            guard let attached, attached != "true" else { return (option, "", false) }
            guard attached == "false" else { throw UsageError("\(option.long) does not take a value") }
            return (option, attached, false)
        case .optional:
            if attached == nil, let next = remaining.first, !next.hasPrefix("-") {
                remaining.removeFirst()
                return (option, next, true)
            }
            return (option, attached ?? "", false)
        case .required(let placeholder):
            guard let value = attached ?? remaining.popFirst() else {
                throw UsageError("\(option.long) needs a value: \(option.long) \(placeholder)")
            }
            return (option, value, false)
        }
    }
}
