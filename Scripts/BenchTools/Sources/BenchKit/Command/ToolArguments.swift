/// The command line of both tools: `[NAME…] [--json] [--seconds N] [--peer URL]`, each tool taking what it knows. A
/// pure value.
public struct ToolArguments: Sendable, Hashable {
    /// What one tool takes.
    public struct Grammar: Sendable {
        /// The names that can be run, in their order.
        public var names: [String]
        /// Options without a value, such as `--json`.
        public var flags: Set<String> = []
        /// Options with a value, such as `--seconds`.
        public var options: Set<String> = []

        /// Makes a grammar.
        public init(names: [String], flags: Set<String> = [], options: Set<String> = []) {
            self.names = names
            self.flags = flags
            self.options = options
        }
    }

    /// Why arguments were refused, in words for standard error.
    public struct Refusal: Error, Sendable, Hashable, CustomStringConvertible {
        /// What is wrong and what there is instead.
        public let description: String
    }

    /// The names asked for, or all; in the grammar's order.
    public let names: [String]
    /// The flags that were given.
    public let flags: Set<String>
    /// The options that were given, with their values.
    public let options: [String: String]

    /// Reads arguments, the program's own name left out.
    public init(_ arguments: [String], _ grammar: Grammar) throws(Refusal) {
        var names: Set<String> = []
        var flags: Set<String> = []
        var options: [String: String] = [:]
        var rest = arguments[...]
        while let word = rest.popFirst() {
            if grammar.flags.contains(word) {
                flags.insert(word)
            } else if grammar.options.contains(word) {
                guard let value = rest.popFirst() else { throw Refusal(description: "\(word) needs a value") }
                options[word] = value
            } else if grammar.names.contains(word) {
                names.insert(word)
            } else {
                let kind = word.hasPrefix("-") ? "option" : "name"
                let list = grammar.names.joined(separator: ", ")
                throw Refusal(description: "unknown \(kind) '\(word)'; names: \(list)")
            }
        }
        self.names = names.isEmpty ? grammar.names : grammar.names.filter(names.contains)
        self.flags = flags
        self.options = options
    }

    /// An option's value as a positive number; nil where the option was not given.
    public func positive(_ option: String) throws(Refusal) -> Double? {
        guard let text = options[option] else { return nil }
        guard let value = Double(text), value.isFinite, value > 0 else {
            throw Refusal(description: "\(option) takes a positive number, not '\(text)'")
        }
        return value
    }
}
