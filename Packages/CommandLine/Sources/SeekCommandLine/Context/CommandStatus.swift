import Seek

/// The exit status of a command. The values are those of GitHub's `gh`, with two differences: ``changed`` and ``incomplete`` are added, and
/// ``usage``, which means "cancelled" in `gh`, also means that the command line is invalid. An alias that
/// runs a shell command has that command's status.
public struct CommandStatus: RawRepresentable, Sendable, Hashable {
    /// The exit status of the process.
    public let rawValue: Int32

    /// Creates a status from a value of 0 to 255.
    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// The command succeeded, with or without results.
    public static let success = CommandStatus(rawValue: 0)
    /// The command failed.
    public static let failure = CommandStatus(rawValue: 1)
    /// The command line or a setting is invalid, the command was cancelled, or nothing was picked or confirmed. After
    /// Ctrl-C the program ends by SIGINT instead.
    public static let usage = CommandStatus(rawValue: 2)
    static let cancelled = usage
    /// With `--exit-code`, the results of a saved search have changed.
    public static let changed = CommandStatus(rawValue: 3)
    /// A credential is missing or was rejected.
    public static let unauthorized = CommandStatus(rawValue: 4)
    /// With `--exit-code`, results of a saved search were not compared, because a source could not be searched, and
    /// nothing else has changed.
    public static let incomplete = CommandStatus(rawValue: 5)

    /// The statuses in the order of the help, with their descriptions.
    static let meanings: [(status: CommandStatus, meaning: String)] = [
        (.success, "Success, with or without results"),
        (.failure, "Failure"),
        (.usage, "Invalid usage, or nothing was picked or confirmed"),
        (.changed, "With --exit-code, the results of a saved search have changed"),
        (.unauthorized, "A credential is missing or was rejected"),
        (.incomplete, "With --exit-code, results of a saved search were not compared"),
    ]

    init(_ error: SearchError) {
        self =
            switch error {
            case .invalidQuery: .usage
            case .missingCredential, .unauthorized: .unauthorized
            case .network(.cancelled): .cancelled
            default: .failure
            }
    }
}

extension SearchError {
    /// The kind of the error in JSON, such as `rate-limited`.
    var kindName: String {
        switch self {
        case .invalidQuery: "invalid-query"
        case .emptyResult: "empty-result"
        case .unreadableResults: "unreadable-results"
        case .missingCredential: "missing-credential"
        case .unauthorized: "unauthorized"
        case .forbidden: "forbidden"
        case .authorizationRequired: "authorization-required"
        case .notFound: "not-found"
        case .limitReached(_, let limit):
            switch limit.kind {
            case .daily: "quota-exceeded"
            case .rate, .secondary: "rate-limited"
            case .budget: "budget-exceeded"
            case .outageShare: "outage-share-exceeded"
            }
        case .rejected: "rejected"
        case .unavailable: "unavailable"
        case .network(.timedOut): "timed-out"
        case .network(.cancelled): "cancelled"
        case .network: "network"
        }
    }
}
