public import SeekBasics
@_spi(Seek) public import SeekNetworking
@_spi(Seek) public import SeekTestHelpers

/// A local implementation of the YouTube Data API and the GitHub REST API, based on a folder of sample data.
///
/// ```swift
/// let api = try SampleAPI(folder: SampleAPI.sampleFolder())
/// let server = try LoopbackServer { api.reply(to: $0) }
/// // Both APIs are served at server.baseURL: /youtube/v3/search, /users/octocat/repos, …
/// ```
/// After loading, it performs no I/O: it maps requests to responses, and tracks quota and rate limits.
public final class SampleAPI: Sendable {
    private let youTube: YouTubeAPI
    private let gitHub: GitHubAPI
    private let fault: SampleAPIFault?
    private let now: @Sendable () -> Date

    /// Loads the sample data.
    ///
    /// - Parameters:
    ///   - folder: The folder of the sample data; see ``sampleFolder(_:environment:filePath:currentFolder:)``.
    ///   - configuration: The keys, limits and faults.
    ///   - environment: The environment variables that can locate the contracts.
    ///   - filePath: The file at which the search for the contracts starts, if there are none beside the folder.
    ///   - now: Returns the current time, for quota days and rate limits.
    /// - Throws: ``SampleAPIError`` if a file is missing or corrupt, or if records are inconsistent with each other.
    public convenience init(
        folder: URL,
        configuration: SampleAPIConfiguration = SampleAPIConfiguration(),
        environment: [String: String] = ProcessInfo.processInfo.environment,
        filePath: String = #filePath,
        now: @escaping @Sendable () -> Date = { Date() }
    ) throws(SampleAPIError) {
        let corpus = try SampleCorpus(folder: folder)
        // A folder of other sample data may have no contracts beside it.
        let contracts = folder.deletingLastPathComponent().appendingPathComponent("contract")
        let exists = FileManager.default.fileExists(atPath: contracts.path)
        let both = try ServiceContracts(
            folder: exists ? contracts : nil,
            environment: environment,
            filePath: filePath
        )
        self.init(YouTubeIndex(corpus), GitHubIndex(corpus), both, configuration, now)
    }

    /// Creates an API over loaded sample data, with unused quota and limits.
    init(
        _ youTube: YouTubeIndex,
        _ gitHub: GitHubIndex,
        _ contracts: ServiceContracts,
        _ configuration: SampleAPIConfiguration,
        _ now: @escaping @Sendable () -> Date
    ) {
        self.youTube = YouTubeAPI(youTube, contracts.youTube, configuration)
        self.gitHub = GitHubAPI(gitHub, contracts.gitHub, configuration)
        fault = configuration.fault
        self.now = now
    }

    /// Returns the reply of a loopback server, with the configured fault.
    public func reply(to request: HTTPRequest) -> LoopbackServer.Reply {
        let response = response(to: request)
        return fault?.reply(response) ?? .response(response)
    }

    /// Resets quota and rate limits.
    public func reset() {
        youTube.resetQuota()
        gitHub.resetLimits()
    }

    /// Returns the response without a fault. Paths below `/youtube` belong to YouTube, those below `/images` are the
    /// images of both providers, and all others belong to GitHub.
    public func response(to request: HTTPRequest) -> HTTPResponse {
        let (sample, now) = (SampleRequest(request), now())
        var response =
            switch sample.path.first {
            case "youtube": youTube.response(to: sample, at: now)
            case "images": SampleImages.response(to: sample)
            default: gitHub.response(to: sample, at: now)
            }
        // Clients convert absolute times by the server's clock.
        response.headerFields[.date] = HTTPDate.string(from: now)
        return response
    }
}

extension SampleAPI {
    /// Returns the folder of the sample data, which is the first of:
    /// 1. the explicit folder
    /// 2. `sample-api` in the folder that the environment variable `SEEK_FIXTURES` contains
    /// 3. the nearest `Fixtures/sample-api` beside or above the source file `filePath`
    /// 4. the nearest `Fixtures/sample-api` in or above `currentFolder`
    ///
    /// If a folder is passed or the variable is set, no other folder is searched.
    ///
    /// - Throws: ``SampleAPIError/folderNotFound(lookedIn:)`` if no such folder exists.
    public static func sampleFolder(
        _ folder: URL? = nil,
        environment: [String: String] = ProcessInfo.processInfo.environment,
        filePath: String = #filePath,
        currentFolder: String = FileManager.default.currentDirectoryPath
    ) throws(SampleAPIError) -> URL {
        if let folder { return try first(of: [folder]) }
        if let fixtures = environment[Fixtures.environmentVariable], !fixtures.isEmpty {
            return try first(of: [URL(fileURLWithPath: fixtures).appendingPathComponent(name)])
        }
        let source = URL(fileURLWithPath: filePath).deletingLastPathComponent()
        return try first(of: candidates(from: source) + candidates(from: URL(fileURLWithPath: currentFolder)))
    }

    private static let name = "sample-api"

    private static func first(of candidates: [URL]) throws(SampleAPIError) -> URL {
        guard let folder = candidates.first(where: { FileManager.default.fileExists(atPath: $0.path) }) else {
            throw .folderNotFound(lookedIn: candidates.map(\.path))
        }
        return folder
    }

    private static func candidates(from start: URL) -> [URL] {
        Fixtures.candidates(named: "\(Fixtures.folderName)/\(name)", from: start)
    }
}

/// An error while the sample data is located or read.
public enum SampleAPIError: Error, Sendable, Hashable, CustomStringConvertible {
    /// None of these paths exists.
    case folderNotFound(lookedIn: [String])
    /// A file or folder of the sample data is missing or cannot be read.
    case unreadable(path: String, reason: String)
    /// A file is not valid. `place` is the location of the invalid value in it, such as `[3].snippet.title`; empty for
    /// the whole file.
    case malformed(path: String, place: String, reason: String)
    /// The records are inconsistent with each other.
    case inconsistent(path: String, reason: String)

    /// The file, the problem, and what to do, on one line.
    public var description: String {
        switch self {
        case .folderNotFound(let paths):
            "no folder with sample data: looked for \(paths.first ?? "nothing")"
                + (paths.count > 1 ? " and \(paths.count - 1) more" : "")
                + "; pass an existing folder or set SEEK_FIXTURES"
        case .unreadable(let path, let reason):
            "\(path) cannot be read: \(reason); restore it with 'git checkout -- Fixtures' or pass another folder"
        case .malformed(let path, let place, let reason):
            "\(path) is corrupt\(place.isEmpty ? "" : " at \(place)"): \(reason); "
                + "restore it with 'git checkout -- Fixtures' or pass another folder"
        case .inconsistent(let path, let reason):
            "\(path) contains inconsistent records: \(reason); "
                + "restore it with 'git checkout -- Fixtures' or pass another folder"
        }
    }
}
