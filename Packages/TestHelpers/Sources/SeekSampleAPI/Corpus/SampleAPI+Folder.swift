import SeekTestHelpers

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension SampleAPI {
    /// Returns the folder of the corpus: the explicit folder, otherwise `sample-api` in the folder that the
    /// environment variable `SEEK_FIXTURES` contains, otherwise the nearest `Fixtures/sample-api` beside or above the
    /// source file, and then the current folder.
    ///
    /// - Parameters:
    ///   - folder: The corpus itself, if known.
    ///   - environment: The environment variables.
    ///   - filePath: The source file at which the search starts.
    ///   - currentFolder: The folder at which the second search starts, if the first one finds nothing.
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
        if let found = candidates.first(where: { FileManager.default.fileExists(atPath: $0.path) }) { return found }
        throw .folderNotFound(lookedIn: candidates.map(\.path))
    }

    private static func candidates(from start: URL) -> [URL] {
        FolderSearch.candidates(named: "\(Fixtures.folderName)/\(name)", from: start)
    }
}
