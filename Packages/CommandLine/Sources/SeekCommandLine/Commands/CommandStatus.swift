import Seek

/// How the program ends; the numbers are those of GitHub's `gh`.
public enum CommandStatus: Int32, Sendable, Hashable, CaseIterable {
    /// All went well; finding nothing is well.
    case success = 0
    /// Something failed.
    case failure = 1
    /// The command line is wrong, or the user stopped it.
    case usage = 2
    /// With `--exit-code`: something is new, changed, gone or dropped.
    case changed = 3
    /// A credential is missing or not accepted.
    case unauthorized = 4

    /// One line for the help.
    var meaning: String {
        switch self {
        case .success: "done; also when nothing was found"
        case .failure: "failed"
        case .usage: "wrong usage, or cancelled"
        case .changed: "with --exit-code: something is new, changed, gone or dropped"
        case .unauthorized: "a credential is missing or not accepted"
        }
    }

    init(_ error: SearchError) {
        self =
            switch error {
            case .invalidQuery: .usage
            case .unauthorized: .unauthorized
            case .network(.cancelled): .usage
            default: .failure
            }
    }
}
