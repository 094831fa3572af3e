public import SeekBasics

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The error of a failed system call.
public struct FileError: Error, Hashable {
    /// The value of `errno`.
    public var code: Int32

    /// The error of a path that does not exist.
    public static let missing = FileError(code: ENOENT)

    /// The error of the last failed call on this thread.
    static var last: FileError { FileError(code: errno) }

    /// Whether the disk is full, or a quota or a limit on the size of files is reached.
    public var isFull: Bool { [ENOSPC, EDQUOT, EFBIG].contains(code) }

    /// The system's description.
    public var reason: String { String(cString: strerror(code)) }
}

/// File operations for stores on disk. Folders are created with mode 0700 and files with 0600; descriptors are not
/// inherited by child processes.
public enum FileSystem {
    /// Creates a folder and its missing parents. The mode of an existing folder is not changed.
    public static func makeFolder(_ path: String) throws(FileError) {
        do throws(PrivateFileError) {
            try PrivateFolder.make(path)
        } catch {
            if case .failed(_, let code) = error { throw FileError(code: code) }
            throw FileError(code: ENOTDIR)
        }
    }

    /// Returns whether a path is a folder, or a link to one.
    static func isFolder(_ path: String) -> Bool { FileStatus(path, followsLinks: true)?.isFolder == true }

    /// Opens a file for reading and writing, and creates it if necessary. Throws if the path is a link.
    static func openOrCreate(_ path: String) throws(FileError) -> Int32 {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        if descriptor < 0 { throw .last }
        return descriptor
    }

    /// Creates an empty file, or checks that an existing one can be read and written.
    ///
    /// An existing file is not opened: closing it would release the locks that SQLite holds on it in this process
    /// (https://sqlite.org/howtocorrupt.html, 2.2).
    static func ensureFile(_ path: String) throws(FileError) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if descriptor >= 0 {
            close(descriptor)
            return
        }
        guard errno == EEXIST else { throw .last }
        guard let status = FileStatus(path, followsLinks: false) else { throw .last }
        // The error with which `O_NOFOLLOW` rejects a link; here, also for a folder or another kind of file.
        guard status.isFile else { throw FileError(code: ELOOP) }
        if access(path, R_OK | W_OK) != 0 { throw .last }
    }

    /// Returns whether a path exists; false if it cannot be examined. A link exists even if its target does not.
    public static func exists(_ path: String) -> Bool { FileStatus(path, followsLinks: false) != nil }

    /// Writes a new file with mode 0600, and removes it if the write fails.
    public static func write(_ data: Data, toNew path: String) throws(FileError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if descriptor < 0 { throw .last }
        var code = data.withUnsafeBytes { writeAll($0, to: descriptor) }
        if close(descriptor) != 0, code == 0 { code = errno }
        guard code != 0 else { return }
        unlink(path)
        throw FileError(code: code)
    }

    /// Returns whether a path is something other than a regular file, for example a folder or a link; false if it does
    /// not exist or cannot be examined.
    static func isNotRegularFile(_ path: String) -> Bool { FileStatus(path, followsLinks: false)?.isFile == false }

    /// Returns the content of a regular file of exactly `size` bytes; nil if there is no such file.
    ///
    /// - Throws: ``FileError`` when the file may exist but cannot be read, for example without permission, with too
    ///   many open files or on a failing disk.
    public static func read(_ path: String, size: Int) throws(FileError) -> Data? {
        // Nonblocking, so that opening a pipe of this name does not wait.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else {
            // The path is missing, a link or a socket.
            if [ENOENT, ENOTDIR, ELOOP, ENXIO].contains(errno) { return nil }
            throw .last
        }
        defer { close(descriptor) }
        guard let status = FileStatus(descriptor) else { throw .last }
        guard status.isFile, status.size == size else { return nil }
        var data = Data(count: size)
        guard let count = data.withUnsafeMutableBytes({ fill($0, from: descriptor) }) else { throw .last }
        return count == size ? data : nil
    }

    /// Reads until a buffer is full or the file ends. Returns the number of bytes, or nil with `errno` set.
    private static func fill(_ buffer: UnsafeMutableRawBufferPointer, from descriptor: Int32) -> Int? {
        var total = 0
        while total < buffer.count {
            let unfilled = UnsafeMutableRawBufferPointer(rebasing: buffer[total...])
            let count = systemRead(descriptor, unfilled.baseAddress, unfilled.count)
            if count < 0, errno != EINTR { return nil }
            if count == 0 { break }
            total += max(0, count)
        }
        return total
    }

    /// Renames a file. A file that already has the new name is replaced.
    public static func move(_ source: String, to target: String) throws(FileError) {
        if rename(source, target) != 0 { throw .last }
    }

    /// Removes a file, or a folder with its content. Failures are ignored.
    public static func remove(_ path: String) {
        if unlink(path) == 0 || errno == ENOENT { return }
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Returns the size of a file, or of all files in a folder and its subfolders, in bytes; 0 if the path does not
    /// exist or cannot be examined.
    public static func size(of path: String) -> Int {
        guard let status = FileStatus(path, followsLinks: false) else { return 0 }
        guard status.isFolder else { return Int(clamping: status.size) }
        return names(in: path).reduce(0) { $0 + size(of: "\(path)/\($1)") }
    }

    /// Returns the names in a folder, without `.` and `..`; empty if the folder cannot be read.
    public static func names(in folder: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    }

    /// Returns the modification time of a file in whole seconds since 1970; nil if the file does not exist or cannot be
    /// examined.
    public static func modificationTime(_ path: String) -> Int? {
        FileStatus(path, followsLinks: false)?.modificationTime
    }
}

// A name for a system call that a method of `FileSystem` would shadow.
private let systemRead = read
