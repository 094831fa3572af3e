import SeekBasics

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Shows text in the program that the user chose with `PAGER`.
enum Pager {
    /// Passes the text to the pager, waits until it exits, and returns whether the text was shown: `false` if the shell
    /// or the program does not exist. `command` is the value of `PAGER`, a command line for the shell.
    static func show(_ text: String, with command: String, environment: [String: String]) -> Bool {
        // Unless `LESS` is set, less exits if the text fits the screen (F), passes colors through (R) and does not
        // clear the screen (X).
        let variables = environment.merging(["LESS": "FRX"]) { current, _ in current }
        let status = ChildProcess.run("/bin/sh", ["-c", command], environment: variables, connecting: STDIN_FILENO) {
            // A failed write is ignored: the user has quit the pager before the end of the text.
            try? DescriptorOutput(descriptor: $0).write(text)
        }
        return status.map { $0 != 127 } ?? false
    }
}
