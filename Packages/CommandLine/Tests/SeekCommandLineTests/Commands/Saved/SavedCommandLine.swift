import Foundation
import Seek
import SeekTestHelpers

@testable import SeekCommandLine

/// Runs `seek saved` with the saved searches in a temporary folder.
struct SavedCommandLine {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// The environment of the command.
    var environment: [String: String] { ["YOUTUBE_API_KEY": "k", "SEEK_STATE_DIR": folder.url.path] }

    /// Runs the command.
    ///
    /// - Parameters:
    ///   - arguments: The arguments after `saved`.
    ///   - titles: The titles of the videos that YouTube returns.
    func callAsFunction(_ arguments: String..., titles: [String] = []) async -> Outcome {
        let page = SearchCommandTests.videos(titles, total: titles.count)
        return await seek(
            "saved",
            arguments,
            environment: environment,
            transport: StubTransport([
                stub(.get, youTubeSearch, returning: .json(page)),
                stub(.get, repositorySearch, returning: .json(file: "github/search_repositories")),
            ])
        )
    }
}
