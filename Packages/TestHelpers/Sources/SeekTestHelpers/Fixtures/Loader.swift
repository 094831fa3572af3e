public import SeekBasics

/// The file of a fixture, and the conversion of its bytes to a value. A custom loader:
/// ```swift
/// struct LinesLoader: Loader {
///     var name: String
///     func convert(_ bytes: Data) -> [Substring] { String(decoding: bytes, as: UTF8.self).split(separator: "\n") }
/// }
/// let lines = try load(LinesLoader(name: "words"))
/// ```
public protocol Loader<Value>: Sendable {
    /// The type of the value.
    associatedtype Value

    /// The name of the file in the folder of fixtures, with or without its extension; see ``Fixtures/url(of:)``.
    var name: String { get }

    /// Returns the value. Thrown errors other than ``FixtureError`` are reported with the path of the file; a
    /// `DecodingError` also with the location in the file.
    func convert(_ bytes: Data) throws -> Value
}

extension Loader {
    func load(from fixtures: Fixtures) throws(FixtureError) -> Value {
        let url = try fixtures.url(of: name)
        let bytes = try Fixtures.read(url)
        do {
            return try convert(bytes)
        } catch {
            throw FixtureError(error, inFile: url.path)
        }
    }
}

/// A loader that consists of a file name and a conversion. The predefined loaders are of this type.
public struct FixtureLoader<Value>: Loader {
    /// The name of the file in the folder of fixtures.
    public let name: String
    private let conversion: @Sendable (Data) throws -> Value

    init(_ name: String, convert: @escaping @Sendable (Data) throws -> Value) {
        self.name = name
        conversion = convert
    }

    /// Returns the value.
    public func convert(_ bytes: Data) throws -> Value { try conversion(bytes) }
}

extension Loader where Self == FixtureLoader<JSONValue> {
    /// Loads any JSON: `try load(.json("youtube/search"))["items"]`.
    ///
    /// - Parameter changes: The changes to the file by path: `["items[0].id": .removed]`.
    public static func json(_ name: String, setting changes: [String: FixtureChange] = [:]) -> Self {
        FixtureLoader(name) { try JSONValue(json: $0).applying(changes, toFixture: name) }
    }
}

extension Loader where Self == FixtureLoader<String> {
    /// Loads UTF-8 text: `try load(.text("words"))`.
    public static func text(_ name: String) -> Self {
        FixtureLoader(name) { bytes in
            guard let text = String(validating: bytes, as: UTF8.self) else { throw InvalidText() }
            return text
        }
    }
}

private struct InvalidText: Error, CustomStringConvertible {
    var description: String { "it is not text in UTF-8" }
}

extension Loader where Self == FixtureLoader<Data> {
    /// Loads bytes: `try load(.bytes("cover"))`.
    public static func bytes(_ name: String) -> Self { FixtureLoader(name) { $0 } }
}

/// Loads a fixture with a loader: `let words = try load(.text("words"))`.
///
/// - Parameters:
///   - loader: The file and its conversion.
///   - fixtures: The folder; nil to locate it as described in ``Fixtures``.
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
///   - name: The name of the file in the folder of fixtures, with or without its extension; see ``Fixtures/url(of:)``.
///   - changes: The changes to the file by path: `["items[0].snippet.title": ""]`. See ``FixtureChange``.
///   - type: The type of the value, if it cannot be inferred. ``/SeekBasics/JSONValue`` represents any JSON.
///   - decoder: The decoder, such as one that converts names from snake case, or reads dates.
///   - fixtures: The folder; nil to locate it as described in ``Fixtures``.
/// - Throws: ``FixtureError``
public func load<Value: Decodable>(
    _ name: String,
    setting changes: [String: FixtureChange] = [:],
    as type: Value.Type = Value.self,
    decoder: JSONDecoder = JSONDecoder(),
    from fixtures: Fixtures? = nil,
    filePath: String = #filePath
) throws(FixtureError) -> Value {
    try load(
        DecodableLoader<Value>(name: name, changes: changes, decoder: decoder),
        from: fixtures,
        filePath: filePath
    )
}

/// A separate type, because the closure of a ``FixtureLoader`` cannot capture a type that is not `Sendable`.
private struct DecodableLoader<Value: Decodable>: Loader {
    let name: String
    let changes: [String: FixtureChange]
    let decoder: JSONDecoder

    func convert(_ bytes: Data) throws -> Value {
        guard !changes.isEmpty else {
            do {
                return try decoder.decodeBounded(Value.self, from: bytes)
            } catch {
                // Unlike the decoder's error, that of a syntax error contains the line.
                _ = try JSONValue(json: bytes, isLenient: true)
                throw error
            }
        }
        let changed = try JSONValue(json: bytes).applying(changes, toFixture: name)
        return try decoder.decodeBounded(Value.self, from: changed.data)
    }
}

extension JSONValue {
    /// Returns the value of a fixture with changes, which are applied in the alphabetical order of their paths.
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
