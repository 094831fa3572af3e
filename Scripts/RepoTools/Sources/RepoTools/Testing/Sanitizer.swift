enum Sanitizer: String, CaseIterable, Sendable {
    case address, thread

    /// Returns the environment variable with the options of the sanitizer's runtime, as `NAME=VALUE`.
    ///
    /// The value replaces one that the user has set, so that no suppressions apply. Each process writes its reports to
    /// a file of its own, `path` followed by a dot and the process ID, so that reports of child processes count.
    func options(reports path: String) -> String {
        switch self {
        // Leak detection needs ptrace, which containers do not allow.
        case .address: "ASAN_OPTIONS=detect_leaks=0 log_path='\(path)'"
        case .thread: "TSAN_OPTIONS=log_path='\(path)'"
        }
    }
}

extension Sanitizer {
    /// Returns a line for each report in a folder: its summary, or the line with `FATAL` of a runtime that cannot
    /// start.
    static func summaries(in folder: String) throws(RepoError) -> [String] {
        var summaries: [String] = []
        for name in Files.names(in: folder) { summaries += self.summaries(of: try Files.text("\(folder)/\(name)")) }
        return summaries
    }

    /// Returns the summary line of each report, or the line with `FATAL` of a runtime that cannot start.
    static func summaries(of report: String) -> [String] {
        report.split(separator: "\n").filter { $0.hasPrefix("SUMMARY: ") || $0.contains("FATAL: ") }.map(String.init)
    }
}
