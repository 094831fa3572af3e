/// Starts other programs; replaced in tests.
struct Shell: Sendable {
    /// Runs a command, appends its output and errors to a file, and returns its status.
    var log: @Sendable (_ command: [String], _ log: String) throws(RepoError) -> Int32
    /// Runs a command and returns its status and output.
    var capture: @Sendable (_ command: [String]) throws(RepoError) -> Subprocess.Result

    static let live = Shell(
        log: { command, log throws(RepoError) in try Subprocess.run(command, appendingTo: log) },
        capture: { command throws(RepoError) in try Subprocess.run(command) }
    )
}
