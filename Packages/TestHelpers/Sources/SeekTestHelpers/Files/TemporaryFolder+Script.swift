#if os(macOS) || os(Linux)
import SeekBasics

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

extension TemporaryFolder {
    /// Writes an executable script to a file in the folder, and creates intermediate folders.
    ///
    /// Another process writes the file. If this process did, a program that a concurrent test starts could inherit the
    /// open file, and the script could not be executed (ETXTBSY).
    ///
    /// - Parameters:
    ///   - body: The script without its first line, which is `#!` and the shell.
    ///   - shell: The path of the shell that executes the script.
    /// - Throws: ``FixtureError/unwritable(path:reason:)``
    @discardableResult
    public func writeScript(
        _ body: String,
        to name: String,
        shell: String = "/bin/sh"
    ) throws(FixtureError) -> URL {
        let file = file(name)
        try Self.makeFolder(file.deletingLastPathComponent())
        let write = #"printf '#!%s\n%s\n' "$1" "$2" > "$3" && /bin/chmod 700 "$3""#
        let command: [String] = ["sh", "-c", write, "sh", shell, body, file.path]
        let arguments: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var (process, status) = (pid_t(), Int32(0))
        let code = posix_spawn(&process, "/bin/sh", nil, nil, arguments, nil)
        guard code == 0 else { throw .unwritable(path: file.path, reason: String(cString: strerror(code))) }
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        guard status == 0 else { throw .unwritable(path: file.path, reason: "the shell failed") }
        return file
    }
}
#endif
