import Seek
import SeekBasics

extension Command {
    static let aliasSet = Command(
        path: ["alias", "set"],
        summary: "Create a shortcut for a command",
        arguments: [
            ArgumentSpec(placeholder: "NAME", meaning: "The name of the alias"),
            ArgumentSpec(
                placeholder: "EXPANSION",
                meaning:
                    "A seek command without the word seek, or a shell command after !, or - to read standard input"
            ),
        ],
        options: [OptionSpec(name: .clobber, meaning: "Replace an existing alias")],
        details: [
            "$1, $2 and so on in the expansion are replaced with the arguments; other arguments are appended. An "
                + "expansion that begins with ! is run by sh with the arguments as $1, $2 and so on. Aliases are "
                + "stored in the configuration file as alias.NAME = EXPANSION, and cannot replace a command.",
            "Shell commands receive all environment variables, including keys and tokens. PAGER, BROWSER, fzf, jq "
                + "and gh receive none of these secrets.",
        ],
        examples: [
            "alias set walks 'videos night walk --order date'",
            "alias set mine 'issues --author octocat --repo $1'",
            "alias set titles '!seek videos $1 --columns title | sort'",
        ],
        flagHints: ["--shell": "begin the expansion with !", "-s": "begin the expansion with !"]
    ) { invocation, settings throws(UsageError) in
        try await AliasCommand(invocation: invocation, settings: settings).set()
    }

    static let aliasList = Command(
        path: ["alias", "list"],
        aliases: ["ls"],
        summary: "List aliases",
        options: OptionSpec.output(of: AliasCommand.fieldNames),
        examples: ["alias list"]
    ) { invocation, settings throws(UsageError) in
        try AliasCommand(invocation: invocation, settings: settings).list()
    }

    static let aliasDelete = Command(
        path: ["alias", "delete"],
        aliases: ["rm"],
        summary: "Delete an alias",
        arguments: [
            ArgumentSpec(placeholder: "NAME", meaning: "The name of the alias", listCommand: aliasListCommand)
        ],
        options: [.withoutConfirmation],
        examples: ["alias delete walks"],
        flagHints: ["--all": "aliases are deleted one at a time; list them with: seek alias list"]
    ) { invocation, settings throws(UsageError) in
        try await AliasCommand(invocation: invocation, settings: settings).delete()
    }
}

struct AliasCommand {
    private static let kind = ResultKind<Alias>(
        singular: "alias",
        plural: "aliases",
        fields: [
            .column("name", .green, isMain: true) { .string($0.name) },
            .column("expansion", isFlexible: true) { .string($0.expansion) },
        ],
        isWrapped: true
    )

    static let fieldNames = kind.fieldNames

    let invocation: Invocation
    let settings: CommandSettings

    private var console: Console { settings.console }

    /// Stores an alias. An existing one is replaced only with `--clobber`. If the expansion is `-`, it is read from the
    /// next line of standard input.
    func set() async throws(UsageError) -> CommandStatus {
        var expansion = invocation.arguments[1]
        if expansion == "-" {
            guard let line = await console.context.input.nextLine() else {
                throw UsageError("standard input contains no expansion; write the command line to it")
            }
            expansion = String(decoding: line, as: UTF8.self).trimmed(of: \.isWhitespace)
        }
        let alias = Alias(name: invocation.argument, expansion: expansion)
        if let problem = alias.problem { throw UsageError(problem) }
        try await settings.configurationFile().update { text throws(UsageError) in
            guard !text.contains(alias.key) || invocation.has(.clobber) else {
                throw UsageError("an alias '\(alias.name)' already exists; choose another name, or add --clobber")
            }
            text[alias.key] = alias.expansion
        }
        return .success
    }

    func list() throws(UsageError) -> CommandStatus {
        let output = try OutputOptions(invocation, fieldNames: Self.fieldNames, settings.console)
        let text = try settings.configurationText()
        settings.warnOfErrors(in: text)
        let aliases = text?.aliases ?? []
        return ResultWriter(kind: Self.kind, options: output, settings: settings, style: console.style())
            .write(aliases, emptyMessage: "no aliases; create one with: seek alias set NAME EXPANSION")
    }

    func delete() async throws(UsageError) -> CommandStatus {
        let alias = Alias(name: invocation.argument, expansion: "")
        let file = try settings.configurationFile()
        let text = try file.read()
        guard text.contains(alias.key) else {
            let nearest = Spelling.nearest(to: alias.name, among: text.aliases.map(\.name))
            let advice = nearest.map { "did you mean '\($0)'?" } ?? "run 'seek alias list' for all aliases"
            console.report("no alias '\(alias.name)'; \(advice)")
            return .failure
        }
        let expansion = SafeText.line(text.aliases.first { $0.name == alias.name }?.expansion ?? "")
        guard await console.isConfirmed("the alias '\(alias.name)' will be deleted: \(expansion)", by: invocation)
        else {
            return .cancelled
        }
        try await file.update { $0[alias.key] = nil }
        console.report("deleted the alias '\(alias.name)': \(expansion)")
        return .success
    }
}

extension CommandSettings {
    var aliasNames: [String] { (try? configurationText())?.aliases.map(\.name) ?? [] }

    /// Returns the expansion of the alias in `seek help ALIAS` or `seek ALIAS --help`, and the arguments that show the
    /// help of its command; `nil` for other arguments. If the alias runs a shell command, `help` is empty for
    /// `seek help ALIAS`, and the result is `nil` for `seek ALIAS --help`.
    func aliasToExplain(in arguments: [String]) throws(UsageError) -> (expansion: String, help: [String])? {
        guard arguments.count == 2 else { return nil }
        let isFlag = ["--help", "-h"].contains(arguments[1])
        let name = arguments[isFlag ? 0 : 1]
        guard isFlag || arguments[0] == "help", !Command.isCommand(name),
            let alias = try configurationText()?.aliases.first(where: { $0.name == name })
        else { return nil }
        // `--help` and `-h` may be flags of the shell command.
        guard !alias.expansion.hasPrefix("!") else { return isFlag ? nil : (alias.expansion, []) }
        let words = try ShellWords.split(alias.expansion)
        let command = Command.all.first { words.starts(with: $0.path) }
        return (alias.expansion, ["help"] + (command?.path ?? Array(words.prefix(1))))
    }

    /// Returns the command that the first argument is an alias of, or `nil`.
    func aliasedCommand(of arguments: [String]) throws(UsageError) -> Alias.Replacement? {
        guard let name = arguments.first, !name.hasPrefix("-"), !Command.isCommand(name) else { return nil }
        let text = try configurationText()
        if let alias = text?.aliases.first(where: { $0.name == name }) {
            return try alias.command(with: Array(arguments.dropFirst()))
        }
        if let error = text?.errors.first(where: { $0.key == Alias.prefix + name }) {
            throw try configurationFile().usageError(error)
        }
        return nil
    }

    /// Runs a shell command with the terminal of this process, and returns its exit status.
    func runInShell(_ command: String, _ arguments: [String]) -> CommandStatus {
        // `sh` becomes `$0`.
        let shellArguments = ["-c", command, "sh"] + arguments
        guard let status = ChildProcess.run("/bin/sh", shellArguments, environment: context.environment) else {
            console.report("cannot run the shell /bin/sh")
            return .failure
        }
        return CommandStatus(rawValue: status)
    }
}

/// A shortcut for a command, stored in the configuration file as `alias.NAME = EXPANSION`.
struct Alias: Sendable, Hashable {
    /// The beginning of the key in the configuration file.
    static let prefix = "alias."

    var name: String
    var expansion: String

    var key: String { Self.prefix + name }

    /// The command that is run in place of an alias.
    enum Replacement: Sendable, Hashable {
        /// The arguments of `seek`.
        case seek([String])
        /// A shell command and its arguments.
        case shell(String, [String])
    }

    func command(with arguments: [String]) throws(UsageError) -> Replacement {
        if expansion.hasPrefix("!") { return .shell(String(expansion.dropFirst()), arguments) }
        let words = try ShellWords.split(expansion)
        let placeholders = Set(words.flatMap(Self.placeholders))
        let count = placeholders.max() ?? 0
        guard arguments.count >= count else {
            throw UsageError("the alias '\(name)' needs \(counted(count, "argument")): \(SafeText.line(expansion))")
        }
        let otherArguments = arguments.enumerated().filter { !placeholders.contains($0.offset + 1) }.map(\.element)
        return .seek(words.map { Self.replacingPlaceholders(in: $0, with: arguments) } + otherArguments)
    }

    /// Replaces `$1` and so on in one pass, so that an argument that contains a placeholder remains as it is.
    private static func replacingPlaceholders(in word: String, with arguments: [String]) -> String {
        let parts = word.split(separator: "$", omittingEmptySubsequences: false)
        return parts.dropFirst().reduce(into: String(parts[0])) { result, part in
            let digits = part.prefix { $0.isASCII && $0.isNumber }
            if let number = Int(digits), number > 0 {
                result += arguments[number - 1] + part.dropFirst(digits.count)
            } else {
                result += "$" + part
            }
        }
    }

    private static func placeholders(in word: String) -> [Int] {
        word.split(separator: "$", omittingEmptySubsequences: false).dropFirst().compactMap { part in
            Int(part.prefix { $0.isASCII && $0.isNumber }).flatMap { $0 > 0 ? $0 : nil }
        }
    }

    /// Why the alias is invalid; `nil` if it is valid. The message may contain the expansion.
    var problem: String? {
        let isName = name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
        guard isName, !name.isEmpty, !name.hasPrefix("-") else {
            return "the name of an alias must consist of ASCII letters, digits, - and _, and cannot begin with -; "
                + "choose another name"
        }
        if Command.isCommand(name) { return "'\(name)' is a command, which an alias cannot replace" }
        if expansion.contains(where: \.isNewline) || SafeText.line(expansion) != expansion {
            return "the expansion cannot contain control characters; remove them"
        }
        if expansion.hasPrefix("!") { return expansion.count > 1 ? nil : "the expansion has no command after !" }
        do throws(UsageError) {
            guard let word = try ShellWords.split(expansion).first else { return "the expansion is empty" }
            return Command.isCommand(word)
                ? nil : "the expansion must begin with a command of seek, or with ! for a shell command"
        } catch {
            return error.description
        }
    }
}
