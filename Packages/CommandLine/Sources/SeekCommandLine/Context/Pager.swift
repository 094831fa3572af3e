#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Shows text in the program that the user chose with `PAGER`.
enum Pager {
    /// Passes the text to the pager and waits until it ends.
    ///
    /// - Parameters:
    ///   - command: The value of `PAGER`, a command line for the shell.
    ///   - environment: The environment variables that the pager receives.
    /// - Returns: Whether the text was shown; `false` if the shell or the program does not exist.
    static func show(_ text: String, by command: String, environment: [String: String]) -> Bool {
        // By default, less exits if the text fits the screen, does not clear the screen, and passes colours through.
        let variables = environment.merging(["LESS": "FRX"]) { own, _ in own }
        let status = ChildProcess.run("/bin/sh", ["-c", command], environment: variables, connecting: STDIN_FILENO) {
            // A user who leaves the pager early does not need the rest.
            try? DescriptorOutput(descriptor: $0).write(text)
        }
        return status.map { $0 != 127 } ?? false
    }
}
