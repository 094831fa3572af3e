public import SeekModels

/// What to look for on GitHub, put together of words, phrases and qualifiers.
///
/// A literal text is a query as one types it into GitHub's search field. The builder adds to it and quotes what has to be:
///
/// ```swift
/// let query = GitHubQuery("tetris").with(.language("Swift"), .stars(.atLeast(10))).without(.topic("game"))
/// print(query)        // tetris language:Swift stars:>=10 -topic:game
/// ```
public struct GitHubQuery: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// A part of a query.
    enum Part: Sendable, Hashable {
        case typed(String)
        case phrase(String)
        case qualifier(GitHubQualifier, isExcluded: Bool)
    }

    private(set) var parts: [Part]

    /// Makes a query of what a person typed: words, qualifiers, `AND`, `OR`, `NOT`, quoted phrases.
    public init(_ text: String = "") {
        parts = text.isEmpty ? [] : [.typed(text)]
    }

    /// Makes a query of what a person typed.
    public init(stringLiteral value: String) {
        self.init(value)
    }

    /// The query, and these words next to each other.
    public func phrase(_ words: String) -> Self { adding([.phrase(words)]) }

    /// The query, under these conditions too.
    public func with(_ qualifiers: GitHubQualifier...) -> Self {
        adding(qualifiers.map { .qualifier($0, isExcluded: false) })
    }

    /// The query, without what meets one of these conditions.
    public func without(_ qualifiers: GitHubQualifier...) -> Self {
        adding(qualifiers.map { .qualifier($0, isExcluded: true) })
    }

    private func adding(_ parts: [Part]) -> Self {
        var query = self
        query.parts += parts
        return query
    }

    /// The query as it is sent.
    public var description: String {
        let texts = parts.map { part in
            switch part {
            case .typed(let text): QueryText.trimmed(text)
            case .phrase(let words): Self.quoted(words)
            case .qualifier(let qualifier, let isExcluded): (isExcluded ? "-" : "") + qualifier.description
            }
        }
        return texts.filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// How many `AND`, `OR` and `NOT` it has outside quotes.
    public var operatorCount: Int {
        var (count, isQuoted) = (0, false)
        for word in description.split(separator: " ") {
            if !isQuoted, ["AND", "OR", "NOT"].contains(word) { count += 1 }
            if !word.count(where: { $0 == "\"" }).isMultiple(of: 2) { isQuoted.toggle() }
        }
        return count
    }

    /// The longest query, in characters; GitHub answers 422 to longer ones.
    public static let maximumLength = 256
    /// The most operators; GitHub answers 422 to more.
    public static let maximumOperators = 5

    static func quotedIfNeeded(_ value: String) -> String {
        let isPlain =
            !value.isEmpty && !value.contains { $0.isWhitespace || $0 == "\"" || $0 == ":" && !value.hasDatePrefix }
        return isPlain ? value : quoted(value)
    }

    /// A text between quotation marks. GitHub has no way to write one within, so it becomes a space.
    private static func quoted(_ text: String) -> String {
        "\"\(text.map { $0 == "\"" ? " " : String($0) }.joined())\""
    }
}

extension String {
    /// Whether it is a moment or a range of them, whose colons GitHub reads unquoted.
    fileprivate var hasDatePrefix: Bool {
        let digits = drop { ">=<".contains($0) }.prefix(5)
        return digits.count == 5 && digits.dropLast().allSatisfy(\.isNumber) && digits.last == "-"
    }
}

extension GitHubQuery {
    /// What GitHub would refuse in the query, or what does nothing in it.
    ///
    /// - Parameters:
    ///   - kind: what is searched for.
    ///   - scope: what a search of issues covers; other searches ignore it.
    ///   - searchType: how a search of issues is matched; other searches ignore it.
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
        if text.isEmpty { add("text-needed", "the search text is empty; say what to look for") }
        if QueryText.hasControlCharacter(text) {
            add("text-characters", "the search text holds a control character; remove it")
        }
        if text.count > Self.maximumLength {
            add(
                "text-length",
                "the search text has \(text.count) characters; at most \(Self.maximumLength) are allowed, shorten it"
            )
        }
        if operatorCount > Self.maximumOperators {
            add(
                "operator-count",
                "the search text has \(operatorCount) of AND, OR and NOT; GitHub takes \(Self.maximumOperators), split it"
            )
        }
        if !text.count(where: { $0 == "\"" }).isMultiple(of: 2) {
            add("quotes-closed", "a quotation mark is not closed; close it or leave it out")
        }
        if kind == .issues { diagnostics += issueDiagnostics(in: scope, searchType: searchType) }
        for case .qualifier(let qualifier, _) in parts {
            if qualifier.name.isEmpty || qualifier.value.isEmpty {
                add("qualifier-value", "the qualifier '\(qualifier)' lacks its name or value; fill it in")
            }
            if let kinds = qualifier.kinds, !kinds.contains(kind) {
                let others = kinds.map(\.rawValue).sorted().joined(separator: ", ")
                let message = "'\(qualifier)' does nothing in a search of \(kind.rawValue); it is for \(others)"
                add("qualifier-kind", message, .warning)
            }
        }
        return diagnostics.filter { $0.severity == .error } + diagnostics.filter { $0.severity == .warning }
    }
}
