public import SeekBasics
public import SeekSearch

/// A store of saved searches in a file that all processes of a user share and only its owner can read. The content is
/// JSON with sorted keys.
///
/// A corrupt file is not changed: each operation throws ``SavedSearchError/corrupt(_:problem:)`` until the user has repaired or
/// removed the file.
public struct SavedSearchStore: Sendable {
    private struct Content: Codable {
        var version = 1
        var searches: [SavedSearch] = []
    }

    /// The version of the file, which is decoded before the rest.
    private struct Version: Decodable { var version: Int }

    private let file: PrivateFile
    private let timeout: Duration

    /// Creates a store. Missing folders are created by the first change.
    ///
    /// - Parameters:
    ///   - file: The file of the searches.
    ///   - timeout: The maximum time to wait for other processes.
    public init(file: URL, timeout: Duration = .seconds(2)) {
        self.file = PrivateFile(file.path)
        self.timeout = timeout
    }

    /// Returns all searches, sorted by name.
    public func all() async throws(SavedSearchError) -> [SavedSearch] {
        // The file is replaced as a whole, so that reading needs no lock.
        try await attempt { try decoded(try file.data()).searches }
    }

    /// Returns the search with a name, or `nil`.
    public func search(named name: String) async throws(SavedSearchError) -> SavedSearch? {
        try await all().first { $0.name == name }
    }

    /// Stores a new search.
    ///
    /// - Parameter replacing: Whether a search with the same name is replaced, which removes its history.
    /// - Returns: The search that was replaced, or `nil`.
    /// - Throws: ``SavedSearchError/exists(_:)`` if there is a search with the same name and `replacing` is false,
    ///   ``SavedSearchError/invalidName(_:)`` for a blank name, one of more than 200 characters or one with control
    ///   characters, ``SavedSearchError/exceedsLimit(_:)`` for the 1,001st search or a text of more than 4,096 bytes, or
    ///   an error of the file.
    @discardableResult
    public func add(
        _ search: SavedSearch,
        replacing: Bool = false
    ) async throws(SavedSearchError) -> SavedSearch? {
        guard Self.isValid(name: search.name) else { throw .invalidName(search.name) }
        try Self.checkLength(of: search)
        let result: Result<SavedSearch?, SavedSearchError> = try await update { content in
            let previous = content.searches.first { $0.name == search.name }
            guard replacing || previous == nil else { return .success(previous) }
            guard previous != nil || content.searches.count < Self.maximumCount else {
                return .failure(.exceedsLimit("there are already \(Self.maximumCount) saved searches; remove some"))
            }
            content.searches.removeAll { $0.name == search.name }
            content.searches.append(search)
            content.searches.sort { $0.name < $1.name }
            return .success(previous)
        }
        let existing = try result.get()
        guard replacing || existing == nil else { throw .exists(search.name) }
        return existing
    }

    /// Changes the name or the query of a stored search. Its ID and its history are retained.
    ///
    /// - Returns: The changed search.
    /// - Throws: ``SavedSearchError/notFound(_:)`` if there is no search with this name,
    ///   ``SavedSearchError/exists(_:)`` if the new name is that of another search,
    ///   ``SavedSearchError/invalidName(_:)`` for a blank name or one with control characters, or an error of the file.
    @discardableResult
    public func edit(
        _ name: String,
        _ change: (inout SavedSearch) -> Void
    ) async throws(SavedSearchError) -> SavedSearch {
        let edited: Result<SavedSearch, SavedSearchError> = try await update { content in
            guard let index = content.searches.firstIndex(where: { $0.name == name }) else {
                return .failure(.notFound(name))
            }
            var search = content.searches[index]
            change(&search)
            guard Self.isValid(name: search.name) else { return .failure(.invalidName(search.name)) }
            do throws(SavedSearchError) { try Self.checkLength(of: search) } catch { return .failure(error) }
            guard search.name == name || !content.searches.contains(where: { $0.name == search.name }) else {
                return .failure(.exists(search.name))
            }
            content.searches[index] = search
            content.searches.sort { $0.name < $1.name }
            return .success(search)
        }
        return try edited.get()
    }

    /// The limits, because every user of the web app can save searches.
    private static let (maximumCount, maximumNameLength, maximumTextSize) = (1_000, 200, 4_096)

    private static func checkLength(of search: SavedSearch) throws(SavedSearchError) {
        guard search.query.text.utf8.count <= maximumTextSize else {
            throw .exceedsLimit("the text of a saved search has more than \(maximumTextSize) bytes; shorten it")
        }
    }

    private static func isValid(name: String) -> Bool {
        !name.allSatisfy(\.isWhitespace) && name.utf8.count <= 4 * maximumNameLength && name.count <= maximumNameLength
            && !name.unicodeScalars.contains { $0.properties.generalCategory == .control }
    }

    /// Changes the stored search with a name atomically. Returns the closure's result, or `nil` if there is no such
    /// search.
    func update<Value>(
        named name: String,
        _ change: (inout SavedSearch) -> Value?
    ) async throws(SavedSearchError) -> Value? {
        try await update { content in
            guard let index = content.searches.firstIndex(where: { $0.name == name }) else { return nil }
            return change(&content.searches[index])
        }
    }

    /// Removes the search with a name. Returns whether there was one.
    public func remove(named name: String) async throws(SavedSearchError) -> Bool {
        try await update { content in
            let count = content.searches.count
            content.searches.removeAll { $0.name == name }
            return content.searches.count < count
        }
    }

    private func update<Value>(_ change: (inout Content) -> Value) async throws(SavedSearchError) -> Value {
        try await attempt {
            try await file.withLock(timeout: timeout) {
                let data = try file.data()
                var content = try decoded(data)
                let value = change(&content)
                let changed = try encoded(content)
                if changed != data, !(data == nil && content.searches.isEmpty) {
                    try file.replace(with: Array(changed))
                }
                return value
            }
        }
    }

    private func attempt<Value>(_ body: () async throws -> Value) async throws(SavedSearchError) -> Value {
        do {
            return try await body()
        } catch let error as SavedSearchError {
            throw error
        } catch is CancellationError {
            throw .cancelled
        } catch PrivateFileError.busy(let path) {
            throw .busy(path)
        } catch let error as PrivateFileError {
            throw .unusable(error.stateFileDescription)
        } catch {
            throw .unusable("'\(file.path)': \(error)")
        }
    }

    private func decoded(_ data: Data?) throws(SavedSearchError) -> Content {
        guard let data else { return Content() }
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        let version = try? decoder.decodeBounded(Version.self, from: data).version
        if let version, version > Content().version { throw .ofNewerVersion(file.path) }
        do {
            // A decoder would ignore a repeated member, and the next change would remove it.
            _ = try JSONValue(json: data)
            return try decoder.decodeBounded(Content.self, from: data)
        } catch {
            let problem = (error as? DecodingError).map { DecodingFailure($0).description } ?? "\(error)"
            throw .corrupt(file.path, problem: problem)
        }
    }

    private func encoded(_ content: Content) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        return try encoder.encode(content)
    }
}

/// An error of reading, changing or running saved searches.
public enum SavedSearchError: Error, Sendable, Hashable, CustomStringConvertible {
    /// There is no search with this name.
    case notFound(String)
    /// There is already a search with this name.
    case exists(String)
    /// The name is blank or too long, or contains a control character.
    case invalidName(String)
    /// There are too many searches, or a search is too long: the problem and what to do.
    case exceedsLimit(String)
    /// There is no state folder.
    case noFolder
    /// The file with this path is corrupt. The problem contains the line or the path of the invalid value.
    case corrupt(String, problem: String)
    /// The file with this path was written by a later release.
    case ofNewerVersion(String)
    /// The task was cancelled while it waited for the lock.
    case cancelled
    /// Another process held the lock of the file with this path until the timeout.
    case busy(String)
    /// The file or its folder cannot be used: the path, the problem and what to do.
    case unusable(String)

    /// One line with the problem and what to do.
    public var description: String {
        switch self {
        case .notFound(let name): "there is no saved search '\(name)'; check the name"
        case .exists(let name): "there is already a saved search '\(name)'; choose another name, or remove that one"
        case .invalidName:
            "the name of a saved search is blank or contains a control character, or has "
                + "more than 200 characters; choose another"
        case .exceedsLimit(let problem): problem
        case .noFolder: "there is no folder for saved searches; set a state folder (SEEK_STATE_DIR)"
        case .corrupt(let file, let problem):
            "the file of saved searches is corrupt: \(file): \(problem); repair it, or move it away to start without searches"
        case .ofNewerVersion(let file): "\(file) was written by a later release; update this one"
        case .cancelled: "the change of the saved searches was cancelled"
        case .busy(let file):
            "saved searches cannot be changed: another process has locked \(file).lock; try again when it has finished"
        case .unusable(let problem): "saved searches cannot be used: \(problem)"
        }
    }
}

extension SavedSearchError: LocalizedError {
    /// The ``description``.
    public var errorDescription: String? { description }
}
