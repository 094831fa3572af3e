#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A loader of a fixture: the name of its file and the conversion of its bytes to a value.
///
/// A custom loader is a function:
/// ```swift
/// extension Loader<[Substring]> {
///     static func lines(_ name: String) -> Self {
///         Loader(name, extension: "txt") { String(decoding: $0, as: UTF8.self).split(separator: "\n") }
///     }
/// }
/// let lines = try load(.lines("words"))
/// ```
public struct Loader<Value>: Sendable {
    private let name: String
    private let fileExtension: String
    private let sizeLimit: Int
    private let convert: @Sendable (Data) throws -> Value

    /// Creates a loader.
    ///
    /// - Parameters:
    ///   - name: The name of the file in the folder of fixtures: `youtube/search`.
    ///   - fileExtension: The extension that `name` can omit.
    ///   - sizeLimit: The maximum size of the file, in bytes.
    ///   - convert: Returns the value. Thrown errors are reported with the path of the file; a `DecodingError` also
    ///     with the place in the file.
    public init(
        _ name: String,
        extension fileExtension: String = "json",
        sizeLimit: Int = Fixtures.sizeLimit,
        convert: @escaping @Sendable (Data) throws -> Value
    ) {
        self.name = name
        self.fileExtension = fileExtension
        self.sizeLimit = sizeLimit
        self.convert = convert
    }

    /// Returns the value of the file in a folder.
    func load(from fixtures: Fixtures) throws(FixtureError) -> Value {
        try fixtures.value(of: name, extension: fileExtension, sizeLimit: sizeLimit, convert: convert)
    }
}

extension Loader<JSONValue> {
    /// Loads any JSON: `try load(.json("youtube/search"))["items"]`.
    ///
    /// - Parameter changes: The changes to the file by path: `["items[0].id": .removed]`.
    public static func json(_ name: String, setting changes: [String: FixtureChange] = [:]) -> Self {
        Loader(name) { try JSONDecoder().decode(JSONValue.self, from: $0).applying(changes, toFixture: name) }
    }
}

extension Loader<String> {
    /// Loads UTF-8 text: `try load(.text("words.txt"))`.
    public static func text(_ name: String) -> Self {
        Loader(name, extension: "") { bytes in
            guard let text = String(validating: bytes, as: UTF8.self) else { throw InvalidText() }
            return text
        }
    }
}

private struct InvalidText: Error, CustomStringConvertible {
    var description: String { "it is not text in UTF-8" }
}

extension Loader<Data> {
    /// Loads bytes: `try load(.bytes("cover.png"))`.
    public static func bytes(_ name: String) -> Self { Loader(name, extension: "") { $0 } }
}

/// Loads a fixture with a loader: `let words = try load(.text("words.txt"))`.
///
/// - Parameters:
///   - loader: The file and its conversion.
///   - fixtures: The folder; nil to locate it from the calling source file.
/// - Throws: ``FixtureError``
public func load<Value>(
    _ loader: Loader<Value>,
    from fixtures: Fixtures? = nil,
    filePath: String = #filePath
) throws(FixtureError) -> Value {
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
    try Fixtures(root: fixtures?.root, filePath: filePath).value(of: name) { bytes in
        let decoder = JSONDecoder()
        guard !changes.isEmpty else { return try decoder.decode(Value.self, from: bytes) }
        let changed = try decoder.decode(JSONValue.self, from: bytes).applying(changes, toFixture: name)
        return try decoder.decode(Value.self, from: changed.data)
    }
}

extension JSONValue {
    /// Returns the value of a fixture with changes, which are applied in the order of their paths.
    func applying(_ changes: [String: FixtureChange], toFixture name: String) throws(FixtureError) -> JSONValue {
        var value = self
        for (place, change) in changes.sorted(by: { $0.key < $1.key }) {
            do throws(JSONPath.Failure) {
                try value.apply(change, at: JSONPath(place))
            } catch {
                throw .invalidChange(fixture: name, place: error.place, reason: error.reason)
            }
        }
        return value
    }
}
