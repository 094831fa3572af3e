public import SeekBasics

extension Recording {
    /// Writes the recording to a file that only its owner can read (mode 0600): responses may be private even without
    /// secrets.
    ///
    /// The file is replaced atomically. If the path is a symbolic link, the link remains and its target is replaced.
    /// Missing folders are created with the mode 0700. Remove secrets with
    /// ``SecretRules/removingSecrets(from:)-(Recording)`` first.
    ///
    /// - Throws: ``WriteError``
    public func write(to file: URL) throws(WriteError) {
        do throws(PrivateFileError) {
            let target = PrivateFile(file.resolvingSymlinksInPath().path)
            try target.replace(with: Array(har), checksFolder: false)
        } catch {
            throw WriteError(path: file.path, reason: error.problem)
        }
    }

    /// The reason why a recording could not be written.
    public struct WriteError: Error, Sendable, Hashable, CustomStringConvertible {
        /// The file.
        public let path: String
        /// The cause.
        public let reason: String

        /// The file and the cause in a single line.
        public var description: String { "\(path) cannot be written: \(reason)" }
    }
}
