#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Shows a text by the program the user chose in `PAGER`.
enum Pager {
    /// Hands the text to the pager and waits until the user is done with it.
    ///
    /// - Parameter command: `PAGER`: a command line for the shell, as everywhere.
    /// - Returns: Whether it was shown; false where there is no shell to run it.
    static func show(_ text: String, by command: String) -> Bool {
        // less leaves a text that fits the screen on it, and passes colours on, unless the user has set it up
        // otherwise.
        setenv("LESS", "FRX", 0)
        guard let pipe = popen(command, "w") else { return false }
        var text = text
        // Who leaves the pager early has seen enough: what could not be written is not missed.
        let status = BrokenPipe.withoutSignal {
            text.withUTF8 { _ = fwrite($0.baseAddress, 1, $0.count, pipe) }
            return pclose(pipe)
        }
        return status >> 8 != 127
    }
}
