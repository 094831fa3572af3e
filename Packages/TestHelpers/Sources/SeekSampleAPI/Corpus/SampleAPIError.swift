/// Why the corpus could not be had. One line tells the file, what is wrong and what to do.
public enum SampleAPIError: Error, Sendable, Hashable, CustomStringConvertible {
    /// There is no `Fixtures/sample-api` at any of these paths.
    case folderNotFound(lookedIn: [String])
    /// A file of the corpus is not there or cannot be read.
    case unreadable(path: String, reason: String)
    /// A file is not what it should be: where in it (`[3].snippet.title`), and what.
    case malformed(path: String, place: String, reason: String)
    /// The files contradict each other.
    case inconsistent(path: String, reason: String)

    /// One line: the file, what is wrong, what to do.
    public var description: String {
        switch self {
        case .folderNotFound(let paths):
            "no folder Fixtures/sample-api: looked for \(paths.first ?? "nothing")"
                + (paths.count > 1 ? " and \(paths.count - 1) more" : "")
                + "; pass the folder or set SEEK_FIXTURES"
        case .unreadable(let path, let reason):
            "\(path) cannot be read: \(reason); restore it with 'git checkout -- Fixtures' or pass another folder"
        case .malformed(let path, let place, let reason):
            "\(path) is damaged\(place.isEmpty ? "" : " at \(place)"): \(reason); restore it with 'git checkout -- Fixtures'"
        case .inconsistent(let path, let reason):
            "\(path) does not fit the other files: \(reason); restore it with 'git checkout -- Fixtures'"
        }
    }
}
