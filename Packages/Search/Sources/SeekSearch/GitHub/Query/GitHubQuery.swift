public import SeekModels

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
    enum Part: Sendable, Hashable {
        case typed(String)
        case phrase(String)
        case qualifier(GitHubQualifier, isExcluded: Bool)
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
    public var description: String {
        let texts = parts.map { part in
            switch part {
            case .typed(let text): QueryText.trimmed(text)
            case .phrase(let text): Self.quoted(text)
            case .qualifier(let qualifier, let isExcluded): (isExcluded ? "-" : "") + qualifier.description
            }
        }
        return texts.filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// The number of operators (`AND`, `OR`, `NOT`) outside quotation marks.
    public var operatorCount: Int { words.count { ["AND", "OR", "NOT"].contains($0) } }

    /// The words of the query without parentheses. Quoted text is part of one word.
    var words: [Substring] {
        var isQuoted = false
        return description.split { character in
            if character == "\"" { isQuoted.toggle() }
            return !isQuoted && (character.isWhitespace || character == "(" || character == ")")
        }
    }

    /// The maximum length in characters; GitHub rejects longer queries with 422.
    public static let maximumLength = 256
    /// The maximum number of operators; GitHub rejects more with 422.
    public static let maximumOperators = 5

    /// Returns a qualifier's value, in quotation marks if it is empty or contains whitespace, a quotation mark or a
    /// colon. The colons of a value that starts with a date need none.
    static func quotedIfNeeded(_ value: String) -> String {
        let isPlain =
            !value.isEmpty && !value.contains { $0.isWhitespace || $0 == "\"" || $0 == ":" && !value.hasDatePrefix }
        return isPlain ? value : quoted(value)
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

extension GitHubQuery {
    /// Returns the problems of the query: what GitHub would reject, what cannot match anything, and what has no effect.
    /// Errors come first.
    ///
    /// - Parameters:
    ///   - kind: The kind of search.
    ///   - scope: The scope of a search of issues; ignored by other searches.
    ///   - searchType: How the text of a search of issues is matched; ignored by other searches.
    public func diagnostics(
        for kind: GitHubSearchKind,
        scope: GitHubIssueScope = .all,
        searchType: GitHubSearchType? = nil
    ) -> [QueryDiagnostic] {
        let text = description
        var diagnostics: [QueryDiagnostic] = []
        func add(_ rule: String, _ message: String, _ severity: QueryDiagnostic.Severity = .error) {
            diagnostics.append(QueryDiagnostic(rule: rule, severity: severity, message: message))
        }
        if text.isEmpty { add("text-needed", "the search text is empty; enter one") }
        if QueryText.hasControlCharacter(text) {
            add("text-characters", "the search text contains a control character; remove it")
        }
        if text.count > Self.maximumLength {
            add("text-length", "the search text has \(text.count) characters; shorten it to \(Self.maximumLength)")
        }
        if operatorCount > Self.maximumOperators {
            add(
                "operator-count",
                "the search text has \(operatorCount) operators (AND, OR, NOT), and GitHub allows "
                    + "\(Self.maximumOperators); split the search"
            )
        }
        if !text.count(where: { $0 == "\"" }).isMultiple(of: 2) {
            add("quotes-closed", "a quotation mark is not closed; close it or remove it")
        }
        if kind == .issues { diagnostics += issueDiagnostics(in: scope, searchType: searchType) }
        for case .qualifier(let qualifier, _) in parts {
            let text = "\(qualifier.name):\(qualifier.value)"
            if qualifier.name.isEmpty {
                add("qualifier-value", "the qualifier '\(text)' has no name; add it")
            } else if qualifier.value.isEmpty {
                add("qualifier-value", "the qualifier '\(text)' has no value; add it")
            }
            if qualifier.value.contains("\"") {
                add("qualifier-quotes", "the value of the qualifier '\(text)' contains a quotation mark; remove it")
            }
            if let kinds = qualifier.kinds, !kinds.contains(kind) {
                let supported = kinds.map(\.rawValue).sorted().joined(separator: ", ")
                let message =
                    "'\(qualifier)' has no effect in a search for \(kind.rawValue); it applies to \(supported)"
                add("qualifier-kind", message, .warning)
            }
        }
        return QueryDiagnostic.errorsFirst(diagnostics)
    }
}
