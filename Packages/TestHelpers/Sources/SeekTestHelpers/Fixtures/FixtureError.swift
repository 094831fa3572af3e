import SeekBasics

/// An error while a fixture is located, read, changed or converted, or while a test writes a file.
public enum FixtureError: Error, Sendable, Hashable, CustomStringConvertible {
    /// None of these paths is a folder of fixtures.
    case folderNotFound(lookedIn: [String])
    /// The name is not a relative path, or contains an empty component, `.`, `..` or a null character.
    case invalidName(String)
    /// The file does not exist. `nearest` is the most similar name; nil if none is similar.
    case missing(name: String, lookedFor: [String], nearest: String?)
    /// Several files have this name without their extensions.
    case ambiguous(name: String, files: [String])
    /// The file cannot be read, with the reason.
    case unreadable(path: String, reason: String)
    /// The file or folder cannot be written, with the system's reason.
    case unwritable(path: String, reason: String)
    /// The file is larger than the limit. `size` and `limit` are in bytes.
    case tooLarge(path: String, size: Int, limit: Int)
    /// The file is invalid. `place` is the location of the invalid value in the file, such as `items[2].snippet`; nil
    /// if it is not known or is the whole document.
    case malformed(path: String, place: String?, reason: String)
    /// A change cannot be applied to the fixture. `place` is the path of the change up to the step that failed, or the
    /// whole path if it is invalid.
    case invalidChange(fixture: String, place: String, reason: String)
    /// An environment variable has none of the allowed values.
    case invalidVariable(name: String, value: String, allowed: [String])

    /// The problem on one line, with a suggestion if there is one.
    public var description: String {
        switch self {
        case .folderNotFound(let paths):
            "no folder of fixtures: looked for \(Self.list(paths)); "
                + "set \(Fixtures.environmentVariable) to an existing one, or pass one as root"
        case .invalidName(let name):
            "'\(name)' is not a fixture name: use a path in the folder of fixtures, without '..'"
        case .missing(let name, let paths, let nearest):
            "no fixture '\(name)': looked for \(Self.list(paths))" + (nearest.map { "; did you mean '\($0)'?" } ?? "")
        case .ambiguous(let name, let files):
            "several fixtures are named '\(name)': write the extension of one of \(files.joined(separator: ", "))"
        case .unreadable(let path, let reason):
            "fixture \(path) cannot be read: \(reason)"
        case .unwritable(let path, let reason):
            "\(path) cannot be written: \(reason)"
        case .tooLarge(let path, let size, let limit):
            "fixture \(path) has \(size) bytes, more than the limit of \(limit); remove what is not needed"
        case .malformed(let path, let place, let reason):
            "fixture \(path) is malformed\(place.map { " at \($0)" } ?? ""): \(reason)"
        case .invalidChange(let fixture, let place, let reason):
            "fixture '\(fixture)' cannot be changed at '\(place)': \(reason)"
        case .invalidVariable(let name, let value, let allowed):
            "\(name) is '\(value)': set it to \(allowed.joined(separator: ", ")), or remove it"
        }
    }

    private static func list(_ paths: [String]) -> String {
        guard let first = paths.first else { return "nowhere" }
        switch paths.count {
        case 1: return first
        case 2: return "\(first) and \(paths[1])"
        default: return "\(first) and \(paths.count - 1) folders above"
        }
    }
}

extension FixtureError {
    /// Creates an error for a file that could not be converted. A `FixtureError` remains unchanged.
    init(_ error: any Error, inFile path: String) {
        switch error {
        case let error as FixtureError:
            self = error
        case let error as JSONSyntaxError:
            self = .malformed(path: path, place: "line \(error.line), column \(error.column)", reason: error.reason)
        case let error as DecodingError:
            let failure = DecodingFailure(error)
            var reason = failure.reason
            // On Apple platforms, the parser's own error contains the line and the column.
            if case .dataCorrupted(let context) = error, let cause = context.underlyingError { reason += ": \(cause)" }
            self = .malformed(path: path, place: failure.path.isEmpty ? nil : failure.path, reason: reason)
        default:
            self = .malformed(path: path, place: nil, reason: String(describing: error))
        }
    }
}

extension Error {
    /// The reason for a failed file operation, on one line.
    var systemReason: String {
        guard let error = self as? CocoaError else { return String(describing: self) }
        return switch error.code {
        case .fileReadNoPermission: "no permission to read it"
        case .fileReadNoSuchFile: "it does not exist"
        default: error.underlying.map { String(describing: $0) } ?? "error \(error.code.rawValue)"
        }
    }
}
