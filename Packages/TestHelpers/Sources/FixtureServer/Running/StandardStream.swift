import SeekBasics

/// The standard streams, written to without a buffer: a line is visible when the call returns.
enum StandardStream: Int32 {
    case output = 1
    case error = 2

    /// Writes a line in one go, so that the lines of several threads do not mix.
    func write(line: String) {
        _ = Array("\(line)\n".utf8).withUnsafeBytes { writeAll($0, to: rawValue) }
    }
}
