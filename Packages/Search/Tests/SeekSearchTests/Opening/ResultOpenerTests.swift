import Foundation
import SeekBasics
import SeekModels
import SeekSearch
import Testing

@Suite("Opening results")
struct ResultOpenerTests {
    final class MockOpening: URLOpening {
        let opened = Mutex<[String]>([])
        let can: Bool
        let does: Bool

        init(can: Bool = true, does: Bool = true) {
            self.can = can
            self.does = does
        }

        func canOpenURL(_ url: URL) async -> Bool { can }

        func open(_ url: URL) async -> Bool {
            opened.withLock { $0.append(url.absoluteString) }
            return does
        }
    }

    let video = YouTubeSearchItem(id: "v 1", channelID: "c", title: "t", thumbnails: [:])

    @Test(
        "R5: opens the URL of the mode",
        arguments: [
            (OpeningMode.web, "https://www.youtube.com/watch?v=v%201"),
            (.app, "youtube://www.youtube.com/watch?v=v%201"),
        ]
    )
    func modes(mode: OpeningMode, url: String) async throws {
        let opening = MockOpening()
        try await ResultOpener(opening).open(video, mode: mode)
        #expect(opening.opened.withLock { $0 } == [url])
    }

    @Test("R5: reports what cannot be opened")
    func failures() async throws {
        let page = try #require(URL(string: "https://github.com/o/r"))
        let repository = GitHubRepository(id: 1, name: "r", url: page)
        await #expect { try await ResultOpener(MockOpening(can: false)).open(repository) } throws: {
            $0 as? OpeningError == .cannotOpen(page) && "\($0)".contains("install")
        }
        await #expect { try await ResultOpener(MockOpening(does: false)).open(repository, mode: .app) } throws: {
            $0 as? OpeningError == .failed(page) && "\($0)".contains("manually")
        }
        #expect(OpeningError.noURL(.app).description.contains("'app'"))
    }
}
