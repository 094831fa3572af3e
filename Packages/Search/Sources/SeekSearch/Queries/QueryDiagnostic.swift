/// What a linter has to say of a query: which rule, and how to mend the query.
public struct QueryDiagnostic: Sendable, Hashable, CustomStringConvertible {
    /// How bad it is.
    public enum Severity: String, Sendable, Hashable {
        /// The API would refuse the query, or could find nothing: it is not sent.
        case error
        /// The query can be sent, but a part of it does nothing.
        case warning
    }

    /// The rule's name, stable: `location-needs-radius`.
    public let rule: String
    /// How bad it is.
    public let severity: Severity
    /// What is wrong and how to mend it, in one sentence.
    public let message: String

    /// Makes a finding.
    public init(rule: String, severity: Severity = .error, message: String) {
        self.rule = rule
        self.severity = severity
        self.message = message
    }

    /// `error: … [location-needs-radius]`
    public var description: String { "\(severity.rawValue): \(message) [\(rule)]" }
}

extension SearchError {
    /// The errors among findings as one error, or nil where there are none.
    init?(_ diagnostics: [QueryDiagnostic]) {
        let errors = diagnostics.filter { $0.severity == .error }
        guard !errors.isEmpty else { return nil }
        self = .invalidQuery(errors.map(\.message).joined(separator: "; "))
    }
}
