/// An error while the corpus is located or read. Its description names the file, the problem and what to do.
public enum SampleAPIError: Error, Sendable, Hashable, CustomStringConvertible {
    /// None of these paths exists.
    case folderNotFound(lookedIn: [String])
    /// A file of the corpus is missing or cannot be read.
    case unreadable(path: String, reason: String)
    /// A file is not valid: the place in it (`[3].snippet.title`), and the reason.
    case malformed(path: String, place: String, reason: String)
    /// The files are inconsistent with each other.
    case inconsistent(path: String, reason: String)

    /// The file, the problem, and what to do, on one line.
    public var description: String {
        switch self {
        case .folderNotFound(let paths):
            "no folder Fixtures/sample-api: looked for \(paths.first ?? "nothing")"
                + (paths.count > 1 ? " and \(paths.count - 1) more" : "")
                + "; pass the folder or set SEEK_FIXTURES"
        case .unreadable(let path, let reason):
            "\(path) cannot be read: \(reason); restore it with 'git checkout -- Fixtures' or pass another folder"
        case .malformed(let path, let place, let reason):
            "\(path) is corrupt\(place.isEmpty ? "" : " at \(place)"): \(reason); restore it with 'git checkout -- Fixtures'"
        case .inconsistent(let path, let reason):
            "\(path) is inconsistent with the other files: \(reason); restore it with 'git checkout -- Fixtures'"
        }
    }
}
