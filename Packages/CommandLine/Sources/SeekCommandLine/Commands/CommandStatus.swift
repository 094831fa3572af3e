import Seek

/// The exit status of a command. The values are those of GitHub's `gh`, except ``changed``, and
/// ``usage``, which also covers invalid usage.
public enum CommandStatus: Int32, Sendable, Hashable, CaseIterable {
    /// The command succeeded, with or without results.
    case success = 0
    /// The command failed.
    case failure = 1
    /// The command line is invalid, or the command was cancelled. The program ends by SIGINT after Ctrl-C.
    case usage = 2
    /// With `--exit-code`, the results of a saved search have changed.
    case changed = 3
    /// A credential is missing or was rejected.
    case unauthorized = 4

    /// The description in the help.
    var meaning: String {
        switch self {
        case .success: "Success, with or without results"
        case .failure: "Failure"
        case .usage: "Invalid usage, or not confirmed"
        case .changed: "With --exit-code, the results of a saved search have changed"
        case .unauthorized: "A credential is missing or was rejected"
        }
    }

    init(_ error: SearchError) {
        self =
            switch error {
            case .invalidQuery: .usage
            case .missingCredential, .unauthorized: .unauthorized
            case .network(.cancelled): .usage
            default: .failure
            }
    }
}
