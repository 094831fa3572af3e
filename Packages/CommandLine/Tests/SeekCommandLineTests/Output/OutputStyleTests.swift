import SeekBasics
import SeekCommandLine
import SeekNetworking
import SeekTestHelpers
import Testing

@Suite("Output style")
struct OutputStyleTests {
    private func output(
        _ flags: String...,
        environment: [String: String],
        isTerminal: Bool = true,
        title: String = "a"
    ) async -> String {
        let videos = SearchCommandTests.videos([title])
        return await seek(
            ["videos", "x"] + flags,
            environment: environment.merging(["YOUTUBE_API_KEY": "k"]) { $1 },
            terminal: isTerminal ? Terminal(columns: 80) : nil,
            transport: StubTransport([stub(.get, youTubeSearch, returning: .json(videos))])
        ).output
    }

    @Test(
        "has links on terminals that support them",
        arguments: [
            (["TERM": "xterm-256color"], false), (["TERM": "xterm-kitty"], true), (["TERM_PROGRAM": "iTerm.app"], true),
            (["VTE_VERSION": "7600"], true), (["VTE_VERSION": "4000"], false), (["WT_SESSION": "x"], true),
            (["WT_SESSION": "x", "TERM": "dumb"], false), (["WT_SESSION": "x", "NO_COLOR": "1"], false),
        ] as [([String: String], Bool)]
    )
    func linkSupport(environment: [String: String], hasLinks: Bool) async {
        let start = "\u{1B}]8;;https://"
        #expect(await output(environment: environment).contains(start) == hasLinks)
        #expect(await !output(environment: environment, isTerminal: false).contains(start))
    }

    @Test(
        "uses non-ASCII characters unless the locale is set and is not UTF-8",
        arguments: [
            ([:], true), (["LANG": "C"], false), (["LANG": "C.UTF-8"], true),
            (["LC_ALL": "POSIX", "LANG": "ja_JP.utf8"], false),
            (["LC_ALL": "", "LANG": "ja_JP.utf8"], true), (["LC_CTYPE": "C", "LANG": "en_US.UTF-8"], false),
        ] as [([String: String], Bool)]
    )
    func localeEncoding(environment: [String: String], isUnicode: Bool) async {
        let text = await output(environment: environment, title: String(repeating: "東京", count: 40))
        #expect(text.contains("東京"))
        #expect(text.contains("…") == isUnicode)
        #expect(text.contains("...") != isUnicode)
    }

    @Test(
        "has colors as the terminal and the environment determine if --color is auto; always and never override them",
        arguments: [
            ("auto", [:], true, true), ("auto", [:], false, false), ("auto", ["NO_COLOR": "1"], true, false),
            ("auto", ["NO_COLOR": ""], true, true), ("auto", ["CLICOLOR_FORCE": "1"], false, true),
            ("auto", ["CLICOLOR_FORCE": "0"], false, false),
            ("auto", ["CLICOLOR_FORCE": "1", "NO_COLOR": "1"], true, false), ("auto", ["CLICOLOR": "0"], true, false),
            ("auto", ["TERM": "dumb"], true, false),
            ("always", [:], false, true), ("always", ["NO_COLOR": "1"], false, true),
            ("never", [:], true, false), ("never", ["CLICOLOR_FORCE": "1"], true, false),
        ] as [(String, [String: String], Bool, Bool)]
    )
    func colors(mode: String, environment: [String: String], isTerminal: Bool, isColored: Bool) async {
        let text = await output("--color", mode, environment: environment, isTerminal: isTerminal)
        #expect(text.contains("\u{1B}[") == isColored)
        #expect(text.contains("a"))
    }
}
