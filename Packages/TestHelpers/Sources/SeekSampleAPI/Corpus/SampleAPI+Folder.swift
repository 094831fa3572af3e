public import SeekBasics
import SeekTestHelpers

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
