import SeekNetworking
import SeekTestHelpers
import Testing

@testable import SeekCommandLine

@Suite("Output style")
struct OutputStyleTests {
    @Test(
        "enables links for terminals that support them",
        arguments: [
            (["TERM": "xterm-256color"], false), (["TERM": "xterm-kitty"], true), (["TERM_PROGRAM": "iTerm.app"], true),
            (["VTE_VERSION": "7600"], true), (["VTE_VERSION": "4000"], false), (["WT_SESSION": "x"], true),
            (["WT_SESSION": "x", "TERM": "dumb"], false), (["WT_SESSION": "x", "NO_COLOR": "1"], false),
        ] as [([String: String], Bool)]
    )
    func linkSupport(environment: [String: String], hasLinks: Bool) {
        func style(_ isTerminal: Bool) -> OutputStyle {
            OutputStyle(environment: environment, isTerminal: isTerminal, now: LocalTime())
        }
        #expect(style(true).hasLinks == hasLinks)
        #expect(!style(false).hasLinks)
    }

    @Test(
        "uses non-ASCII characters unless the locale is set and is not UTF-8",
        arguments: [
            ([:], true), (["LANG": "C"], false), (["LANG": "C.UTF-8"], true),
            (["LC_ALL": "POSIX", "LANG": "ja_JP.utf8"], false),
            (["LC_ALL": "", "LANG": "ja_JP.utf8"], true), (["LC_CTYPE": "C", "LANG": "en_US.UTF-8"], false),
        ] as [([String: String], Bool)]
    )
    func localeEncoding(environment: [String: String], isUnicode: Bool) {
        #expect(OutputStyle(environment: environment, isTerminal: true, now: LocalTime()).isUnicode == isUnicode)
    }
}

@Suite("--color")
struct ColorModeTests {
    private func output(_ arguments: String..., environment: [String: String], isTerminal: Bool) async -> String {
        let transport = StubTransport([stub(.get, youTubeSearch, returning: .json(SearchCommandTests.videos(["a"])))])
        return await seek(
            ["videos", "x"] + arguments,
            environment: environment.merging(["YOUTUBE_API_KEY": "k"]) { current, _ in current },
            terminal: isTerminal ? Terminal(columns: 80) : nil,
            transport: transport
        ).output
    }

    @Test(
        "follows the terminal and the environment if it is auto; always and never override them",
        arguments: [
            ("auto", [:], true, true), ("auto", [:], false, false), ("auto", ["NO_COLOR": "1"], true, false),
            ("always", [:], false, true), ("always", ["NO_COLOR": "1"], false, true),
            ("never", [:], true, false), ("never", ["CLICOLOR_FORCE": "1"], true, false),
        ] as [(String, [String: String], Bool, Bool)]
    )
    func colorModes(mode: String, environment: [String: String], isTerminal: Bool, isColored: Bool) async {
        let text = await output("--color", mode, environment: environment, isTerminal: isTerminal)
        #expect(text.contains("\u{1B}[") == isColored)
        #expect(text.contains("a"))
    }

    @Test("rejects other values")
    func invalidMode() async {
        let outcome = await seek("config", "path", "--color=yes")
        #expect(outcome.messages.contains("--color must be one of auto, always, never"))
    }
}
