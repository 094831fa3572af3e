/// A function that passes arbitrary bytes to a parser, and returns the first required property that the result
/// violates. The outcome depends only on the bytes, so that findings are reproducible. Crashes and hangs are findings
/// too.
public struct FuzzTarget: Sendable {
    /// The name on the command line, which is also the name of the corpus folder.
    public let name: String
    /// Returns a description of the violated property, or nil if there is none.
    public let finding: @Sendable ([UInt8]) -> String?

    init(_ name: String, finding: @escaping @Sendable ([UInt8]) -> String?) {
        self.name = name
        self.finding = finding
    }

    /// All targets. Each covers a parser of external input.
    public static let all: [FuzzTarget] = [
        .json, .jsonRedaction, .headerFields, .cachedExchange, .storedResponse, .recording, .stubTemplates, .jsonPath,
        .requestParser, .gitHubQuery, .youTubeQuery, .outputTemplate, .arguments, .configuration, .safeText, .tokenizer,
        .redisReply, .assistantMessage,
    ]

    /// Returns the target with this name, or nil if there is none.
    public static func named(_ name: String) -> FuzzTarget? { all.first { $0.name == name } }
}

/// An input decoded as UTF-8.
struct FuzzText {
    let whole: String
    var lines: [String] { whole.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }

    init(_ bytes: [UInt8]) { whole = String(decoding: bytes, as: UTF8.self) }

    /// The first line and the text after it.
    var firstLineAndRest: (firstLine: String, rest: String) {
        let line = whole.prefix { $0 != "\n" }
        return (String(line), String(whole.dropFirst(line.count + 1)))
    }
}
