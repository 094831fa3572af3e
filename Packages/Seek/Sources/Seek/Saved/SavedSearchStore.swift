public import SeekSearch

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Keeps saved searches in a file that all processes of a user share: JSON with sorted keys, readable by its owner alone, replaced whole.
///
/// A file that cannot be read is set aside as `….corrupt`; the error tells so once, and the next use begins anew.
public struct SavedSearchStore: Sendable {
    /// The file's content.
    private struct Content: Codable {
        var version = 1
        var searches: [SavedSearch] = []
    }

    /// The version alone, which a release reads before the rest.
    private struct Version: Decodable {
        var version: Int
    }

    private let file: SharedFile

    /// Makes a store. Nothing is touched until the first use; folders that are missing are made by the first change.
    ///
    /// - Parameters:
    ///   - file: where the searches are.
    ///   - patience: how long to wait for others who are at it; each takes a few milliseconds at the most.
    public init(file: URL, timeout: Duration = .seconds(2)) {
        self.file = SharedFile(path: file.path, timeout: timeout)
    }

    /// All searches, by name.
    public func all() async throws(SavedSearchError) -> [SavedSearch] {
        // The file is replaced whole: who only reads needs no lock, unless there is damage to set aside.
        if let content = try? decoded(try file.read()) { return content.searches }
        return try await update { $0.searches }
    }

    /// The search of a name; nil where there is none.
    public func search(named name: String) async throws(SavedSearchError) -> SavedSearch? {
        try await all().first { $0.name == name }
    }

    /// Stores a new search.
    ///
    /// - Parameter replacing: whether it may replace one of its name, whose history is lost.
    /// - Throws: ``SavedSearchError/exists(_:)`` where there is one of its name that it may not replace, ``SavedSearchError/invalidName(_:)``
    ///   for a name without letters or with control characters, besides what the file brings.
    public func add(_ search: SavedSearch, replacing: Bool = false) async throws(SavedSearchError) {
        let isVisible = search.name.contains { !$0.isWhitespace }
        let isPlain = !search.name.unicodeScalars.contains { $0.properties.generalCategory == .control }
        guard isVisible, isPlain else { throw .invalidName(search.name) }
        let isAdded = try await update { content in
            guard replacing || !content.searches.contains(where: { $0.name == search.name }) else { return false }
            content.searches.removeAll { $0.name == search.name }
            content.searches.append(search)
            content.searches.sort { $0.name < $1.name }
            return true
        }
        guard isAdded else { throw .exists(search.name) }
    }

    /// Changes the search of a name as it is stored now, in one step; nil where there is none.
    func update<Value>(
        named name: String,
        _ change: (inout SavedSearch) -> Value
    ) async throws(SavedSearchError) -> Value? {
        try await update { content in
            guard let index = content.searches.firstIndex(where: { $0.name == name }) else { return nil }
            return change(&content.searches[index])
        }
    }

    /// Removes the search of a name, and tells whether there was one.
    public func remove(named name: String) async throws(SavedSearchError) -> Bool {
        try await update { content in
            let count = content.searches.count
            content.searches.removeAll { $0.name == name }
            return content.searches.count < count
        }
    }

    private func update<Value>(_ change: (inout Content) -> Value) async throws(SavedSearchError) -> Value {
        do {
            return try await file.locked {
                let data = try file.read()
                guard var content = try decoded(data) else {
                    throw SavedSearchError.corrupt(movedTo: try file.quarantine())
                }
                let value = change(&content)
                let changed = try encoded(content)
                if changed != data, !(data == nil && content.searches.isEmpty) { try file.write(changed) }
                return value
            }
        } catch let error as SavedSearchError {
            throw error
        } catch SharedFile.Failure.busy {
            throw .busy(file.path)
        } catch SharedFile.Failure.unusable(let reason) {
            throw .unusable(file.path, reason)
        } catch {
            throw .unusable(file.path, "\(error)")
        }
    }

    /// The content of a file; that of a new one where there is none, nil where it is damaged.
    private func decoded(_ data: Data?) throws -> Content? {
        guard let data else { return Content() }
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        guard let version = try? decoder.decode(Version.self, from: data) else { return nil }
        guard version.version <= Content().version else { throw SavedSearchError.ofNewerVersion(file.path) }
        return try? decoder.decode(Content.self, from: data)
    }

    private func encoded(_ content: Content) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        return try encoder.encode(content)
    }
}

/// Why saved searches could not be read or kept.
public enum SavedSearchError: Error, Sendable, Hashable, CustomStringConvertible {
    /// There is no search of this name.
    case notFound(String)
    /// There is a search of this name already, and it was not to be replaced.
    case exists(String)
    /// The name has no visible character, or a control character.
    case invalidName(String)
    /// There is no folder for them.
    case noFolder
    /// The file could not be read; it has been put aside here, and the next use begins anew.
    case corrupt(movedTo: String)
    /// A later release wrote the file.
    case ofNewerVersion(String)
    /// Others were at it all the time.
    case busy(String)
    /// The file or its folder cannot be used, and why.
    case unusable(String, String)

    /// One line: what is wrong and what to do.
    public var description: String {
        switch self {
        case .notFound(let name): "there is no saved search '\(name)'; save one first"
        case .exists(let name):
            "there is a saved search '\(name)' already; choose another name, or replace it and its history"
        case .invalidName: "a saved search needs a name of visible characters; choose another"
        case .noFolder: "searches cannot be saved: no home folder is known; set SEEK_STATE_DIR"
        case .corrupt(let file):
            "the saved searches were damaged; they are kept as \(file), and the next use begins anew"
        case .ofNewerVersion(let file): "\(file) was written by a later release; update this one"
        case .busy(let file): "other processes hold \(file).lock all the time; end them"
        case .unusable(let file, let reason):
            "searches cannot be saved: \(file): \(reason); correct that, or set SEEK_STATE_DIR to another folder"
        }
    }
}
