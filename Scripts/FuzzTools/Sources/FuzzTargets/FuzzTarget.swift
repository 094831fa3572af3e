/// A parser under a fuzzer: reads any bytes, and reports the first of its properties that does not hold.
///
/// A target is a pure function of its input, so that a finding repeats. A crash, a hang and a message are all findings.
public struct FuzzTarget: Sendable {
    /// The name on the command line, and of the folder of its corpus.
    public let name: String
    /// Returns what is wrong, or nil.
    public let finding: @Sendable ([UInt8]) -> String?

    init(_ name: String, finding: @escaping @Sendable ([UInt8]) -> String?) {
        self.name = name
        self.finding = finding
    }

    /// All targets, a parser of bytes from outside each.
    public static let all: [FuzzTarget] = [
        .json, .jsonRedaction, .headerFields, .cachedExchange, .storedResponse, .recording, .stubTemplates, .jsonPath,
        .requestParser, .gitHubQuery, .youTubeQuery, .outputTemplate, .arguments, .configuration, .safeText, .tokenizer,
    ]

    /// The target of a name.
    public static func named(_ name: String) -> FuzzTarget? { all.first { $0.name == name } }
}

/// An input as text, in pieces: everything up to a line end, and the rest.
struct FuzzText {
    let whole: String
    var lines: [String] { whole.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }

    init(_ bytes: [UInt8]) { whole = String(decoding: bytes, as: UTF8.self) }

    /// The first line, and what follows it.
    var split: (first: String, rest: String) {
        let first = whole.prefix { $0 != "\n" }
        return (String(first), String(whole.dropFirst(first.count + 1)))
    }
}
