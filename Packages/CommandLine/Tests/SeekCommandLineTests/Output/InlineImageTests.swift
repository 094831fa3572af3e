import Foundation
import Seek
import SeekCommandLine
import SeekNetworking
import SeekTestHelpers
import Testing

@Suite("Thumbnails in terminals")
struct InlineImageTests {
    private static let png = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) + Data(repeating: 7, count: 4_000)
    private static let jpeg = Data([0xFF, 0xD8, 0xFF, 0xE0, 1, 2, 3])
    private static let url = "https://i.ytimg.com/a"

    /// Runs `seek video`, whose video has this thumbnail.
    private func show(
        _ thumbnail: StubResponse,
        environment: [String: String],
        isTerminal: Bool = true
    ) async -> Outcome {
        let snippet: JSONValue = [
            "title": "t", "channelId": "c", "thumbnails": ["medium": ["url": .string(Self.url)]],
        ]
        let transport = StubTransport([
            stub(
                .get,
                "https://www.googleapis.com/youtube/v3/videos",
                returning: .json(["items": [["id": "v", "snippet": snippet]]])
            ),
            stub(.get, Self.url, returning: thumbnail),
        ])
        return await seek(
            "video",
            "v",
            environment: environment.merging(["YOUTUBE_API_KEY": "k"]) { $1 },
            terminal: isTerminal ? Terminal(columns: 80) : nil,
            transport: transport
        )
    }

    private static func image(_ bytes: Data) -> StubResponse {
        .response(HTTPResponse(headerFields: [.contentType: "image/x"], body: bytes))
    }

    private static let iTerm = "\u{1B}]1337;"
    private static let kitty = "\u{1B}_G"

    @Test(
        "are shown with the image protocol that the environment indicates",
        arguments: [
            (["TERM": "xterm-kitty"], kitty), (["TERM": "xterm-ghostty"], kitty), (["KITTY_WINDOW_ID": "1"], kitty),
            (["TERM_PROGRAM": "iTerm.app"], iTerm), (["LC_TERMINAL": "iTerm2"], iTerm),
            (["TERM_PROGRAM": "WezTerm"], iTerm),
        ]
    )
    func detectedProtocol(environment: [String: String], start: String) async {
        let output = await show(Self.image(Self.png), environment: environment).output
        #expect(output.hasPrefix(start), "\(output)")
        #expect(output.contains("thumbnail  \(Self.url)\n"), "\(output)")
    }

    @Test("are encoded for iTerm2 and kitty")
    func escapeSequences() async throws {
        let iTerm = await show(Self.image(Self.jpeg), environment: ["TERM_PROGRAM": "iTerm.app"])
        #expect(
            iTerm.output.hasPrefix(
                "\u{1B}]1337;File=inline=1;size=7;height=10;preserveAspectRatio=1:/9j/4AECAw==\u{07}\n"
            ),
            "\(iTerm.output)"
        )
        let kitty = await show(Self.image(Self.png), environment: ["TERM": "xterm-kitty"])
        let chunks = kitty.output.split(separator: "\u{1B}\\")
        // Two chunks of Base64, and the text.
        try #require(chunks.count == 3)
        #expect(chunks[0].hasPrefix("\u{1B}_Ga=T,f=100,r=10,q=2,m=1;"), "\(chunks[0].prefix(40))")
        #expect(chunks[1].hasPrefix("\u{1B}_Gm=0;"))
        #expect(chunks[2].hasPrefix("\n"))
        let base64 = chunks[..<2].map { $0.split(separator: ";")[1] }.joined()
        #expect(Data(base64Encoded: base64) == Self.png)
    }

    @Test(
        "are not shown if the terminal or the format is not supported, or there is no image",
        arguments: [
            ([:], image(png)), (["TERM": "xterm-256color"], image(png)),
            (["TERM_PROGRAM": "iTerm.app", "TMUX": "x"], image(png)),
            (["TERM_PROGRAM": "iTerm.app", "STY": "x"], image(png)),
            (["TERM_PROGRAM": "iTerm.app", "TERM": "dumb"], image(png)),
            (["TERM": "xterm-kitty", "SEEK_IMAGES": "never"], image(png)),
            (["TERM": "xterm-kitty"], image(jpeg)), (["TERM_PROGRAM": "iTerm.app"], image(Data("<html>".utf8))),
            (["TERM_PROGRAM": "iTerm.app"], image(Data())), (["TERM_PROGRAM": "iTerm.app"], .status(404)),
            (["TERM_PROGRAM": "iTerm.app"], .failure(.cannotConnect)),
        ] as [([String: String], StubResponse)]
    )
    func notShown(environment: [String: String], thumbnail: StubResponse) async {
        let outcome = await show(thumbnail, environment: environment)
        #expect(outcome.status == .success)
        #expect(!outcome.output.contains(Self.iTerm))
        #expect(!outcome.output.contains(Self.kitty))
        #expect(outcome.output.contains("thumbnail  \(Self.url)"))
    }

    @Test("are not shown in a pipe")
    func pipe() async {
        let outcome = await show(Self.image(Self.png), environment: ["TERM": "xterm-kitty"], isTerminal: false)
        #expect(outcome.status == .success)
        #expect(!outcome.output.contains("\u{1B}"))
    }
}
