import SeekBasics
@_spi(Seek) import SeekTestHelpers

/// The sample data of the YouTube and GitHub APIs: records that are consistent with each other.
struct SampleCorpus: Sendable {
    let videos: [VideoRecord]
    let channels: [ChannelRecord]
    let playlists: [ChannelRecord]
    let accounts: [AccountRecord]
    let repositories: [RepositoryRecord]
    let issues: [IssueRecord]
    /// Complete responses by kind, for the kinds of GitHub searches that have no records, such as `users`. They are
    /// stored in a folder `github` beside the folder of the sample data.
    let fixedSearches: [String: String]

    /// Reads and validates a folder such as `Fixtures/sample-api`.
    init(folder: URL) throws(SampleAPIError) {
        let youTube = folder.appendingPathComponent("youtube")
        let gitHub = folder.appendingPathComponent("github")
        channels = try Self.read(youTube.appendingPathComponent("channels.json"))
        playlists = try Self.read(youTube.appendingPathComponent("playlists.json"))
        accounts = try Self.read(gitHub.appendingPathComponent("accounts.json"))
        videos = try Self.readFiles(in: youTube.appendingPathComponent("videos"))
        repositories = try Self.readFiles(in: gitHub.appendingPathComponent("repositories"))
        issues = try Self.readFiles(in: gitHub.appendingPathComponent("issues"))
        fixedSearches = try Self.fixedSearches(in: folder.deletingLastPathComponent().appendingPathComponent("github"))
        try checkConsistency(folder.path)
    }

    /// Returns the contents of the existing files by kind. A search of a kind without a file returns 404.
    private static func fixedSearches(in folder: URL) throws(SampleAPIError) -> [String: String] {
        var searches: [String: String] = [:]
        for kind in ["users", "code", "commits", "topics", "labels"] {
            let file = folder.appendingPathComponent("search_\(kind).json")
            guard FileStatus(file.path, followsLinks: false) != nil else { continue }
            searches[kind] = String(decoding: try json(file), as: UTF8.self)
        }
        return searches
    }

    /// Reads all JSON files of a folder, in the order of their names.
    private static func readFiles<Record: Decodable>(in folder: URL) throws(SampleAPIError) -> [Record] {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path) else {
            throw .unreadable(path: folder.path, reason: "the folder does not exist or is not readable")
        }
        var records: [Record] = []
        for name in names.sorted() where name.hasSuffix(".json") {
            records += try read(folder.appendingPathComponent(name)) as [Record]
        }
        return records
    }

    /// Reads a JSON file.
    static func read<Value: Decodable>(_ file: URL) throws(SampleAPIError) -> Value {
        do {
            return try JSONDecoder().decode(Value.self, from: json(file))
        } catch let error as SampleAPIError {
            throw error
        } catch let error as DecodingError {
            let failure = DecodingFailure(error)
            throw .malformed(path: file.path, place: failure.path, reason: failure.reason)
        } catch {
            throw .malformed(path: file.path, place: "", reason: String(describing: error))
        }
    }

    /// Returns the bytes of a file that contains JSON, in UTF-8 without a byte order mark.
    private static func json(_ file: URL) throws(SampleAPIError) -> Data {
        let bytes: Data
        do throws(FixtureError) {
            bytes = Data(UnicodeText.utf8(Array(try Fixtures.read(file))))
        } catch {
            let reason =
                switch error {
                case .unreadable(_, let reason): reason
                case .tooLarge(_, _, let limit): "it has more than \(limit) bytes"
                default: "\(error)"
                }
            throw .unreadable(path: file.path, reason: reason)
        }
        do throws(JSONSyntaxError) {
            _ = try JSONValue(json: bytes)
        } catch {
            throw .malformed(path: file.path, place: "line \(error.line), column \(error.column)", reason: error.reason)
        }
        return bytes
    }
}

extension SampleCorpus {
    /// Throws an error if the channel, the owner or the repository of a record or a required member of a video is
    /// missing, or if an ID occurs twice among YouTube's records, the repositories or the issues.
    private func checkConsistency(_ path: String) throws(SampleAPIError) {
        let (youTube, gitHub) = ("\(path)/youtube", "\(path)/github")
        let channelIDs = Set(channels.map(\.id))
        let snippets = videos.map { ($0.id, $0.snippet) } + playlists.map { ($0.id, $0.snippet) }
        for (id, snippet) in snippets where !channelIDs.contains(snippet.channelId ?? "") {
            let reason = "the channel of \(id), \(snippet.channelId ?? "null"), is not in channels.json"
            throw .inconsistent(path: youTube, reason: reason)
        }
        for video in videos where video.snippet.categoryId == nil || video.snippet.liveBroadcastContent == nil {
            throw .inconsistent(path: youTube, reason: "\(video.id) has no categoryId or no liveBroadcastContent")
        }
        let logins = Set(accounts.map(\.login))
        for repository in repositories where !logins.contains(repository.owner.login) {
            let reason = "\(repository.fullName) has an owner that is not in accounts.json"
            throw .inconsistent(path: gitHub, reason: reason)
        }
        let names = Set(repositories.map(\.fullName))
        for issue in issues where !names.contains(issue.repository) {
            let reason = "issue \(issue.id) belongs to \(issue.repository), which is not in repositories"
            throw .inconsistent(path: gitHub, reason: reason)
        }
        try checkUnique(videos.map(\.id) + channels.map(\.id) + playlists.map(\.id), path: youTube)
        try checkUnique(repositories.map(\.id), path: "\(gitHub)/repositories")
        try checkUnique(issues.map(\.id), path: "\(gitHub)/issues")
    }

    private func checkUnique<ID: Hashable>(_ ids: [ID], path: String) throws(SampleAPIError) {
        var seen: Set<ID> = []
        for id in ids where !seen.insert(id).inserted {
            throw .inconsistent(path: path, reason: "the id \(id) occurs twice")
        }
    }
}
