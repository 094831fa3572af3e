import Foundation
import Testing

@testable import SeekCommandLine

@Suite("The manual page and the DocC page")
struct ReferenceTests {
    @Test("are printed by seek reference", arguments: Reference.allCases)
    func printed(reference: Reference) async {
        #expect(await seek("reference", reference.rawValue).output == reference.content)
    }

    @Test(
        "contain every visible command with its arguments, flags and examples, but not the hidden seek reference",
        arguments: Reference.allCases
    )
    func completePages(reference: Reference) {
        let text = reference.content.replacing("\\-", with: "-").replacing("\\(dq", with: "\"")
            .replacing("\\e", with: "\\")
        for command in Command.visible {
            #expect(text.contains(command.usage))
            for option in command.options { #expect(text.contains(option.long)) }
            for example in command.examples { #expect(text.contains("seek \(example)")) }
        }
        #expect(!text.contains("seek reference man|docc"))
    }

    @Test("the DocC page shows flags, ranges and templates as code")
    func code() {
        for excerpt in ["`--format` selects", "`--json` is", "`.}}...{{end}}` repeats", "template: `'{{.title}}`"] {
            #expect(DocCPage.content.contains(excerpt), "\(excerpt)")
        }
    }

    @Test("the manual page uses only known macros")
    func knownMacros() {
        let macros: Set = [".TH", ".ad", ".SH", ".SS", ".B", ".I", ".TP", ".PP", ".nf", ".fi"]
        for line in ManPage.content.split(separator: "\n") where line.first == "." || line.first == "'" {
            #expect(macros.contains(String(line.prefix { $0 != " " })), "\(line)")
        }
    }
}
