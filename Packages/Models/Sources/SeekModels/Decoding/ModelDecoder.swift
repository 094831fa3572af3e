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
