/// The parsed arguments of a tool, for example `[NAME…] [--json] [--seconds N] [--peer URL]`.
public struct ToolArguments: Sendable, Hashable {
    /// The arguments that a tool accepts.
    public struct Grammar: Sendable {
        /// The names that can be run, in order.
        public var names: [String]
        /// Options without a value, such as `--json`.
        public var flags: Set<String> = []
        /// Options with a value, such as `--seconds`.
        public var options: Set<String> = []

        /// Creates a grammar.
        public init(names: [String], flags: Set<String> = [], options: Set<String> = []) {
            self.names = names
            self.flags = flags
            self.options = options
        }
    }

    /// An error in the arguments.
    public struct ArgumentError: Error, Sendable, Hashable, CustomStringConvertible {
        /// What is wrong; for an unknown argument, also the valid names.
        public let description: String
    }

    /// The given names in the grammar's order; all names if none was given.
    public let names: [String]
    /// The given flags.
    public let flags: Set<String>
    /// The given options with their values.
    public let options: [String: String]

    /// Parses arguments, which must not include the program's name.
    public init(_ arguments: [String], _ grammar: Grammar) throws(ArgumentError) {
        var names: Set<String> = []
        var flags: Set<String> = []
        var options: [String: String] = [:]
        var rest = arguments[...]
        while let word = rest.popFirst() {
            if grammar.flags.contains(word) {
                flags.insert(word)
            } else if grammar.options.contains(word) {
                guard let value = rest.popFirst() else { throw ArgumentError(description: "\(word) needs a value") }
                options[word] = value
            } else if grammar.names.contains(word) {
                names.insert(word)
            } else {
                let kind = word.hasPrefix("-") ? "option" : "name"
                let list = grammar.names.joined(separator: ", ")
                throw ArgumentError(description: "unknown \(kind) '\(word)'; names: \(list)")
            }
        }
        self.names = names.isEmpty ? grammar.names : grammar.names.filter(names.contains)
        self.flags = flags
        self.options = options
    }

    /// Returns an option's value as a number, or nil if the option was not given. Throws unless the number is positive
    /// and finite.
    public func positive(_ option: String) throws(ArgumentError) -> Double? {
        guard let text = options[option] else { return nil }
        guard let value = Double(text), value.isFinite, value > 0 else {
            throw ArgumentError(description: "\(option) takes a positive number, not '\(text)'")
        }
        return value
    }

    /// Returns an option's value as an integer, or nil if the option was not given. Throws unless the integer is
    /// positive and fits in 64 bits.
    public func positiveInteger(_ option: String) throws(ArgumentError) -> UInt64? {
        guard let text = options[option] else { return nil }
        guard let value = UInt64(text), value > 0 else {
            throw ArgumentError(description: "\(option) takes a positive 64-bit integer, not '\(text)'")
        }
        return value
    }
}
