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

    /// Decodes a model.
    ///
    /// - Throws: ``ModelError`` with the path of the invalid value and the reason.
    public func decode<Model: Decodable>(_ type: Model.Type, from data: Data) throws(ModelError) -> Model {
        let tape = try JSONTape([UInt8](data))
        var userInfo: [CodingUserInfoKey: Any] = [:]
        if let key = CodingUserInfoKey.modelDecodingMode { userInfo[key] = mode }
        let context = TapeDecoder.Context(tape, userInfo: userInfo)
        do {
            return try Model(from: TapeDecoder(context, at: 0, path: nil))
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
