import Testing

@testable import SeekCommandLine

@Suite("Help agrees with what is accepted")
struct HelpTests {
    @Test(
        "every command has a help that names its flags, argument and examples",
        arguments: CommandTable.commands.indices
    )
    func commands(index: Int) throws {
        let command = CommandTable.commands[index]
        for arguments in [command.path + ["--help"], command.path + ["x", "-h"], ["help"] + command.path] {
            guard case .help(let shown?) = try ArgumentParser.parse(arguments) else {
                Issue.record("\(arguments) shows no help")
                return
            }
            #expect(shown.name == command.name)
        }
        let help = HelpText.of(command)
        #expect(help.contains(command.usage))
        for option in command.options + CommandTable.common { #expect(help.contains(option.usage)) }
        for example in command.examples { #expect(help.contains("seek \(example)")) }
        #expect(HelpText.overview.contains(command.summary))
        #expect(help.split(separator: "\n").allSatisfy { $0.count <= 102 && $0.last != " " })
    }

    @Test("every flag of the table is accepted", arguments: CommandTable.commands.indices)
    func flags(index: Int) throws {
        let command = CommandTable.commands[index]
        for option in command.options {
            let value: String
            switch option.value {
            case .none, .optional: value = ""
            case .required: value = "=5"
            }
            let isAlone = command.argument == nil || command.argument?.replacedBy == option.name
            let argument = isAlone ? [] : ["x"]
            guard case .run(let invocation) = try ArgumentParser.parse(command.path + [option.long + value] + argument)
            else {
                Issue.record("\(option.long) does not run the command")
                return
            }
            #expect(invocation.has(option.name))
        }
    }

    @Test("every example is accepted", arguments: CommandTable.commands.flatMap(\.examples))
    func examples(example: String) throws {
        let words = example.replacing("'", with: "").split(separator: " ").map(String.init)
        guard case .run = try ArgumentParser.parse(words) else {
            Issue.record("the example does not run")
            return
        }
    }

    @Test("without a command there is the overview")
    func overview() throws {
        for arguments in [[], ["--help"], ["-h"], ["help"]] {
            guard case .help(nil) = try ArgumentParser.parse(arguments) else {
                Issue.record("\(arguments) shows no overview")
                return
            }
        }
        for command in CommandTable.commands { #expect(HelpText.overview.contains(command.name)) }
        for status in CommandStatus.allCases {
            #expect(HelpText.overview.contains("  \(status.rawValue)  \(status.meaning)"))
        }
    }
}
