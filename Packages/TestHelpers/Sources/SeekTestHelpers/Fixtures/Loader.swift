#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Makes a value of a fixture's file: which file it is, how its bytes are had, what they become.
///
/// A loader of one's own takes five lines:
/// ```swift
/// struct LinesLoader: Loader {
///     var name: String
///     var fileExtension: String { "txt" }
///     func convert(_ bytes: Data) -> [Substring] { String(decoding: bytes, as: UTF8.self).split(separator: "\n") }
/// }
/// let lines = try load(LinesLoader(name: "words"))
/// ```
public protocol Loader<Value>: Sendable {
    /// What the file becomes.
    associatedtype Value

    /// The file's name below the folder of fixtures: `youtube/search`.
    var name: String { get }
    /// The extension that ``name`` may leave out. `json` where a loader does not say.
    var fileExtension: String { get }
    /// The largest file to read, in bytes. ``Fixtures/sizeLimit`` where a loader does not say.
    var sizeLimit: Int { get }

    /// The file's bytes. Where a loader does not say, those of the file ``name`` in the folder.
    func bytes(from fixtures: Fixtures) throws(FixtureError) -> Data
    /// Makes the value. What it throws is reported with the file's name; a `DecodingError` also with the place in the file.
    func convert(_ bytes: Data) throws -> Value
}

extension Loader {
    /// `json`
    public var fileExtension: String { "json" }
    /// ``Fixtures/sizeLimit``
    public var sizeLimit: Int { Fixtures.sizeLimit }

    /// The bytes of the file ``name`` in the folder.
    public func bytes(from fixtures: Fixtures) throws(FixtureError) -> Data {
        try fixtures.bytes(of: name, extension: fileExtension, sizeLimit: sizeLimit)
    }

    /// Makes the value of the file in a folder.
    ///
    /// - Throws: ``FixtureError``
    public func load(from fixtures: Fixtures) throws(FixtureError) -> Value {
        let bytes = try bytes(from: fixtures)
        do {
            return try convert(bytes)
        } catch {
            let path = (try? fixtures.url(of: name, extension: fileExtension))?.path ?? name
            throw FixtureError(converting: path, error)
        }
    }
}

/// Makes a value of a fixture by a loader: `let words = try load(.text("words.txt"))`.
///
/// - Parameters:
///   - loader: the file and what becomes of it.
///   - fixtures: the folder; where it is nil, the one that ``Fixtures`` finds from the calling file.
/// - Throws: ``FixtureError``
public func load<L: Loader>(
    _ loader: L,
    from fixtures: Fixtures? = nil,
    filePath: String = #filePath
) throws(FixtureError) -> L.Value {
    if let fixtures { return try loader.load(from: fixtures) }
    return try loader.load(from: Fixtures(filePath: filePath))
}

/// Makes a value of a JSON fixture: `let page: VideoPage = try load("youtube/search")`.
///
/// - Parameters:
///   - name: the file's name below the folder of fixtures; `.json` may be left out.
///   - changes: what differs from the file, by place: `["items[0].snippet.title": ""]`. See ``FixtureChange``.
///   - type: what to make, where the context does not tell. ``JSONValue`` takes any JSON.
///   - fixtures: the folder; where it is nil, the one that ``Fixtures`` finds from the calling file.
/// - Throws: ``FixtureError``
public func load<Value: Decodable>(
    _ name: String,
    setting changes: [String: FixtureChange] = [:],
    as type: Value.Type = Value.self,
    from fixtures: Fixtures? = nil,
    filePath: String = #filePath
) throws(FixtureError) -> Value {
    try load(DecodableLoader<Value>(name: name, setting: changes), from: fixtures, filePath: filePath)
}
