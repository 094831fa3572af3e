/// A sanitizer of the compiler, which makes tests report what they would otherwise pass over.
enum Sanitizer: String, CaseIterable, Sendable {
    case address, thread

    /// The assignment of the variable that its runtime reads options from.
    ///
    /// It replaces the caller's own, so that no file of suppressions hides a report. Each process writes to a file of its
    /// own at `path` plus its id: a child counts even if its parent ignores its output and its exit status.
    func options(reports path: String) -> String {
        switch self {
        // Leaks are found by tracing the process, which containers do not allow.
        case .address: "ASAN_OPTIONS=detect_leaks=0 log_path='\(path)'"
        case .thread: "TSAN_OPTIONS=log_path='\(path)'"
        }
    }
}

/// What the processes of a run under a sanitizer reported.
struct SanitizerReports: Equatable {
    /// One line for each report.
    var summaries: [String] = []

    /// Reads all files in a folder.
    init(folder: String) throws(RepoError) {
        for name in Files.names(in: folder).sorted() {
            summaries += Self.summaries(of: try Files.text("\(folder)/\(name)"))
        }
    }

    /// A report ends with its summary; a runtime that cannot work at all writes a line with `FATAL` and ends the process.
    static func summaries(of text: String) -> [String] {
        text.split(separator: "\n").filter { $0.hasPrefix("SUMMARY: ") || $0.contains("FATAL: ") }.map(String.init)
    }
}
