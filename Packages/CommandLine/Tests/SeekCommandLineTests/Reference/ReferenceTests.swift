import Foundation
import Testing

@testable import SeekCommandLine

@Suite("The manual page and the DocC page")
struct ReferenceTests {
    @Test("match the table", arguments: Reference.allCases)
    func committedPages(reference: Reference) async throws {
        let package = URL(filePath: #filePath).pathComponents.dropLast(4).joined(separator: "/").dropFirst()
        let text = try String(contentsOfFile: "\(package)/\(reference.path)", encoding: .utf8)
        let generated = await seek("reference", reference.rawValue).output
        #expect(text == generated, "run: seek reference \(reference.rawValue) > Packages/CommandLine/\(reference.path)")
    }

    @Test("contain every command, argument, flag and example", arguments: Reference.allCases)
    func completePages(reference: Reference) {
        let text = reference.content.replacing("\\-", with: "-")
        for command in CommandTable.visibleCommands {
            #expect(text.contains(command.usage))
            for option in command.options { #expect(text.contains(option.long)) }
            for example in command.examples { #expect(text.contains("seek \(example)")) }
        }
        #expect(!text.contains("seek reference man|docc"))
    }

    @Test("the page of the documentation shows flags, ranges and templates as code")
    func code() {
        for excerpt in [
            "`--format` selects", "`--json` is", "`.}}...{{end}}` repeats", "template: `'{{.title}}`",
        ] {
            #expect(DocCPage.content.contains(excerpt), "\(excerpt)")
        }
    }

    @Test("lines of the manual page begin only with known macros")
    func knownMacros() {
        let macros: Set = [".TH", ".ad", ".SH", ".SS", ".B", ".I", ".TP", ".PP", ".nf", ".fi"]
        for line in ManPage.content.split(separator: "\n").dropFirst() where line.first == "." || line.first == "'" {
            #expect(macros.contains(String(line.prefix { $0 != " " })), "\(line)")
        }
    }
}
