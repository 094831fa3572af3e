import SeekModels

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Finds what YouTube would refuse in a query, or what could find nothing, before a call of the day's hundred is paid.
///
/// The rules are those of search.list's reference page; an invalid request costs a call like any other.
public struct YouTubeQueryLinter: Sendable {
    /// Whether the calls are authorised by OAuth, which some filters need. A key is not enough.
    public var isAuthorized = false
    /// The time of day.
    public var now: Date

    /// Makes a linter.
    public init(isAuthorized: Bool = false, now: Date = Date()) {
        self.isAuthorized = isAuthorized
        self.now = now
    }

    /// What there is to say of a query, errors first. An empty list is a query to send.
    public func diagnostics(in query: YouTubeSearchQuery) -> [QueryDiagnostic] {
        let all = Self.rules.compactMap { rule in
            rule.check(query, self).map { QueryDiagnostic(rule: rule.name, severity: rule.severity, message: $0) }
        }
        guard !all.isEmpty else { return [] }
        return all.filter { $0.severity == .error } + all.filter { $0.severity == .warning }
    }

    /// One rule: its message where a query breaks it.
    struct Rule: Sendable {
        let name: String
        var severity = QueryDiagnostic.Severity.error
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

    static let rules = textRules + filterRules + placeRules + dateRules + ownerRules + valueRules + adviceRules
}

extension YouTubeSearchQuery {
    /// What the linter has to say of the query.
    ///
    /// - Parameters:
    ///   - isAuthorized: whether the calls are authorised by OAuth.
    ///   - now: the time of day.
    public func diagnostics(isAuthorized: Bool = false, now: Date = Date()) -> [QueryDiagnostic] {
        YouTubeQueryLinter(isAuthorized: isAuthorized, now: now).diagnostics(in: self)
    }
}
