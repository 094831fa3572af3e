/// Why a fixture could not be had. One line tells the file, what is wrong and what to do.
public enum FixtureError: Error, Sendable, Hashable, CustomStringConvertible {
    /// There is no folder of fixtures at any of these paths.
    case folderNotFound(lookedIn: [String])
    /// The name is absolute, empty or leads out of the folder.
    case invalidName(String)
    /// There is no such file. `nearest` is the name that differs least, where one comes near.
    case missing(name: String, lookedFor: [String], nearest: String?)
    /// The system refused to read the file, in its own words.
    case unreadable(path: String, reason: String)
    /// The system refused to write the file or folder, in its own words.
    case unwritable(path: String, reason: String)
    /// The file is larger than the limit, both in bytes.
    case tooLarge(path: String, size: Int, limit: Int)
    /// The file is not what was asked for: where in it (a coding path such as `items[2].snippet`, or a line), and what.
    case malformed(path: String, place: String?, reason: String)
    /// A change cannot be made to the fixture: at which place, and why.
    case invalidChange(fixture: String, place: String, reason: String)

    /// One line: the file, what is wrong, what to do.
    public var description: String {
        switch self {
        case .folderNotFound(let paths):
            "no folder of fixtures: looked for \(Self.list(paths)); set \(Fixtures.environmentVariable) or pass a root"
        case .invalidName(let name):
            "'\(name)' is no name of a fixture: give a path below the folder of fixtures, without '..'"
        case .missing(let name, let paths, let nearest):
            "no fixture '\(name)': looked for \(Self.list(paths))" + (nearest.map { "; did you mean '\($0)'?" } ?? "")
        case .unreadable(let path, let reason):
            "fixture \(path) cannot be read: \(reason)"
        case .unwritable(let path, let reason):
            "\(path) cannot be written: \(reason)"
        case .tooLarge(let path, let size, let limit):
            "fixture \(path) has \(size) bytes, more than the limit of \(limit); keep in it what is needed"
        case .malformed(let path, let place, let reason):
            "fixture \(path) is malformed\(place.map { " at \($0)" } ?? ""): \(reason)"
        case .invalidChange(let fixture, let place, let reason):
            "fixture '\(fixture)' cannot be changed at '\(place)': \(reason)"
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
