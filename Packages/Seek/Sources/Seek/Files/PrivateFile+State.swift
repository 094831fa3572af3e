import SeekBasics

extension PrivateFile {
    func data() throws(PrivateFileError) -> Data? { try read().map { Data($0.bytes) } }
}

extension PrivateFileError {
    /// A description for a file of the state folder: the path, the problem and what to do.
    var stateFileDescription: String {
        description(advice: "correct that, or set SEEK_STATE_DIR to another folder")
    }
}
