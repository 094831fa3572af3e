import Foundation
import Seek
import Testing

@testable import SeekCommandLine

@Suite("Help")
struct HelpTests {
    private static let help = HelpText(for: Terminal(columns: 100))

    @Test(
        "every command's help lists its flags, arguments and examples",
        arguments: Command.all.indices
    )
    func commandHelp(index: Int) throws {
        let command = Command.all[index]
        for arguments in [
            command.path + ["--help"], command.path + command.arguments.map { $0.choices.first ?? "x" } + ["-h"],
            ["help"] + command.path,
        ] {
            guard case .help(let shown?) = try ArgumentParser.parse(arguments) else {
                Issue.record("\(arguments) shows no help")
                return
            }
            #expect(shown.name == command.name)
        }
        let help = Self.help.text(of: command)
        #expect(help.contains(command.usage))
        for option in command.options + OptionSpec.topLevel { #expect(help.contains(option.usage)) }
        for example in command.examples { #expect(help.contains("seek \(example)")) }
        #expect(Self.help.overview.contains(command.summary) == !command.isHidden)
    }

    @Test(
        "is wrapped at the width of the terminal, from 20 to 100 columns, and at 80 without a terminal",
        arguments: [
            (nil, 80), (1, 20), (20, 20), (40, 40), (59, 59), (60, 60), (72, 72), (100, 100), (200, 100),
        ] as [(Int?, Int)]
    )
    func wrapping(columns: Int?, width: Int) async {
        let examples = Command.all.flatMap(\.examples) + HelpTopic.all.flatMap(\.examples)
        let paths = Command.all.map(\.path) + HelpTopic.all.map { [$0.name] } + [["saved"], []]
        for path in paths {
            let outcome = await runCommand(["help"] + path, terminal: columns.map { Terminal(columns: $0) })
            let lines = outcome.output.split(separator: "\n").map(String.init)
            let texts = lines.filter { line in !examples.contains { line == "  seek \($0)" } }
            // A long word remains whole.
            #expect(texts.filter { $0.count > width && $0.split(separator: " ").count > 1 } == [])
            #expect(lines.allSatisfy { $0.last != " " })
            // No words are lost.
            #expect(Self.words(outcome.output) == Self.words(await runCommand(["help"] + path).output))
        }
        let overview = await runCommand(["--help"], terminal: columns.map { Terminal(columns: $0) }).output
        // Lines are not broken much earlier than necessary.
        #expect(overview.split(separator: "\n").contains { $0.count > width - 12 })
    }

    @Test("does not break a quoted template or command that fits into a line")
    func quotedCommands() async {
        let help = await runCommand(["videos", "--help"]).output
        #expect(help.contains("'{{.title}} {{.url}}'"))
        #expect(await runCommand(["completion", "--help"]).output.contains("'seek completion zsh > _seek'"))
    }

    private static func words(_ text: String) -> [Substring] {
        // A list of names without spaces is broken after commas.
        text.replacing(",", with: ", ").split { $0.isWhitespace }
    }

    /// Returns a command line with these flags, and with valid values and arguments.
    private func commandLine(_ command: Command, with options: [OptionSpec]) -> [String] {
        let flags = options.map { option in
            switch (option.value, option.check) {
            case (.none, _), (.boolean, _), (.optional, _): option.long
            case (_, .dates): "\(option.long)=2026-01-31"
            case (_, .number(let range)): "\(option.long)=\(range.lowerBound)"
            case (_, .choice(let choices)), (_, .list(let choices)): "\(option.long)=\(choices[0])"
            case (_, .duration), (_, .time): "\(option.long)=5s"
            case (_, .repository): "\(option.long)=octocat/Hello-World"
            case (_, .weight(let sources)): "\(option.long)=\(sources[0])=2"
            case (_, .address): "\(option.long)=127.0.0.1"
            case (_, .site): "\(option.long)=https://seek.example.com"
            default: "\(option.long)=5"
            }
        }
        let isReplaced = command.arguments.contains { argument in options.contains { $0.name == argument.replacedBy } }
        return command.path + (isReplaced ? [] : command.arguments.map { $0.choices.first ?? "x" }) + flags
    }

    private func accepts(_ command: Command, with options: [OptionSpec]) -> Bool {
        guard case .run(let invocation)? = try? ArgumentParser.parse(commandLine(command, with: options)) else {
            return false
        }
        return options.allSatisfy { invocation.has($0.name) }
    }

    @Test(
        "the parser accepts every flag of a command, and rejects a flag without the flag that it requires",
        arguments: Command.all.indices
    )
    func acceptedFlags(index: Int) throws {
        let command = Command.all[index]
        for option in command.options {
            let required = command.options.filter { $0.name == option.requires }
            #expect(accepts(command, with: required + [option]), "\(option.long)")
            #expect(accepts(command, with: [option]) == required.isEmpty)
            guard let short = option.short else { continue }
            #expect(Self.help.text(of: command).contains("-\(short), \(option.long)"))
        }
    }

    @Test(
        "the parser rejects two flags, with the flags that they require, exactly if any two of these conflict",
        arguments: Command.all.indices
    )
    func conflictingFlags(index: Int) throws {
        let command = Command.all[index]
        for first in command.options {
            for second in command.options where first.name != second.name {
                let required = command.options.filter { [first.requires, second.requires].contains($0.name) }
                let combination = [first, second] + required.filter { ![first.name, second.name].contains($0.name) }
                let areInConflict = combination.contains { option in
                    combination.contains { OptionSpec.areInConflict(option, $0) }
                }
                #expect(accepts(command, with: combination) == !areInConflict, "\(first.long) \(second.long)")
            }
        }
    }

    @Test("the help of a command group lists its commands", arguments: ["cache", "config", "saved"])
    func groupHelp(name: String) async {
        for arguments in [["help", name], [name, "--help"], [name, "-h"]] {
            let outcome = await seek(arguments, environment: [:])
            #expect(outcome.status == .success, "\(arguments): \(outcome.messages)")
            #expect(outcome.messages.isEmpty, "\(arguments): \(outcome.messages)")
            #expect(outcome.output.contains("seek \(name) COMMAND [flags]"))
            for command in Command.visible where command.path.first == name {
                #expect(outcome.output.contains("  \(command.name) "))
                let text = outcome.output.split { $0.isWhitespace }.joined(separator: " ")
                #expect(text.contains(command.summary))
            }
        }
    }

    @Test("the parser rejects flags that the help does not list", arguments: Command.all.indices)
    func unlistedFlags(index: Int) {
        let command = Command.all[index]
        for name in OptionSpec.Name.allCases where !command.allOptions.contains(where: { $0.name == name }) {
            #expect(throws: UsageError.self) {
                try ArgumentParser.parse(commandLine(command, with: []) + ["--\(name.word)"])
            }
        }
        for letter in "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
        where !command.allOptions.contains(where: { $0.short == letter }) {
            #expect(throws: UsageError.self) {
                try ArgumentParser.parse(commandLine(command, with: []) + ["-\(letter)"])
            }
        }
    }

    @Test(
        "names are unique, flags refer to flags of the same command, and each argument but the last is one word",
        arguments: Command.all.indices
    )
    func uniqueNames(index: Int) {
        let command = Command.all[index]
        let names = command.allOptions.map(\.name)
        let shorts = command.allOptions.compactMap(\.short)
        #expect(Set(names).count == names.count)
        #expect(Set(shorts).count == shorts.count)
        #expect(Command.all.filter { $0.path == command.path }.count == 1)
        for option in command.options {
            #expect(option.conflicts.allSatisfy(names.contains))
            #expect(option.requires.map(names.contains) != false)
            #expect(!option.meaning.isEmpty)
            #expect(option.meaning.last != ".")
        }
        #expect(command.arguments.dropLast().allSatisfy { $0.count == .one })
    }

    @Test(
        "every topic is part of the help, the reference pages and the completions",
        arguments: HelpTopic.all.map(\.name)
    )
    func topicHelp(name: String) async throws {
        let topic = try #require(HelpTopic.all.first { $0.name == name })
        let outcome = await seek("help", name, environment: [:])
        #expect(outcome.status == .success)
        #expect(outcome.messages.isEmpty)
        #expect(outcome.output.hasPrefix("\(topic.summary).\n"))
        #expect(topic.rows.allSatisfy { outcome.output.contains($0.name) })
        #expect(Self.help.overview.contains("  \(name) "))
        #expect(ManPage.content.contains(".SH \(topic.title.uppercased())\n"))
        #expect(DocCPage.content.contains("## \(topic.title)\n"))
        #expect(Shell.allCases.allSatisfy { $0.script.contains(name) })
        #expect(!Command.isCommand(name))
    }

    @Test(
        "the parser accepts every example",
        arguments: Command.all.flatMap(\.examples) + HelpTopic.all.flatMap(\.examples)
    )
    func acceptedExamples(example: String) throws {
        // A redirection is not an argument.
        let words = try ShellWords.split(String(example.prefix { $0 != "<" }))
        guard case .run = try ArgumentParser.parse(words) else {
            Issue.record("the example does not run")
            return
        }
    }

    @Test("templates in the help use existing fields", arguments: Command.all.indices)
    func templateFields(index: Int) throws {
        let options = Command.all[index].options
        guard let template = options.first(where: { $0.name == .template }),
            case .list(let fields)? = options.first(where: { $0.name == .json })?.check
        else { return }
        let example = try #require(template.meaning.split(separator: "'").dropFirst().first)
        #expect(example.contains("{{."), "\(example)")
        #expect((try? Template(String(example), fields: fields)) != nil, "\(example)")
    }

    @Test("the help of a flag names the other flag that it requires")
    func requiredFlags() throws {
        for command in Command.all {
            for option in command.options {
                guard let required = option.requires else { continue }
                #expect(option.explanation.contains("requires --\(required.word)"), "\(option.long)")
            }
        }
    }

    @Test("shows the overview if no command is given")
    func overview() throws {
        for arguments in [[], ["--help"], ["-h"], ["help"], ["help", "--help"], ["help", "-h"]] {
            guard case .help(nil) = try ArgumentParser.parse(arguments) else {
                Issue.record("\(arguments) shows no overview")
                return
            }
        }
        for command in Command.visible { #expect(Self.help.overview.contains(command.name)) }
        #expect(!Self.help.overview.contains("reference"))
        for (status, meaning) in HelpText.exitStatuses {
            #expect(
                Self.help.overview.contains("  \(status)" + String(repeating: " ", count: 5 - status.count) + meaning)
            )
        }
    }

    @Test("every script contains every visible command and its flags", arguments: Shell.allCases)
    func everyCommandAndFlag(shell: Shell) async {
        let script = await seek("completion", shell.rawValue).output
        // A hidden command.
        #expect(!script.contains("reference"))
        for command in Command.visible {
            #expect(command.path.allSatisfy(script.contains))
            for option in command.allOptions {
                #expect(script.contains(shell == .fish ? "-l \(option.name.word)" : option.long))
            }
        }
    }

    @Test(
        "the manual page and the DocC page contain every visible command with its arguments, flags and examples, but not the hidden seek reference",
        arguments: Reference.allCases
    )
    func completePages(reference: Reference) async {
        let text = await seek("reference", reference.rawValue).output.replacing("\\-", with: "-").replacing(
            "\\(dq",
            with: "\""
        )
        .replacing("\\e", with: "\\")
        for command in Command.visible {
            #expect(text.contains(command.usage))
            for option in command.options { #expect(text.contains(option.long)) }
            for example in command.examples { #expect(text.contains("seek \(example)")) }
        }
        #expect(!text.contains("seek reference man|docc"))
    }

    @Test("the DocC page shows flags, ranges and templates as code")
    func code() async {
        let page = await seek("reference", "docc").output
        for excerpt in ["`--format` selects", "`--json` is", "`.}}...{{end}}` repeats", "template: `'{{.title}}`"] {
            #expect(page.contains(excerpt), "\(excerpt)")
        }
    }

    @Test("the manual page uses only known macros")
    func knownMacros() async {
        let page = await seek("reference", "man").output
        let macros: Set = [".TH", ".ad", ".SH", ".SS", ".B", ".I", ".TP", ".PP", ".nf", ".fi"]
        for line in page.split(separator: "\n") where line.first == "." || line.first == "'" {
            #expect(macros.contains(String(line.prefix { $0 != " " })), "\(line)")
        }
    }

    @Test("no filter is taken for an unknown qualifier, or for one of another search")
    func filters() {
        let commands: [(Command, GitHubSearchKind)] = [
            (.repos, .repositories), (.issues, .issues), (.prs, .issues), (.users, .users), (.code, .code),
            (.commits, .commits), (.topics, .topics),
        ]
        for (command, kind) in commands {
            for option in command.options {
                let query = (option.qualifiers?("1", { Date() }) ?? []).reduce(GitHubQuery("x")) { $0.with($1) }
                #expect(query.diagnostics(for: kind).isEmpty, "\(command.name) \(option.name)")
                #expect(GitHubQuery(query.description).diagnostics(for: kind).isEmpty, "\(command.name) \(option.name)")
            }
        }
    }

    // A command has --verbose exactly if it sends requests.
    @Test(
        "every command that sends requests has --timeout and --wait",
        arguments: Command.all.filter { $0.has(.verbose) }.map(\.name)
    )
    func timeoutAndWaitFlags(name: String) {
        let command = Command.all.first { $0.name == name }
        #expect(command?.has(.timeout) == true)
        #expect(command?.has(.wait) == true)
    }

    #if os(macOS) || os(Linux)
    @Test("EveryCommandTests runs every command")
    func coverage() throws {
        let names = try EveryCommandTests.lines.map { line in
            guard case .run(let invocation) = try ArgumentParser.parse(line.arguments) else {
                throw UsageError("'\(line.arguments)' is not a command")
            }
            return invocation.command.name
        }
        #expect(Set(names) == Set(Command.all.map(\.name)))
    }
    #endif
}
