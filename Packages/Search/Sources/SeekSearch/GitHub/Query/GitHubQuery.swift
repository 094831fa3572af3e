/// A GitHub search query of words, phrases and qualifiers.
///
/// A string literal is a query as typed into GitHub's search field. ``with(_:)`` and ``without(_:)`` add qualifiers,
/// and quote their values as necessary:
///
/// ```swift
/// let query = GitHubQuery("tetris").with(.language("Swift"), .stars(.atLeast(10))).without(.topic("game"))
/// print(query)        // tetris language:Swift stars:>=10 -topic:game
/// ```
public struct GitHubQuery: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
    enum Part: Sendable, Hashable, CustomStringConvertible {
        case typed(String)
        case phrase(String)
        case qualifier(GitHubQualifier, isExcluded: Bool)

        var isQualifier: Bool { if case .qualifier = self { true } else { false } }

        var description: String {
            switch self {
            case .typed(let text): QueryText.trimmed(text)
            case .phrase(let text): GitHubQuery.quoted(text)
            case .qualifier(let qualifier, let isExcluded): (isExcluded ? "-" : "") + qualifier.description
            }
        }
    }

    private(set) var parts: [Part]

    /// Creates a query from typed text, which may contain qualifiers, `AND`, `OR`, `NOT` and quoted phrases.
    public init(_ text: String = "") {
        parts = text.isEmpty ? [] : [.typed(text)]
    }

    /// Creates a query from typed text.
    public init(stringLiteral value: String) {
        self.init(value)
    }

    /// Returns the query with an exact phrase added.
    public func phrase(_ text: String) -> Self { adding([.phrase(text)]) }

    /// Returns the query with qualifiers added.
    public func with(_ qualifiers: GitHubQualifier...) -> Self {
        adding(qualifiers.map { .qualifier($0, isExcluded: false) })
    }

    /// Returns the query with negated qualifiers added, which exclude the results that match them.
    public func without(_ qualifiers: GitHubQualifier...) -> Self {
        adding(qualifiers.map { .qualifier($0, isExcluded: true) })
    }

    private func adding(_ parts: [Part]) -> Self {
        var query = self
        query.parts += parts
        return query
    }

    /// The text of the query in GitHub's syntax.
    public var description: String { Self.joined(parts.map(\.description)) }

    /// The text of the query in the syntax of advanced issue searches, in which a space is `AND` and an `OR` extends to
    /// the end of the query. The entered text is therefore in parentheses if it has alternatives, and so are the values
    /// of a filter that are alternatives in GitHub's other searches (cli/cli #11774, #12264).
    var advancedText: String {
        let text = Self.joined(parts.filter { !$0.isQualifier }.map(\.description))
        var filters: [(alternatives: GitHubQualifier.Alternatives?, texts: [String])] = []
        for case .qualifier(let qualifier, let isExcluded) in parts {
            let alternatives = isExcluded ? nil : qualifier.alternatives
            let text = Part.qualifier(qualifier, isExcluded: isExcluded).description
            if alternatives != nil, let index = filters.firstIndex(where: { $0.alternatives == alternatives }) {
                filters[index].texts.append(text)
            } else {
                filters.append((alternatives, [text]))
            }
        }
        let isGrouped = !filters.isEmpty && GitHubQueryToken.tokens(of: text).contains { $0.text == "OR" }
        let groups = filters.map { $0.texts.count > 1 ? "(\($0.texts.joined(separator: " OR ")))" : $0.texts[0] }
        return Self.joined([isGrouped ? "( \(text) )" : text] + groups)
    }

    private static func joined(_ texts: [String]) -> String { texts.filter { !$0.isEmpty }.joined(separator: " ") }

    /// The number of operators (`AND`, `OR`, `NOT`) outside quotation marks.
    public var operatorCount: Int { tokens.operatorCount }

    var tokens: [GitHubQueryToken] { GitHubQueryToken.tokens(of: description) }

    /// The maximum length of the words and quoted texts of a query in characters, without qualifiers and operators;
    /// GitHub rejects longer queries with 422.
    public static let maximumLength = 256
    /// The maximum number of operators; GitHub rejects more with 422.
    public static let maximumOperators = 5

    /// Returns a qualifier's value, in quotation marks if it is empty or contains whitespace, a quotation mark, a
    /// parenthesis or a colon. The colons of a value that starts with a date need none.
    static func quotedIfNeeded(_ value: String) -> String {
        func needsQuotes(_ character: Character) -> Bool {
            character.isWhitespace || "\"()".contains(character) || character == ":" && !value.hasDatePrefix
        }
        return value.isEmpty || value.contains(where: needsQuotes) ? quoted(value) : value
    }

    /// Returns the text in quotation marks. GitHub has no way to escape a quotation mark, so it becomes a space.
    private static func quoted(_ text: String) -> String {
        "\"\(text.map { $0 == "\"" ? " " : String($0) }.joined())\""
    }
}

/// A GitHub search query, or its text as typed into GitHub's search field: ``GitHubQuery`` or `String`.
public protocol GitHubQueryConvertible: Sendable {
    /// The query.
    var gitHubQuery: GitHubQuery { get }
}

extension GitHubQuery: GitHubQueryConvertible {
    /// The query itself.
    public var gitHubQuery: GitHubQuery { self }
}

extension String: GitHubQueryConvertible {
    /// A query with this text, which may contain qualifiers.
    public var gitHubQuery: GitHubQuery { GitHubQuery(self) }
}

extension String {
    /// Whether the string starts with a year and a hyphen, as dates do, after a comparison operator or none.
    fileprivate var hasDatePrefix: Bool {
        let digits = drop { ">=<".contains($0) }.prefix(5)
        return digits.count == 5 && digits.dropLast().allSatisfy(\.isNumber) && digits.last == "-"
    }
}
