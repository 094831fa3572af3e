import SeekModels

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Validates queries before they are sent: finds what YouTube would reject, what cannot match anything, and what has no
/// effect.
///
/// The rules follow the reference of search.list. Validation saves quota, because an invalid request costs a call like
/// any other.
public struct YouTubeQueryLinter: Sendable {
    /// Whether requests are authorized by OAuth, as some filters require.
    public var isAuthorized: Bool
    /// The current date.
    public var now: Date

    /// Creates a linter.
    public init(isAuthorized: Bool = false, now: Date = Date()) {
        self.isAuthorized = isAuthorized
        self.now = now
    }

    /// Returns the problems of a query, errors first. A query without errors can be sent.
    public func diagnostics(in query: YouTubeSearchQuery) -> [QueryDiagnostic] {
        let diagnostics = Self.rules.compactMap { rule in
            rule.check(query, self).map { QueryDiagnostic(rule: rule.name, severity: rule.severity, message: $0) }
        }
        return QueryDiagnostic.errorsFirst(diagnostics)
    }

    /// A rule that returns a message if a query violates it.
    struct Rule: Sendable {
        let name: String
        let severity: QueryDiagnostic.Severity
        let check: @Sendable (YouTubeSearchQuery, YouTubeQueryLinter) -> String?

        init(
            _ name: String,
            severity: QueryDiagnostic.Severity = .error,
            check: @escaping @Sendable (YouTubeSearchQuery, YouTubeQueryLinter) -> String?
        ) {
            self.name = name
            self.severity = severity
            self.check = check
        }
    }

    static let rules = textRules + filterRules + locationRules + dateRules + ownerRules + valueRules + adviceRules
}

extension YouTubeSearchQuery {
    /// Returns the problems of the query, errors first.
    ///
    /// - Parameters:
    ///   - isAuthorized: Whether requests are authorized by OAuth.
    ///   - now: The current date.
    public func diagnostics(isAuthorized: Bool = false, now: Date = Date()) -> [QueryDiagnostic] {
        YouTubeQueryLinter(isAuthorized: isAuthorized, now: now).diagnostics(in: self)
    }
}
