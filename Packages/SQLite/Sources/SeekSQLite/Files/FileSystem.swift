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

/// A system call that failed.
public struct FileError: Error, Hashable {
    /// Its `errno`.
    public var code: Int32

    /// Makes the error of an `errno`.
    public init(code: Int32) { self.code = code }

    /// A name that leads nowhere.
    public static let missing = FileError(code: ENOENT)

    /// The error of the call that has just failed.
    public static var last: FileError { FileError(code: errno) }

    /// Whether there was no room: on the disk, or within what this user or this process may write.
    public var isFull: Bool { [ENOSPC, EDQUOT, EFBIG].contains(code) }

    /// The system's words for it.
    public var reason: String { String(cString: strerror(code)) }
}

/// The few calls a store on disk makes, with the modes it wants: folders 0700, files 0600, nothing inherited by children.
public enum FileSystem {
    /// Makes a folder, and those above it that are missing. One that is there keeps its mode.
    public static func makeFolder(_ path: String) throws(FileError) {
        do throws(PrivateFileError) {
            try PrivateFolder.make(path)
        } catch {
            if case .failed(_, let code) = error { throw FileError(code: code) }
            throw FileError(code: ENOTDIR)
        }
    }

    /// Whether there is a folder under a path.
    public static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Sees whether files can be made in a folder.
    public static func checkWritable(_ folder: String) throws(FileError) {
        if access(folder, W_OK | X_OK) != 0 { throw .last }
    }

    /// Opens a file for reading and writing, made where it is missing.
    public static func openOrCreate(_ path: String) throws(FileError) -> Int32 {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        if descriptor < 0 { throw .last }
        return descriptor
    }

    /// Makes an empty file where there is none, and sees whether one that is there may be read and written.
    ///
    /// It opens none that is there: closing it would drop the locks this process holds on it by other descriptors, as
    /// SQLite does on its databases (https://sqlite.org/howtocorrupt.html, 2.2).
    public static func ensureFile(_ path: String) throws(FileError) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if descriptor >= 0 {
            close(descriptor)
            return
        }
        guard errno == EEXIST else { throw .last }
        var status = stat()
        if lstat(path, &status) != 0 { throw .last }
        guard status.st_mode & S_IFMT == S_IFREG else { throw FileError(code: ELOOP) }
        if access(path, R_OK | W_OK) != 0 { throw .last }
    }

    /// Whether there is anything under a path, be it a link that leads nowhere.
    public static func exists(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    /// Writes a new file with mode 0600. A file that could not be completed is removed.
    public static func write(_ data: Data, toNew path: String) throws(FileError) {
        var failure: FileError?
        data.withUnsafeBytes { bytes in
            do throws(FileError) { try write(bytes, toNew: path) } catch { failure = error }
        }
        if let failure { throw failure }
    }

    private static func write(_ bytes: UnsafeRawBufferPointer, toNew path: String) throws(FileError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if descriptor < 0 { throw .last }
        do throws(FileError) {
            try write(bytes, to: descriptor)
        } catch {
            close(descriptor)
            unlink(path)
            throw error
        }
        if close(descriptor) != 0 {
            let error = FileError.last
            unlink(path)
            throw error
        }
    }

    private static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) throws(FileError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let chunk = UnsafeRawBufferPointer(rebasing: rest)
            let count = systemWrite(descriptor, chunk.baseAddress, chunk.count)
            if count < 0 {
                if errno == EINTR { continue }
                throw .last
            }
            rest = rest.dropFirst(count)
        }
    }

    /// Whether there is something under a path that is no regular file, such as a folder or a link.
    public static func isForeign(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
    }

    /// Returns the content of a regular file of exactly `size` bytes; nil when there is none.
    ///
    /// - Throws: ``FileError`` when the file may exist but cannot be read, for example without permission, with too many open files or
    ///   on a failing disk.
    public static func read(_ path: String, size: Int) throws(FileError) -> Data? {
        // Nonblocking, so that opening a pipe of this name does not wait.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else {
            // No file, a link, a socket.
            if [ENOENT, ENOTDIR, ELOOP, ENXIO].contains(errno) { return nil }
            throw .last
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .last }
        guard status.st_mode & S_IFMT == S_IFREG, Int64(status.st_size) == Int64(size) else { return nil }
        var data = Data(count: size)
        var failure: FileError?
        let isWhole = data.withUnsafeMutableBytes { buffer in
            do throws(FileError) {
                return try fill(buffer, from: descriptor)
            } catch {
                failure = error
                return false
            }
        }
        if let failure { throw failure }
        return isWhole ? data : nil
    }

    /// - Returns: Whether the file had so many bytes.
    private static func fill(
        _ buffer: UnsafeMutableRawBufferPointer,
        from descriptor: Int32
    ) throws(FileError) -> Bool {
        var rest = buffer[...]
        while !rest.isEmpty {
            let chunk = UnsafeMutableRawBufferPointer(rebasing: rest)
            let count = systemRead(descriptor, chunk.baseAddress, chunk.count)
            if count < 0 {
                if errno == EINTR { continue }
                throw .last
            }
            if count == 0 { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Gives a file another name, in place of one that has it.
    public static func move(_ source: String, to target: String) throws(FileError) {
        if rename(source, target) != 0 { throw .last }
    }

    /// Removes a file, or a folder with all in it; nothing happens where it cannot.
    public static func remove(_ path: String) {
        if unlink(path) == 0 || errno == ENOENT { return }
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The bytes of a file, or of all files below a folder; 0 where there is nothing.
    public static func size(of path: String) -> Int {
        var status = stat()
        guard lstat(path, &status) == 0 else { return 0 }
        guard status.st_mode & S_IFMT == S_IFDIR else { return Int(clamping: status.st_size) }
        return names(in: path).reduce(0) { $0 + size(of: "\(path)/\($1)") }
    }

    /// The names in a folder, without `.` and `..`; none where it cannot be read.
    public static func names(in folder: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    }

    /// When a file was last changed, in seconds since 1970, by the system's clock.
    public static func modificationTime(_ path: String) -> Int? {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        return modification(status).tv_sec
    }
}

// The system's own calls, under names that `FileSystem`'s methods do not hide, and what Darwin names otherwise.
#if canImport(Darwin)
private let systemRead = Darwin.read
private let systemWrite = Darwin.write
private func modification(_ status: stat) -> timespec { status.st_mtimespec }
#elseif canImport(Musl)
private let systemRead = Musl.read
private let systemWrite = Musl.write
private func modification(_ status: stat) -> timespec { status.st_mtim }
#else
private let systemRead = Glibc.read
private let systemWrite = Glibc.write
private func modification(_ status: stat) -> timespec { status.st_mtim }
#endif
