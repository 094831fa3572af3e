#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Decodes a JSON file into any `Decodable`.
public struct DecodableLoader<Value: Decodable>: Loader {
    /// The file's name below the folder of fixtures.
    public let name: String
    /// What differs from the file, by place.
    public let changes: [String: FixtureChange]
    private let decode: (@Sendable (Data) throws -> Value)?

    /// Makes a loader.
    ///
    /// - Parameters:
    ///   - changes: what differs from the file, by place.
    ///   - decode: how bytes become the value; a plain `JSONDecoder` where it is left out.
    public init(
        name: String,
        setting changes: [String: FixtureChange] = [:],
        decode: (@Sendable (Data) throws -> Value)? = nil
    ) {
        self.name = name
        self.changes = changes
        self.decode = decode
    }

    /// Decodes the value.
    public func convert(_ bytes: Data) throws -> Value {
        let bytes = changes.isEmpty ? bytes : try JSONLoader(name: name, setting: changes).convert(bytes).data
        return try decode?(bytes) ?? JSONDecoder().decode(Value.self, from: bytes)
    }
}

/// Reads a JSON file as a ``JSONValue``.
public struct JSONLoader: Loader {
    /// The file's name below the folder of fixtures.
    public let name: String
    /// What differs from the file, by place.
    public let changes: [String: FixtureChange]

    /// Makes a loader.
    ///
    /// - Parameter changes: what differs from the file, by place.
    public init(name: String, setting changes: [String: FixtureChange] = [:]) {
        self.name = name
        self.changes = changes
    }

    /// Parses the JSON and makes the changes, in the order of their places.
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

/// Reads a file as text in UTF-8. The name tells the extension.
public struct TextLoader: Loader {
    /// The file's name below the folder of fixtures.
    public let name: String
    /// None: the name tells it.
    public var fileExtension: String { "" }

    /// Makes a loader.
    public init(name: String) { self.name = name }

    /// Reads the text; bytes that are not UTF-8 are an error, told with their place.
    public func convert(_ bytes: Data) throws -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else { throw NotText() }
        return text
    }

    private struct NotText: Error, CustomStringConvertible {
        var description: String { "it is not text in UTF-8" }
    }
}

/// Takes a file's bytes as they are. The name tells the extension.
public struct BytesLoader: Loader {
    /// The file's name below the folder of fixtures.
    public let name: String
    /// None: the name tells it.
    public var fileExtension: String { "" }

    /// Makes a loader.
    public init(name: String) { self.name = name }

    /// The bytes themselves.
    public func convert(_ bytes: Data) -> Data { bytes }
}

extension Loader where Self == JSONLoader {
    /// Any JSON: `try load(.json("youtube/search"))["items"]`.
    ///
    /// - Parameter changes: what differs from the file, by place: `["items[0].id": .removed]`.
    public static func json(_ name: String, setting changes: [String: FixtureChange] = [:]) -> JSONLoader {
        JSONLoader(name: name, setting: changes)
    }
}

extension Loader where Self == TextLoader {
    /// Text in UTF-8: `try load(.text("words.txt"))`.
    public static func text(_ name: String) -> TextLoader { TextLoader(name: name) }
}

extension Loader where Self == BytesLoader {
    /// Bytes as they are: `try load(.bytes("cover.png"))`.
    public static func bytes(_ name: String) -> BytesLoader { BytesLoader(name: name) }
}
