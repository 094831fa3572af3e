import Foundation
import SeekBasics
import SeekModels
import SeekSearch
import Testing

@Suite("Opening results")
struct ResultOpenerTests {
    final class StubOpening: URLOpening {
        let opened = Mutex<[String]>([])
        let canOpen: Bool
        let succeeds: Bool

        init(canOpen: Bool = true, succeeds: Bool = true) {
            self.canOpen = canOpen
            self.succeeds = succeeds
        }

        func canOpenURL(_ url: URL) async -> Bool { canOpen }

        func open(_ url: URL) async -> Bool {
            opened.withLock { $0.append(url.absoluteString) }
            return succeeds
        }
    }

    let video = YouTubeSearchItem(id: "v 1", channelID: "c", title: "t", thumbnails: [:])

    @Test(
        "opens the URL of the mode",
        arguments: [
            (OpeningMode.web, "https://www.youtube.com/watch?v=v%201"),
            (.app, "youtube://www.youtube.com/watch?v=v%201"),
        ]
    )
    func modes(mode: OpeningMode, url: String) async throws {
        let opening = StubOpening()
        try await ResultOpener(opening).open(video, mode: mode)
        #expect(opening.opened.withLock { $0 } == [url])
    }

    @Test("opens nothing if no app is available; the errors of a missing and of a failing app contain advice")
    func failures() async throws {
        let page = try #require(URL(string: "https://github.com/o/r"))
        let repository = GitHubRepository(id: 1, name: "r", url: page)
        let unavailable = StubOpening(canOpen: false)
        await #expect { try await ResultOpener(unavailable).open(repository) } throws: {
            $0 as? OpeningError == .cannotOpen(page) && "\($0)".contains("install")
        }
        #expect(unavailable.opened.withLock { $0 } == [])
        await #expect { try await ResultOpener(StubOpening(succeeds: false)).open(repository, mode: .app) } throws: {
            $0 as? OpeningError == .failed(page) && "\($0)".contains("manually")
        }
    }

    @Test("the error of a result without a URL advises no other mode", arguments: OpeningMode.allCases)
    func noURL(mode: OpeningMode) async {
        let hit = SearchHit(id: "x", kind: .video, source: "youtube", title: "A", url: nil)
        let opening = StubOpening()
        await #expect { try await ResultOpener(opening).open(hit, mode: mode) } throws: {
            "\($0)" == "this result has no URL for mode '\(mode.rawValue)'; choose another result"
        }
        #expect(opening.opened.withLock { $0 } == [])
    }

    @Test(
        "the error of a missing app advises mode 'web', unless the URL is that of a web page",
        arguments: [
            ("https://e.com/v", "no app is available for https://e.com/v; install one"),
            ("youtube://e.com/v", "no app is available for youtube://e.com/v; install one, or use mode 'web'"),
        ]
    )
    func unavailableApp(url: String, description: String) throws {
        #expect(OpeningError.cannotOpen(try #require(URL(string: url))).description == description)
    }
}
