import Foundation
import SeekTestHelpers
import Testing

@testable import SeekCommandLine

#if os(macOS) || os(Linux)
@Suite("The pager")
struct PagerTests {
    @Test("receives the given environment, LESS=FRX and the whole text, even if the text exceeds the pipe's buffer")
    func wholeText() throws {
        let folder = try TemporaryFolder()
        let file = folder.path(of: "page")
        let text = String(repeating: "a line of a long page\n", count: 20_000)
        let isShown = Pager.show(
            text,
            with: "cat > \"$PAGE\"; echo \"$LESS\" >> \"$PAGE\"",
            environment: ["PAGE": file]
        )
        #expect(isShown)
        #expect(try String(contentsOfFile: file, encoding: .utf8) == text + "FRX\n")
    }

    @Test(
        "counts as having shown the text, unless the shell cannot find the program",
        arguments: [
            ("exit 0", true), ("exit 1", true), ("head -n 1 > /dev/null", true), ("kill -KILL $$", true),
            ("exit 127", false),
        ]
    )
    func exitStatus(command: String, isShown: Bool) {
        let text = String(repeating: "more than a pipe holds\n", count: 20_000)
        #expect(Pager.show(text, with: command, environment: ["PATH": "/usr/bin:/bin"]) == isShown)
    }

    @Test("does not replace the user's options for less")
    func lessOptions() throws {
        let folder = try TemporaryFolder()
        let file = folder.path(of: "page")
        let environment = ["LESS": "S", "PAGE": file]
        #expect(Pager.show("", with: "echo \"$LESS\" > \"$PAGE\"", environment: environment))
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "S\n")
    }
}
#endif
