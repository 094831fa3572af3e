#if os(macOS) || os(Linux)
import Foundation
import Testing

/// Writes an executable script in another process. If this process wrote it, a child process of a concurrent test could
/// inherit the open file, and the script could not be executed (ETXTBSY).
func writeScript(_ body: String, to path: String) throws {
    let command = "printf '#!/bin/sh\\n%s\\n' \"$1\" > \"$2\" && chmod 700 \"$2\""
    let shell = try Process.run(URL(filePath: "/bin/sh"), arguments: ["-c", command, "sh", body, path])
    shell.waitUntilExit()
    #expect(shell.terminationStatus == 0)
}
#endif
