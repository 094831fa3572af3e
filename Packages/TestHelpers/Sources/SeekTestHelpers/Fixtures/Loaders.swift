#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Decodes a JSON file into any `Decodable`.
public struct DecodableLoader<Value: Decodable>: Loader {
    /// The file's name below the folder of fixtures.
    public let name: String
    private let decode: (@Sendable (Data) throws -> Value)?

    /// Makes a loader.
    ///
    /// - Parameter decode: how bytes become the value; a plain `JSONDecoder` where it is left out.
    public init(name: String, decode: (@Sendable (Data) throws -> Value)? = nil) {
        self.name = name
        self.decode = decode
    }

    /// Decodes the value.
    public func convert(_ bytes: Data) throws -> Value {
        try decode?(bytes) ?? JSONDecoder().decode(Value.self, from: bytes)
    }
}

/// Reads a JSON file as a ``JSONValue``.
public struct JSONLoader: Loader {
    /// The file's name below the folder of fixtures.
    public let name: String

    /// Makes a loader.
    public init(name: String) { self.name = name }

    /// Parses the JSON.
    public func convert(_ bytes: Data) throws -> JSONValue { try JSONDecoder().decode(JSONValue.self, from: bytes) }
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
    public static func json(_ name: String) -> JSONLoader { JSONLoader(name: name) }
}

extension Loader where Self == TextLoader {
    /// Text in UTF-8: `try load(.text("words.txt"))`.
    public static func text(_ name: String) -> TextLoader { TextLoader(name: name) }
}

extension Loader where Self == BytesLoader {
    /// Bytes as they are: `try load(.bytes("cover.png"))`.
    public static func bytes(_ name: String) -> BytesLoader { BytesLoader(name: name) }
}
