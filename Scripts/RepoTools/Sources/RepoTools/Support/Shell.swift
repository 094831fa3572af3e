/// How the tools start other programs; tests put their own answers in.
struct Shell: Sendable {
    /// Runs a command with both streams appended to a file; returns its status.
    var log: @Sendable (_ command: [String], _ log: String) throws(RepoError) -> Int32
    /// Runs a command and returns what it printed.
    var capture: @Sendable (_ command: [String]) throws(RepoError) -> Subprocess.Result

    static let live = Shell(
        log: { command, log throws(RepoError) in try Subprocess.run(command, appendingTo: log) },
        capture: { command throws(RepoError) in try Subprocess.run(command) }
    )
}
