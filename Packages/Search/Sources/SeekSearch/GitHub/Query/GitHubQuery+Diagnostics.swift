public import SeekModels

extension GitHubQuery {
    /// Returns the problems of the query: what GitHub would reject, what cannot match anything, and what has no effect.
    /// Errors come first.
    ///
    /// Text such as `word:word` is a qualifier that GitHub does not know, and which matches nothing, unless it is in
    /// quotation marks. A qualifier that GitHub has introduced since can be added with ``with(_:)``.
    ///
    /// - Parameters:
    ///   - kind: The kind of search.
    ///   - scope: The scope of a search of issues; ignored by other searches.
    ///   - searchType: How the text of a search of issues is matched; ignored by other searches.
    ///   - usesAdvancedSyntax: Whether a search of issues uses the advanced syntax; ignored by other searches.
    public func diagnostics(
        for kind: GitHubSearchKind,
        scope: GitHubIssueScope = .all,
        searchType: GitHubSearchType? = nil,
        usesAdvancedSyntax: Bool = false
    ) -> [QueryDiagnostic] {
        let isAdvanced = kind == .issues && usesAdvancedSyntax
        var diagnostics = textDiagnostics(for: kind, isAdvanced: isAdvanced)
        if kind == .issues { diagnostics += issueDiagnostics(in: scope, searchType: searchType) }
        for part in parts {
            switch part {
            case .typed(let text): diagnostics += Self.typedQualifierDiagnostics(of: text, for: kind)
            case .phrase: break
            case .qualifier(let qualifier, _): diagnostics += qualifier.diagnostics(for: kind)
            }
        }
        return QueryDiagnostic.errorsFirst(diagnostics)
    }

    private func textDiagnostics(for kind: GitHubSearchKind, isAdvanced: Bool) -> [QueryDiagnostic] {
        let text = isAdvanced ? advancedText : description
        let tokens = GitHubQueryToken.tokens(of: text)
        var diagnostics: [QueryDiagnostic] = []
        func add(_ rule: String, _ message: String) {
            diagnostics.append(QueryDiagnostic(rule: rule, problem: QueryProblem(message)))
        }
        if text.isEmpty { add("text-needed", "the search text is empty; enter one") }
        if QueryText.hasControlCharacter(text) {
            add("text-characters", "the search text contains a control character; remove it")
        }
        let length = tokens.freeText.count
        if length > Self.maximumLength {
            let message =
                "the search text has \(length) characters, without qualifiers and operators; shorten it to "
                + "\(Self.maximumLength)"
            add("text-length", message)
        }
        let operatorCount = tokens.operatorCount
        if operatorCount > Self.maximumOperators {
            let source = operatorCount > self.operatorCount ? "with its filters, the search" : "the search text"
            add(
                "operator-count",
                "\(source) has \(operatorCount) operators (AND, OR, NOT), and GitHub allows \(Self.maximumOperators); "
                    + "split the search"
            )
        }
        if operatorCount > 0, tokens.freeText.isEmpty, !isAdvanced, kind != .code {
            let advice = kind == .issues ? "use the advanced syntax, or remove them" : "remove them"
            add(
                "operators-text",
                "the operators (AND, OR, NOT) apply to words only, and the search has none; \(advice)"
            )
        }
        if !text.count(where: { $0 == "\"" }).isMultiple(of: 2) {
            add("quotes-closed", "a quotation mark is not closed; close it or remove it")
        }
        if isAdvanced, !tokens.hasBalancedParentheses {
            // A filter could become part of an unclosed group, and not apply to the whole query.
            add(
                "parentheses-balanced",
                "the parentheses of the search text are not balanced; close each one, or quote it"
            )
        }
        return diagnostics
    }

    private static func typedQualifierDiagnostics(of text: String, for kind: GitHubSearchKind) -> [QueryDiagnostic] {
        // A search of labels has no qualifiers: a colon is a part of the text.
        guard kind != .labels else { return [] }
        return GitHubQueryToken.tokens(of: text).compactMap { token in
            guard case .qualifier(let name, _) = token.kind, !kind.hasQualifier(name) else { return nil }
            guard GitHubSearchKind.kinds(withQualifier: name).isEmpty else {
                return .qualifierOfOtherKind(token.text, name, kind)
            }
            let message =
                "'\(name)' is not a qualifier of GitHub's search for \(kind.rawValue); to search for the text, put it in "
                + "quotation marks: '\(token.quoted)'"
            // A search of code ignores punctuation, and finds the words.
            return QueryDiagnostic(
                rule: "qualifier-unknown",
                severity: kind == .code ? .warning : .error,
                problem: QueryProblem(message)
            )
        }
    }
}

extension GitHubQualifier {
    fileprivate func diagnostics(for kind: GitHubSearchKind) -> [QueryDiagnostic] {
        var diagnostics: [QueryDiagnostic] = []
        let text = "\(name):\(value)"
        if name.isEmpty {
            let message = "the qualifier '\(text)' has no name; add it"
            diagnostics.append(QueryDiagnostic(rule: "qualifier-value", problem: QueryProblem(message)))
        } else if value.isEmpty {
            let message = "the qualifier '\(text)' has no value; add it"
            diagnostics.append(QueryDiagnostic(rule: "qualifier-value", problem: QueryProblem(message)))
        }
        if value.contains("\"") {
            let message = "the value of the qualifier '\(text)' contains a quotation mark; remove it"
            diagnostics.append(QueryDiagnostic(rule: "qualifier-quotes", problem: QueryProblem(message)))
        }
        if !kind.hasQualifier(name), !GitHubSearchKind.kinds(withQualifier: name).isEmpty {
            diagnostics.append(.qualifierOfOtherKind(description, name, kind))
        }
        return diagnostics
    }
}

extension QueryDiagnostic {
    fileprivate static func qualifierOfOtherKind(_ text: String, _ name: String, _ kind: GitHubSearchKind) -> Self {
        let supported = GitHubSearchKind.kinds(withQualifier: name).map(\.rawValue).joined(separator: ", ")
        return QueryDiagnostic(
            rule: "qualifier-kind",
            severity: .warning,
            problem: "'\(text)' has no effect in a search for \(kind.rawValue); it applies to \(supported)"
        )
    }
}
