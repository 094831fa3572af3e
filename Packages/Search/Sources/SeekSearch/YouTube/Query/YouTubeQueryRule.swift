public import SeekBasics
import SeekModels

extension YouTubeSearchQuery {
    /// Returns the problems of the query, errors first: what YouTube would reject, what cannot match anything, and what
    /// has no effect. A query without errors can be sent.
    ///
    /// The rules follow the reference of search.list. Validation saves quota, because an invalid request costs a call
    /// like any other.
    ///
    /// - Parameters:
    ///   - isAuthorized: Whether requests are authorized by OAuth, as some filters require.
    ///   - now: The current date.
    public func diagnostics(isAuthorized: Bool = false, now: Date = Date()) -> [QueryDiagnostic] {
        let context = YouTubeQueryRule.Context(isAuthorized: isAuthorized, now: now)
        let diagnostics = YouTubeQueryRule.all.compactMap { rule in
            rule.check(self, context).map { QueryDiagnostic(rule: rule.name, severity: rule.severity, message: $0) }
        }
        return QueryDiagnostic.errorsFirst(diagnostics)
    }
}

/// A rule that returns a message if a query violates it.
struct YouTubeQueryRule: Sendable {
    /// What a rule depends on besides the query.
    struct Context {
        var isAuthorized: Bool
        var now: Date
    }

    typealias Check = @Sendable (YouTubeSearchQuery, Context) -> String?

    let name: String
    let severity: QueryDiagnostic.Severity
    let check: Check

    init(_ name: String, severity: QueryDiagnostic.Severity = .error, check: @escaping Check) {
        self.name = name
        self.severity = severity
        self.check = check
    }

    static let all = textRules + filterRules + locationRules + dateRules + ownerRules + valueRules + adviceRules
}
