import SeekBasics

/// The standard streams, unbuffered: a line is visible when the call returns.
enum StandardStream: Int32 {
    case output = 1
    case error = 2

    /// Writes a line with one call, so that lines of several threads are not interleaved.
    func write(line: String) {
        _ = Array("\(line)\n".utf8).withUnsafeBytes { writeAll($0, to: rawValue) }
    }
}
