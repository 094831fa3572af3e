#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A loader that decodes a JSON file as a `Decodable` type.
struct DecodableLoader<Value: Decodable>: Loader {
    let name: String
    let changes: [String: FixtureChange]

    func convert(_ bytes: Data) throws -> Value {
        let bytes = changes.isEmpty ? bytes : try JSONLoader(name: name, setting: changes).convert(bytes).data
        return try JSONDecoder().decode(Value.self, from: bytes)
    }
}

/// A loader that parses a JSON file as a ``JSONValue``.
public struct JSONLoader: Loader {
    /// The name of the file in the folder of fixtures.
    public let name: String
    /// The changes to the file by path.
    public let changes: [String: FixtureChange]

    /// Creates a loader.
    ///
    /// - Parameter changes: The changes to the file by path.
    public init(name: String, setting changes: [String: FixtureChange] = [:]) {
        self.name = name
        self.changes = changes
    }

    /// Parses the JSON and applies the changes in the order of their paths.
    public func convert(_ bytes: Data) throws -> JSONValue {
        var value = try JSONDecoder().decode(JSONValue.self, from: bytes)
        for (place, change) in changes.sorted(by: { $0.key < $1.key }) {
            do throws(JSONPath.Failure) {
                try value.apply(change, at: JSONPath(place))
            } catch {
                throw FixtureError.invalidChange(fixture: name, place: error.place, reason: error.reason)
            }
        }
        return value
    }
}

/// A loader that reads a file as UTF-8 text. The name includes the extension.
public struct TextLoader: Loader {
    /// The name of the file in the folder of fixtures.
    public let name: String
    /// Empty, because the name includes the extension.
    public var fileExtension: String { "" }

    /// Creates a loader.
    public init(name: String) { self.name = name }

    /// Returns the text. Throws an error if the bytes are not valid UTF-8.
    public func convert(_ bytes: Data) throws -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else { throw NotText() }
        return text
    }

    private struct NotText: Error, CustomStringConvertible {
        var description: String { "it is not text in UTF-8" }
    }
}

/// A loader that returns the bytes of a file. The name includes the extension.
public struct BytesLoader: Loader {
    /// The name of the file in the folder of fixtures.
    public let name: String
    /// Empty, because the name includes the extension.
    public var fileExtension: String { "" }

    /// Creates a loader.
    public init(name: String) { self.name = name }

    /// Returns the bytes unchanged.
    public func convert(_ bytes: Data) -> Data { bytes }
}

extension Loader where Self == JSONLoader {
    /// Loads any JSON: `try load(.json("youtube/search"))["items"]`.
    ///
    /// - Parameter changes: The changes to the file by path: `["items[0].id": .removed]`.
    public static func json(_ name: String, setting changes: [String: FixtureChange] = [:]) -> JSONLoader {
        JSONLoader(name: name, setting: changes)
    }
}

extension Loader where Self == TextLoader {
    /// Loads UTF-8 text: `try load(.text("words.txt"))`.
    public static func text(_ name: String) -> TextLoader { TextLoader(name: name) }
}

extension Loader where Self == BytesLoader {
    /// Loads bytes: `try load(.bytes("cover.png"))`.
    public static func bytes(_ name: String) -> BytesLoader { BytesLoader(name: name) }
}
