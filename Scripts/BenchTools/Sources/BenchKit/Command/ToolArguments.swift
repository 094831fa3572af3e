/// The parsed arguments of a tool, for example `[NAME…] [--json] [--seconds N] [--peer URL]`.
package struct ToolArguments: Sendable, Hashable {
    package struct ArgumentError: Error, Sendable, Hashable, CustomStringConvertible {
        /// What is wrong; for an unknown argument, also the valid names.
        package let description: String
    }

    /// The given names in the order of the known names; all names if none was given.
    package let names: [String]
    package let flags: Set<String>
    package let options: [String: String]

    /// Parses arguments without the program's name. Flags are options without a value, such as `--json`.
    package init(
        _ arguments: [String],
        names knownNames: [String],
        flags knownFlags: Set<String> = [],
        options knownOptions: Set<String> = []
    ) throws(ArgumentError) {
        var names: Set<String> = []
        var flags: Set<String> = []
        var options: [String: String] = [:]
        var rest = arguments[...]
        while let word = rest.popFirst() {
            if knownFlags.contains(word) {
                flags.insert(word)
            } else if knownOptions.contains(word) {
                guard let value = rest.popFirst() else { throw ArgumentError(description: "\(word) needs a value") }
                options[word] = value
            } else if knownNames.contains(word) {
                names.insert(word)
            } else {
                let kind = word.hasPrefix("-") ? "option" : "name"
                let list = knownNames.joined(separator: ", ")
                throw ArgumentError(description: "unknown \(kind) '\(word)'; names: \(list)")
            }
        }
        self.names = names.isEmpty ? knownNames : knownNames.filter(names.contains)
        self.flags = flags
        self.options = options
    }

    /// Returns an option's value as a number, or nil if the option was not given. Throws unless the number is positive
    /// and finite.
    package func positive(_ option: String) throws(ArgumentError) -> Double? {
        guard let text = options[option] else { return nil }
        guard let value = Double(text), value.isFinite, value > 0 else {
            throw ArgumentError(description: "\(option) takes a positive number, not '\(text)'")
        }
        return value
    }

    /// Returns an option's value as an integer, or nil if the option was not given. Throws unless the integer is
    /// positive and fits in 64 bits.
    package func positiveInteger(_ option: String) throws(ArgumentError) -> UInt64? {
        guard let text = options[option] else { return nil }
        guard let value = UInt64(text), value > 0 else {
            throw ArgumentError(description: "\(option) takes a positive 64-bit integer, not '\(text)'")
        }
        return value
    }
}
