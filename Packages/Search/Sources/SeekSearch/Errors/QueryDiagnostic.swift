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

/// What is wrong with a query, and how to fix it.
///
/// The names of parameters in the text are values, so that a program can use its own in their place: a flag, or the
/// label of a field.
///
/// ```swift
/// problem.description                        // location requires locationRadius; set a radius such as 5 km
/// problem.text { "--\($0)" }                 // --location requires --locationRadius; set a radius such as 5 km
/// ```
public struct QueryProblem: Sendable, Hashable, ExpressibleByStringInterpolation, CustomStringConvertible {
    /// A parameter of a query. The raw value is the name in the API or, if it has none, in a text.
    public enum Parameter: String, Sendable, Hashable, CaseIterable {
        case publishedAfter, publishedBefore, location, locationRadius, channelType, order
        case eventType, videoCaption, videoDefinition, videoDimension, videoDuration, videoEmbeddable, videoLicense
        case videoPaidProductPlacement, videoSyndicated, videoType
        case videoCategoryID = "videoCategoryId"
        case forMine, forDeveloper, forContentOwner, onBehalfOfContentOwner
        case pageCursor = "the page cursor"
    }

    fileprivate enum Part: Sendable, Hashable {
        case text(String)
        case parameter(Parameter)
    }

    private let parts: [Part]

    private init(parts: [Part]) { self.parts = parts }

    /// Creates a problem from a text without parameters.
    public init(_ text: String) { self.init(parts: [.text(text)]) }

    /// Creates a problem from a literal without parameters.
    public init(stringLiteral text: String) { self.init(text) }

    /// Creates a problem from a text in which parameters are interpolated.
    public init(stringInterpolation: StringInterpolation) { self.init(parts: stringInterpolation.parts) }

    /// Creates a problem from several, separated by semicolons.
    init(joining problems: [QueryProblem]) {
        self.init(parts: Array(problems.map(\.parts).joined(separator: [.text("; ")])))
    }

    /// The parameters in the text, in order.
    public var parameters: [Parameter] {
        parts.compactMap { if case .parameter(let parameter) = $0 { parameter } else { nil } }
    }

    /// Returns the text, a clause in which the parameters have the returned names.
    public func text(naming name: (Parameter) -> String) -> String {
        parts.map { part in
            switch part {
            case .text(let text): text
            case .parameter(let parameter): name(parameter)
            }
        }
        .joined()
    }

    /// The text with the names of the API: a clause.
    public var description: String { text(naming: \.rawValue) }

    /// Compares the texts.
    public static func == (left: Self, right: Self) -> Bool { left.description == right.description }

    /// Hashes the text.
    public func hash(into hasher: inout Hasher) { hasher.combine(description) }

    /// A text in which parameters are interpolated.
    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var parts: [Part] = []

        /// Creates an empty text.
        public init(literalCapacity: Int, interpolationCount: Int) {}

        /// Appends a part of the literal.
        public mutating func appendLiteral(_ literal: String) { parts.append(.text(literal)) }

        /// Appends the description of a value.
        public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
            parts.append(.text(value.description))
        }

        /// Appends a parameter.
        public mutating func appendInterpolation(_ parameter: Parameter) { parts.append(.parameter(parameter)) }

        /// Appends several parameters as in a sentence: `a`, `a and b`, `a, b and c`.
        mutating func appendInterpolation(_ parameters: [Parameter]) {
            for (index, parameter) in parameters.enumerated() {
                if index > 0 { parts.append(.text(index == parameters.count - 1 ? " and " : ", ")) }
                parts.append(.parameter(parameter))
            }
        }
    }
}
