import Foundation
import Seek
import SeekTestHelpers

@testable import SeekCommandLine

/// Runs `seek saved` with the saved searches in a temporary folder.
struct SavedCommandLine {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    var environment: [String: String] { ["YOUTUBE_API_KEY": "k", "SEEK_STATE_DIR": folder.url.path] }

    /// Runs the command.
    ///
    /// - Parameters:
    ///   - arguments: The arguments after `saved`.
    ///   - titles: The titles of the videos that YouTube returns.
    ///   - videos: The response of YouTube; `nil` for a page with `titles`.
    ///   - seconds: The time of the command, in seconds after 2026-09-21 14:13:20 UTC.
    func callAsFunction(
        _ arguments: [String],
        titles: [String] = [],
        videos: StubResponse? = nil,
        at seconds: Double = 0
    ) async -> Outcome {
        let page = SearchCommandTests.videos(titles, total: titles.count)
        return await seek(
            ["saved"] + arguments,
            environment: environment,
            transport: StubTransport([
                stub(.get, youTubeSearch, returning: videos ?? .json(page)),
                stub(.get, repositorySearch, returning: .json(file: "github/search_repositories")),
            ]),
            now: { Date(timeIntervalSince1970: 1_790_000_000 + seconds) }
        )
    }

    func callAsFunction(
        _ arguments: String...,
        titles: [String] = [],
        videos: StubResponse? = nil,
        at seconds: Double = 0
    ) async -> Outcome {
        await self(arguments, titles: titles, videos: videos, at: seconds)
    }
}
