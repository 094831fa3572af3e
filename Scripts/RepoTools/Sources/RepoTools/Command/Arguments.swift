struct UsageError: Error, Equatable {
    var message: String

    init(_ message: String) {
        self.message = message
    }
}

/// The arguments of a command. Options are removed as they are read; remaining ones are errors.
struct Arguments {
    private var words: [String]
    private var options: [String] = []

    init(_ words: [String]) {
        // `--name=value` is the same as `--name value`.
        self.words = words.flatMap { word -> [String] in
            guard word.hasPrefix("--"), let equals = word.firstIndex(of: "=") else { return [word] }
            return [String(word[..<equals]), String(word[word.index(after: equals)...])]
        }
    }

    /// Removes a flag, and returns whether it was given.
    mutating func flag(_ name: String) -> Bool {
        options.append(name)
        let count = words.count
        words.removeAll { $0 == name }
        return words.count < count
    }

    /// Removes an option that can be repeated, and returns its values.
    mutating func values(_ name: String) throws(UsageError) -> [String] {
        options.append(name)
        var values: [String] = []
        while let index = words.firstIndex(of: name) {
            guard index + 1 < words.count, !words[index + 1].hasPrefix("--") else {
                throw UsageError("\(name) needs a value")
            }
            values.append(words[index + 1])
            words.removeSubrange(index...index + 1)
        }
        return values
    }

    /// Removes an option, and returns its value; nil if it was not given.
    mutating func value(_ name: String) throws(UsageError) -> String? {
        let values = try values(name)
        guard values.count < 2 else { throw UsageError("\(name) can be given only once") }
        return values.first
    }

    /// Throws an error if there is an argument that was not read.
    func finish() throws(UsageError) { _ = try operands(atMost: 0) }

    /// Returns the arguments that are not options.
    ///
    /// - Throws: An error for an unknown option, or for more than `limit` arguments.
    func operands(atMost limit: Int) throws(UsageError) -> [String] {
        if let unknown = words.first(where: { $0.hasPrefix("-") }) {
            let known = options.isEmpty ? "" : "; the options are \(options.joined(separator: ", "))"
            throw UsageError("there is no option \(unknown)\(known)")
        }
        guard words.count <= limit else { throw UsageError("unexpected argument “\(words[limit])”") }
        return words
    }
}
