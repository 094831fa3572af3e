#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Makes models of the bytes an API sent.
///
/// ```swift
/// let page = try ModelDecoder(.lenient).decode(YouTubeSearchPage.self, from: data)
/// for skip in page.skipped { print(skip) }   // items[3].snippet.title: is empty
/// ```
public struct ModelDecoder: Sendable {
    /// What happens to an item that breaks the rules of its model.
    public enum Mode: Sendable, Hashable {
        /// It is skipped, the rest kept, and the page reports it. For live answers.
        case lenient
        /// It fails the whole page; so does a page of search results without any. For tests and contract checks.
        ///
        /// An empty description breaks no rule by default: YouTube sends it for real videos.
        case strict(refusingEmptyDescriptions: Bool = false)

        /// Strict, with empty descriptions accepted.
        public static var strict: Mode { .strict() }
    }

    /// The mode.
    public var mode: Mode

    /// Makes a decoder.
    public init(_ mode: Mode = .lenient) {
        self.mode = mode
    }

    /// Makes a model of JSON.
    ///
    /// - Throws: ``ModelError``, telling where in the JSON and what is wrong.
    public func decode<Model: Decodable>(_ type: Model.Type, from data: Data) throws(ModelError) -> Model {
        try decode(type, from: JSONTape([UInt8](data)), trace: nil)
    }

    func decode<Model: Decodable>(
        _ type: Model.Type,
        from tape: JSONTape,
        trace: DecodingTrace?
    ) throws(ModelError) -> Model {
        var userInfo: [CodingUserInfoKey: Any] = [:]
        if let key = CodingUserInfoKey.modelDecodingMode { userInfo[key] = mode }
        let context = TapeDecoder.Context(tape, userInfo: userInfo, trace: trace)
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
    /// The mode the model is decoded in; lenient where the model is decoded by another decoder than ``ModelDecoder``.
    var mode: ModelDecoder.Mode {
        CodingUserInfoKey.modelDecodingMode.flatMap { userInfo[$0] as? ModelDecoder.Mode } ?? .lenient
    }
}
