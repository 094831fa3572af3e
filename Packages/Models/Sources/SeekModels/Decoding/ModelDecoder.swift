public import SeekBasics

/// A decoder of models from the JSON responses of an API.
///
/// ```swift
/// let page = try ModelDecoder(.lenient).decode(YouTubeSearchPage.self, from: data)
/// for skip in page.skipped { print(skip) }   // items[3].snippet.title: is empty
/// ```
public struct ModelDecoder: Sendable {
    /// How invalid items of a page are handled.
    public enum Mode: Sendable, Hashable {
        /// Invalid items are skipped and reported on the page. Suitable for live responses.
        case lenient
        /// An invalid item, or a page of a YouTube search without items, is an error. Suitable for tests.
        ///
        /// An empty description of a YouTube search result is valid by default, because some videos have none.
        case strict(rejectingEmptyDescriptions: Bool = false)

        /// The strict mode that accepts empty descriptions.
        public static var strict: Mode { .strict() }
    }

    /// How invalid items are handled.
    public var mode: Mode

    /// Creates a decoder.
    public init(_ mode: Mode = .lenient) {
        self.mode = mode
    }

    /// Decodes a model from JSON with at most 512 levels of nesting. If a name is repeated in an object, its first
    /// value is used.
    ///
    /// - Throws: ``ModelError`` with the path of the invalid value and the reason.
    public func decode<Model: Decodable>(_ type: Model.Type, from data: Data) throws(ModelError) -> Model {
        do {
            // `JSONDecoder` traps on some invalid documents and accepts others; see the README, *Design notes*.
            _ = try JSONValue(json: data, isLenient: true)
        } catch {
            throw ModelError(path: "", reason: "is not valid JSON: \(error)")
        }
        let decoder = JSONDecoder()
        if let key = CodingUserInfoKey.modelDecodingMode { decoder.userInfo[key] = mode }
        do {
            return try decoder.decode(type, from: data)
        } catch {
            throw ModelError(error)
        }
    }
}

extension CodingUserInfoKey {
    fileprivate static let modelDecodingMode = CodingUserInfoKey(rawValue: "SeekModels.mode")
}

extension Decoder {
    /// The mode of the ``ModelDecoder``. Lenient for other decoders.
    var mode: ModelDecoder.Mode {
        CodingUserInfoKey.modelDecodingMode.flatMap { userInfo[$0] as? ModelDecoder.Mode } ?? .lenient
    }
}

/// The reason why JSON could not be decoded, and the path of the invalid value.
public struct ModelError: Error, Sendable, Hashable, Codable, CustomStringConvertible {
    /// The path in the JSON: `items[3].snippet.channelId`. Empty if the whole document is invalid.
    public let path: String
    /// What is wrong with the value: `is empty`.
    public let reason: String

    /// Creates an error.
    public init(path: String, reason: String) {
        self.path = path
        self.reason = reason
    }

    init(_ error: any Error) {
        switch error {
        case let error as ModelError:
            self = error
        case let error as DecodingError:
            let failure = DecodingFailure(error)
            self.init(path: failure.path, reason: failure.reason)
        default:
            self.init(path: "", reason: "cannot be decoded: \(error)")
        }
    }

    /// The error of strict decoding for a page of a YouTube search without items.
    public static let noItems = ModelError(path: "items", reason: "is empty")

    /// The path and the reason: `items[3].snippet.channelId: is empty`, or `the document is not valid JSON: line 1,
    /// column 7: it ends too early`.
    public var description: String { path.isEmpty ? "the document \(reason)" : "\(path): \(reason)" }
}

/// An item of a page that could not be decoded, with the reason.
public struct SkippedItem: Sendable, Hashable, Codable, CustomStringConvertible {
    /// The position of the item in the page, starting at 0.
    public let index: Int
    /// The path of the invalid value, and what is wrong with it.
    public let error: ModelError

    /// Creates a report of an item that could not be decoded.
    public init(index: Int, error: ModelError) {
        self.index = index
        self.error = error
    }

    /// The path and the reason, such as `items[3].snippet.channelId: is empty`.
    public var description: String { error.description }
}

/// The valid items of a page, and reports of the invalid ones. In strict mode an invalid item is an error.
struct ItemList<Item: Decodable>: Decodable {
    var items: [Item] = []
    var skipped: [SkippedItem] = []

    init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        let mode = decoder.mode
        if let count = container.count { items.reserveCapacity(count) }
        while !container.isAtEnd {
            let index = container.currentIndex
            // A super decoder advances to the next element even if decoding fails; `decode` does not.
            let element = try container.superDecoder()
            do {
                items.append(try Item(from: element))
            } catch {
                guard mode == .lenient else { throw error }
                skipped.append(SkippedItem(index: index, error: ModelError(error)))
            }
        }
    }
}
