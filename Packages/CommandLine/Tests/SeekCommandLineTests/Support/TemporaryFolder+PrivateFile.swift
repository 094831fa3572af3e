import Foundation
import SeekTestHelpers

extension TemporaryFolder {
    /// Writes a file that only its owner can read, and returns its path.
    @discardableResult
    func writePrivate(_ text: String, to name: String) throws -> String {
        let path = try write(text, to: name).path
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        return path
    }
}
