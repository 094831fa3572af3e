/// A type whose cases are the values of a flag.
typealias CommandLineChoice = CaseIterable & RawRepresentable<String> & Sendable

extension RawRepresentable<String> where Self: CaseIterable {
    /// The value on the command line, in kebab case: `closed-caption` for `closedCaption`.
    var word: String { rawValue.camelCaseWords.joined(separator: "-") }

    init?(word: String) {
        guard let match = Self.allCases.first(where: { $0.word == word }) else { return nil }
        self = match
    }
}

extension String {
    /// The words of a name in camel case, in lower case: `["pushed", "at"]` for `pushedAt`.
    var camelCaseWords: [String] {
        var words = [""]
        var previous: Character?
        for character in self {
            if character.isUppercase, previous?.isLowercase == true { words.append("") }
            words[words.count - 1] += character.lowercased()
            previous = character
        }
        return words
    }
}

extension Invocation {
    func choice<Choice: CommandLineChoice>(_ name: OptionSpec.Name, _ type: Choice.Type = Choice.self) -> Choice? {
        values[name].flatMap(Choice.init(word:))
    }
}
