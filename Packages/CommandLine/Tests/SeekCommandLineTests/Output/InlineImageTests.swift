import Foundation
import Seek
import SeekNetworking
import SeekTestHelpers
import Testing

@testable import SeekCommandLine

@Suite("Thumbnails in terminals")
struct InlineImageTests {
    private let png = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) + Data(repeating: 7, count: 4_000)
    private let jpeg = Data([0xFF, 0xD8, 0xFF, 0xE0, 1, 2, 3])

    @Test(
        "use the image protocol that the environment indicates",
        arguments: [
            ([:], nil), (["TERM": "xterm-256color"], nil), (["TERM": "xterm-kitty"], .kitty),
            (["TERM": "xterm-ghostty"], .kitty), (["KITTY_WINDOW_ID": "1"], .kitty),
            (["TERM_PROGRAM": "iTerm.app"], .iTerm), (["LC_TERMINAL": "iTerm2"], .iTerm),
            (["TERM_PROGRAM": "WezTerm"], .iTerm),
            (["TERM_PROGRAM": "iTerm.app", "TMUX": "x"], nil), (["TERM_PROGRAM": "iTerm.app", "STY": "x"], nil),
            (["TERM_PROGRAM": "iTerm.app", "TERM": "dumb"], nil),
            (["TERM": "xterm-kitty", "SEEK_IMAGES": "never"], nil),
        ] as [([String: String], InlineImageProtocol?)]
    )
    func detectedProtocol(environment: [String: String], expected: InlineImageProtocol?) {
        #expect(InlineImageProtocol(environment: environment) == expected)
    }

    @Test("are encoded for iTerm2 and kitty, and files that the protocol does not support are rejected")
    func escapeSequences() throws {
        #expect(
            InlineImageProtocol.iTerm.escapeSequences(for: jpeg, lines: 3)
                == "\u{1B}]1337;File=inline=1;size=7;height=3;preserveAspectRatio=1:/9j/4AECAw==\u{07}\n"
        )
        #expect(InlineImageProtocol.kitty.escapeSequences(for: jpeg, lines: 3) == nil)
        #expect(InlineImageProtocol.iTerm.escapeSequences(for: Data("<html>".utf8), lines: 3) == nil)
        #expect(InlineImageProtocol.iTerm.escapeSequences(for: Data(), lines: 3) == nil)
        let chunks = InlineImageProtocol.kitty.escapeSequences(for: png, lines: 3)?.split(separator: "\u{1B}\\") ?? []
        // Two chunks of Base64, and the line end.
        try #require(chunks.count == 3)
        #expect(chunks[0].hasPrefix("\u{1B}_Ga=T,f=100,r=3,q=2,m=1;"))
        #expect(chunks[1].hasPrefix("\u{1B}_Gm=0;"))
        let base64 = chunks.dropLast().map { $0.split(separator: ";")[1] }.joined()
        #expect(Data(base64Encoded: base64) == png)
    }

    @Test("are shown by seek video only on a terminal that supports their format")
    func videoThumbnail() async throws {
        let url = "https://i.ytimg.com/a.jpg"
        let video: JSONValue = [
            "items": [
                [
                    "id": "v",
                    "snippet": ["title": "t", "channelId": "c", "thumbnails": ["medium": ["url": .string(url)]]],
                ]
            ]
        ]
        func run(
            _ environment: [String: String],
            isTerminal: Bool = true,
            returning response: StubResponse
        ) async -> Outcome {
            let transport = StubTransport([
                stub(.get, "https://www.googleapis.com/youtube/v3/videos", returning: .json(video)),
                stub(.get, url, returning: response),
            ])
            return await seek(
                "video",
                "v",
                environment: environment.merging(["YOUTUBE_API_KEY": "k"]) { current, _ in current },
                terminal: isTerminal ? Terminal(columns: 80) : nil,
                transport: transport
            )
        }
        let iTerm = ["TERM_PROGRAM": "iTerm.app"]
        let thumbnail = StubResponse.response(HTTPResponse(headerFields: [.contentType: "image/jpeg"], body: jpeg))
        let withThumbnail = await run(iTerm, returning: thumbnail)
        #expect(withThumbnail.output.hasPrefix("\u{1B}]1337;File=inline=1;"), "\(withThumbnail)")
        #expect(withThumbnail.output.contains("thumbnail  \(url)"), "\(withThumbnail)")
        // The thumbnail is a JPEG, which kitty does not support.
        for (environment, response) in [
            (iTerm, StubResponse.status(404)), (iTerm, .failure(.cannotConnect)), (["TERM": "xterm-kitty"], thumbnail),
            ([:], thumbnail),
        ] {
            let outcome = await run(environment, returning: response)
            #expect(outcome.status == .success)
            #expect(!outcome.output.contains("\u{1B}]1337"))
            #expect(!outcome.output.contains("\u{1B}_G"))
            #expect(outcome.output.contains("thumbnail  \(url)"))
        }
        #expect(await !run(iTerm, isTerminal: false, returning: thumbnail).output.contains("\u{1B}"))
    }
}
