/// A problem in a query: the rule, and how to fix it.
public struct QueryDiagnostic: Sendable, Hashable, CustomStringConvertible {
    /// The severity of a problem.
    public enum Severity: String, Sendable, Hashable {
        /// The API would reject the query, or nothing can match the query. The query is not sent.
        case error
        /// The query is valid, but a part of it has no effect.
        case warning
    }

    /// The stable name of the rule: `location-needs-radius`.
    public let rule: String
    /// The severity.
    public let severity: Severity
    /// What is wrong and how to fix it.
    public let problem: QueryProblem

    /// Creates a diagnostic.
    public init(rule: String, severity: Severity = .error, problem: QueryProblem) {
        self.rule = rule
        self.severity = severity
        self.problem = problem
    }

    /// A line such as `error: … [location-needs-radius]`.
    public var description: String { "\(severity.rawValue): \(problem) [\(rule)]" }

    static func errorsFirst(_ diagnostics: [Self]) -> [Self] {
        diagnostics.filter { $0.severity == .error } + diagnostics.filter { $0.severity == .warning }
    }
}

extension SearchError {
    /// Creates an error with the messages of all errors among the diagnostics; nil if there are none.
    init?(_ diagnostics: [QueryDiagnostic]) {
        let errors = diagnostics.filter { $0.severity == .error }
        guard !errors.isEmpty else { return nil }
        self = .invalidQuery(QueryProblem(joining: errors.map(\.problem)))
    }
}
