import SeekTestHelpers

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The records of the corpus, which are consistent with each other.
struct SampleCorpus: Sendable {
    let videos: [VideoRecord]
    let channels: [ChannelRecord]
    let playlists: [PlaylistRecord]
    let accounts: [AccountRecord]
    let repositories: [RepositoryRecord]
    let issues: [IssueRecord]
    /// Complete responses for the kinds of searches that have no records, such as `users`. They are stored in
    /// `github/` beside the corpus.
    let fixedSearches: [String: String]

    /// Reads and validates a folder such as `Fixtures/sample-api`.
    init(folder: URL) throws(SampleAPIError) {
        let youTube = folder.appendingPathComponent("youtube")
        let gitHub = folder.appendingPathComponent("github")
        channels = try Self.read(youTube.appendingPathComponent("channels.json"))
        playlists = try Self.read(youTube.appendingPathComponent("playlists.json"))
        accounts = try Self.read(gitHub.appendingPathComponent("accounts.json"))
        var videos: [VideoRecord] = []
        for file in try Self.files(in: youTube.appendingPathComponent("videos")) {
            videos += try Self.read(file)
        }
        var repositories: [RepositoryRecord] = []
        for file in try Self.files(in: gitHub.appendingPathComponent("repositories")) {
            repositories += try Self.read(file)
        }
        var issues: [IssueRecord] = []
        for file in try Self.files(in: gitHub.appendingPathComponent("issues")) {
            issues += try Self.read(file)
        }
        self.videos = videos
        self.repositories = repositories
        self.issues = issues
        fixedSearches = Self.fixedSearches(in: folder.deletingLastPathComponent().appendingPathComponent("github"))
        try check(folder.path)
    }

    private static func fixedSearches(in folder: URL) -> [String: String] {
        var searches: [String: String] = [:]
        for kind in ["users", "code", "commits", "topics"] {
            let file = folder.appendingPathComponent("search_\(kind).json")
            if let data = try? Data(contentsOf: file) { searches[kind] = String(decoding: data, as: UTF8.self) }
        }
        return searches
    }

    private static func files(in folder: URL) throws(SampleAPIError) -> [URL] {
        do {
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            return names.filter { $0.hasSuffix(".json") }.sorted().map { folder.appendingPathComponent($0) }
        } catch {
            throw .unreadable(path: folder.path, reason: "the folder does not exist")
        }
    }

    private static func read<Record: Decodable>(_ file: URL) throws(SampleAPIError) -> [Record] {
        let data: Data
        do {
            data = try Data(contentsOf: file)
        } catch {
            let exists = FileManager.default.fileExists(atPath: file.path)
            throw .unreadable(
                path: file.path,
                reason: exists ? "it is not a file, or not readable" : "the file does not exist"
            )
        }
        do {
            return try JSONDecoder().decode([Record].self, from: data)
        } catch let error as DecodingError {
            let failure = DecodingFailure(error)
            throw .malformed(path: file.path, place: failure.place ?? "", reason: failure.reason)
        } catch {
            throw .malformed(path: file.path, place: "", reason: String(describing: error))
        }
    }
}

extension SampleCorpus {
    private func check(_ path: String) throws(SampleAPIError) {
        let channelIDs = Set(channels.map(\.id))
        for (id, channel) in videos.map({ ($0.id, $0.snippet.channelId) })
            + playlists.map({ ($0.id, $0.snippet.channelId) })
        where !channelIDs.contains(channel) {
            throw .inconsistent(
                path: "\(path)/youtube",
                reason: "\(id) belongs to the channel \(channel), which is not in channels.json"
            )
        }
        let logins = Set(accounts.map(\.login))
        for repository in repositories where !logins.contains(repository.owner.login) {
            throw .inconsistent(
                path: "\(path)/github",
                reason: "\(repository.fullName) has an owner that is not in accounts.json"
            )
        }
        let names = Set(repositories.map(\.fullName))
        for issue in issues where !names.contains(issue.repository) {
            throw .inconsistent(
                path: "\(path)/github",
                reason: "issue \(issue.id) belongs to \(issue.repository), which is not in repositories"
            )
        }
        if let id = Self.duplicate(issues.map(\.id)) {
            throw .inconsistent(path: "\(path)/github", reason: "the id \(id) occurs twice among issues")
        }
        if let id = Self.duplicate(videos.map(\.id) + channels.map(\.id) + playlists.map(\.id)) {
            throw .inconsistent(path: "\(path)/youtube", reason: "the id \(id) occurs twice")
        }
        if let id = Self.duplicate(repositories.map(\.id)) {
            throw .inconsistent(path: "\(path)/github", reason: "the id \(id) occurs twice")
        }
    }

    private static func duplicate<ID: Hashable>(_ ids: [ID]) -> ID? {
        var seen: Set<ID> = []
        return ids.first { !seen.insert($0).inserted }
    }
}
