#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A loader of a fixture: the name of its file and the conversion of its bytes to a value. A custom loader:
/// ```swift
/// struct LinesLoader: Loader {
///     var name: String
///     var fileExtension: String { "txt" }
///     func convert(_ bytes: Data) -> [Substring] { String(decoding: bytes, as: UTF8.self).split(separator: "\n") }
/// }
/// let lines = try load(LinesLoader(name: "words"))
/// ```
public protocol Loader<Value>: Sendable {
    /// The type of the value.
    associatedtype Value

    /// The name of the file in the folder of fixtures: `youtube/search`.
    var name: String { get }
    /// The extension that ``name`` can omit. The default is `json`.
    var fileExtension: String { get }
    /// The maximum size of the file, in bytes. The default is ``Fixtures/sizeLimit``.
    var sizeLimit: Int { get }

    /// Returns the value. Thrown errors are reported with the name of the file; a `DecodingError` also with the place
    /// in the file.
    func convert(_ bytes: Data) throws -> Value
}

extension Loader {
    /// `json`
    public var fileExtension: String { "json" }
    /// ``Fixtures/sizeLimit``
    public var sizeLimit: Int { Fixtures.sizeLimit }

    /// Returns the value of the file in a folder.
    ///
    /// - Throws: ``FixtureError``
    public func load(from fixtures: Fixtures) throws(FixtureError) -> Value {
        let bytes = try fixtures.bytes(of: name, extension: fileExtension, sizeLimit: sizeLimit)
        do {
            return try convert(bytes)
        } catch {
            let path = (try? fixtures.url(of: name, extension: fileExtension))?.path ?? name
            throw FixtureError(converting: path, error)
        }
    }
}

/// Loads a fixture with a loader: `let words = try load(.text("words.txt"))`.
///
/// - Parameters:
///   - loader: The file and its conversion.
///   - fixtures: The folder; nil to locate it from the calling source file.
/// - Throws: ``FixtureError``
public func load<L: Loader>(
    _ loader: L,
    from fixtures: Fixtures? = nil,
    filePath: String = #filePath
) throws(FixtureError) -> L.Value {
    try loader.load(from: Fixtures(root: fixtures?.root, filePath: filePath))
}

/// Loads a JSON fixture: `let page: VideoPage = try load("youtube/search")`.
///
/// - Parameters:
///   - name: The name of the file in the folder of fixtures, with or without `.json`.
///   - changes: The changes to the file by path: `["items[0].snippet.title": ""]`. See ``FixtureChange``.
///   - type: The type of the value, if it cannot be inferred. ``JSONValue`` represents any JSON.
///   - fixtures: The folder; nil to locate it from the calling source file.
/// - Throws: ``FixtureError``
public func load<Value: Decodable>(
    _ name: String,
    setting changes: [String: FixtureChange] = [:],
    as type: Value.Type = Value.self,
    from fixtures: Fixtures? = nil,
    filePath: String = #filePath
) throws(FixtureError) -> Value {
    try load(DecodableLoader<Value>(name: name, changes: changes), from: fixtures, filePath: filePath)
}
