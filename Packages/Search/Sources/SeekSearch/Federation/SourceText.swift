/// The part of a search text that a source of a federated search understands.
///
/// GitHub's qualifiers, such as `language:swift`, mean nothing to YouTube, and not all of them mean something to each of
/// GitHub's searches. A source that does not have a qualifier is searched without it; ``SourceResponse/ignoredQualifiers``
/// contains what was left out, as well as the filters of a ``FederatedQuery`` that the source does not have.
public struct SourceText: Sendable, Hashable {
    /// The text for the source; empty if it has nothing but qualifiers that the source does not have.
    public var text: String
    /// The qualifiers that were left out, as they were entered.
    public var ignoredQualifiers: [String] = []
    /// Whether the source can be searched without a text, such as for all videos of a channel.
    var allowsEmptyText = false
    /// Whether the source is not searched, because nothing remains of the text.
    var isSkipped: Bool { text.isEmpty && !ignoredQualifiers.isEmpty && !allowsEmptyText }

    /// Creates the part that is the whole text.
    public init(_ text: String) { self.text = text }
}

extension SourceText {
    /// Creates the part of a text without those qualifiers of GitHub that a source does not have, and without the
    /// operators and parentheses that lose their operands.
    init(_ text: String, keepingQualifiers isKept: (_ name: String) -> Bool) {
        let tokens = GitHubQueryToken.tokens(of: text)
        var kept: [GitHubQueryToken] = []
        self.init(text)
        for token in tokens {
            if case .qualifier(let name, _) = token.kind, !isKept(name),
                !GitHubSearchKind.kinds(withQualifier: name).isEmpty
            {
                ignoredQualifiers.append(token.text)
            } else {
                kept.append(token)
            }
        }
        guard !ignoredQualifiers.isEmpty else { return }
        while let index = kept.indices.first(where: { !Self.hasOperand(kept, at: $0) }) { kept.remove(at: index) }
        let isWorded = kept.contains { token in
            if case .qualifier = token.kind { true } else if case .text = token.kind { true } else { false }
        }
        self.text = isWorded ? kept.map(\.text).joined(separator: " ") : ""
    }

    /// Returns whether an operator or an opening parenthesis precedes an operand, and whether `AND`, `OR` and a closing
    /// parenthesis follow one. True for other tokens.
    private static func hasOperand(_ tokens: [GitHubQueryToken], at index: Int) -> Bool {
        let previous = index > 0 ? tokens[index - 1].text : "("
        let next = index + 1 < tokens.count ? tokens[index + 1].text : ")"
        return switch tokens[index].kind {
        case .text, .qualifier: true
        case .parenthesis where tokens[index].text == "(": next != ")"
        case .parenthesis:
            previous != "(" && tokens[..<index].count { $0.text == "(" } > tokens[..<index].count { $0.text == ")" }
        case .logicalOperator:
            ![")", "AND", "OR"].contains(next)
                && (tokens[index].text == "NOT" || !["(", "AND", "OR", "NOT"].contains(previous))
        }
    }
}

extension GitHubQuery {
    /// Creates a query from typed text without its qualifiers with these names.
    @_spi(Seek) public init(removingQualifiers names: Set<String>, from text: String) {
        self.init(SourceText(text) { !names.contains($0) }.text)
    }
}
