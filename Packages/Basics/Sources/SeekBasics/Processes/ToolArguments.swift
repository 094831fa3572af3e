/// The arguments of a tool. Options are removed as they are read, so what remains are operands, or errors.
///
/// ```swift
/// var arguments = ToolArguments(Array(CommandLine.arguments.dropFirst()))
/// let port = try arguments.value("--port", "a number from 0 to 65535") { UInt16($0) } ?? 0
/// let logs = arguments.flag("--log")
/// let files = try arguments.operands()
/// ```
public struct ToolArguments: Sendable {
    /// An invalid command line, for which tools exit with status 2.
    public struct UsageError: Error, Sendable, Hashable, CustomStringConvertible {
        /// What is wrong and, if possible, what to do, on one line.
        public let description: String

        /// Creates an error with a description on one line.
        public init(_ description: String) { self.description = description }
    }

    private var words: [String]
    private var options: [String] = []

    /// Creates arguments from a command line without the program's name.
    public init(_ words: [String]) { self.words = words }

    /// Removes an option without a value, and returns whether it was given by one of its names.
    public mutating func flag(_ names: String...) -> Bool {
        options += names
        let count = words.count
        words.removeAll(where: names.contains)
        return words.count < count
    }

    /// Removes an option that can be repeated, as `--name value` or `--name=value`, and returns its values in order.
    ///
    /// - Throws: ``UsageError`` if a value is missing. A word that starts with `--` is not a value, unless it
    ///   follows `=`.
    public mutating func values(_ name: String) throws(UsageError) -> [String] {
        options.append(name)
        var values: [String] = []
        while let index = words.firstIndex(where: { $0 == name || $0.hasPrefix("\(name)=") }) {
            let word = words.remove(at: index)
            if word.count > name.count + 1 {
                values.append(String(word.dropFirst(name.count + 1)))
            } else if word == name, index < words.count, !words[index].hasPrefix("--") {
                values.append(words.remove(at: index))
            } else {
                throw UsageError("\(name) needs a value")
            }
        }
        return values
    }

    /// Removes an option, and returns its value; nil if it was not given.
    ///
    /// - Throws: ``UsageError`` if the value is missing, or the option was given more than once.
    public mutating func value(_ name: String) throws(UsageError) -> String? {
        let values = try values(name)
        guard values.count < 2 else { throw UsageError("\(name) can be given only once") }
        return values.first
    }

    /// Removes an option, and returns its value as another type; nil if it was not given.
    ///
    /// - Parameters:
    ///   - expected: The valid values, for the error: `a number from 0 to 65535`.
    ///   - read: Returns nil for an invalid value.
    /// - Throws: ``UsageError`` as ``value(_:)``, and for an invalid value.
    public mutating func value<Value>(
        _ name: String,
        _ expected: String,
        _ read: (String) -> Value?
    ) throws(UsageError) -> Value? {
        guard let text = try value(name) else { return nil }
        guard let value = read(text) else { throw UsageError("\(name) takes \(expected), not '\(text)'") }
        return value
    }

    /// Returns the arguments that are not options. Must be called after all options have been read.
    ///
    /// - Throws: ``UsageError`` for an unknown flag, a flag with an unexpected value, or more than `limit` operands.
    public func operands(atMost limit: Int = .max) throws(UsageError) -> [String] {
        if let word = words.first(where: { $0.hasPrefix("-") }) {
            // Without the value, which may be a secret.
            let name = String(word.prefix { $0 != "=" })
            guard !options.contains(name) else { throw UsageError("\(name) takes no value") }
            let advice = Spelling.nearest(to: name, among: options).map { "; did you mean '\($0)'?" }
            let list = options.isEmpty ? "" : "; the flags are \(options.joined(separator: ", "))"
            throw UsageError("unknown flag '\(name)'\(advice ?? list)")
        }
        guard words.count <= limit else { throw UsageError("unexpected argument '\(words[limit])'") }
        return words
    }

    /// Throws an error if there is an argument that was not read.
    public func finish() throws(UsageError) { _ = try operands(atMost: 0) }
}
