#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A small file of the user, such as a configuration. Reading it fails if another user except root could have written
/// it; writing replaces it atomically.
public struct PrivateFile: Sendable {
    /// The content of a file.
    public struct Content: Sendable, Hashable {
        /// The bytes of the file.
        public var bytes: [UInt8]
        /// Whether users other than the owner and root can read the file. Such a file must not contain a secret.
        public var isReadableByOthers: Bool
    }

    /// The maximum size of a file that is read: 64 MiB.
    public static let sizeLimit: Int64 = 64 << 20

    /// The path of the file.
    public let path: String
    /// Replaced in tests.
    private let calls: SystemCalls

    /// Creates a reference to a file, which need not exist.
    public init(_ path: String) { self.init(path, calls: SystemCalls()) }

    init(_ path: String, calls: SystemCalls) {
        self.path = path
        self.calls = calls
    }

    /// Checks, without opening the file, that it is either missing or a regular file of this user or root that no
    /// other user can write to.
    ///
    /// For files that must not be opened, such as a database: closing the file would release SQLite's locks. Check
    /// the folder as well, with ``PrivateFolder/check(_:allowsSticky:)``.
    public func check() throws(PrivateFileError) {
        guard let status = FileStatus(path, followsLinks: false) else {
            if errno == ENOENT { return }
            throw .failed(path: path, code: errno)
        }
        try check(status)
    }

    /// Returns the content, or nil if there is no file. Throws if a parent of the path is a file, or if the file is larger
    /// than ``sizeLimit`` (the code `EFBIG`).
    ///
    /// The owner and the permissions are checked after the file is opened, so that the file cannot be replaced between
    /// the check and the read. The folder of the path is checked as well.
    ///
    /// - Parameter followsLinks: Whether a symbolic link is followed, such as one to a configuration in another folder.
    public func read(followsLinks: Bool = false) throws(PrivateFileError) -> Content? {
        // Non-blocking, because opening a pipe would wait for a writer.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | (followsLinks ? 0 : O_NOFOLLOW))
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw errno == ELOOP ? .notAFile(path: path) : .failed(path: path, code: errno)
        }
        defer { close(descriptor) }
        try PrivateFolder.check(folder, allowsSticky: true)
        let status = try checkOpen(descriptor)
        guard status.size <= Self.sizeLimit else { throw .failed(path: path, code: EFBIG) }
        return Content(
            bytes: try bytes(of: descriptor, size: status.size),
            isReadableByOthers: status.isReadableByOthers
        )
    }

    /// Replaces the content atomically: a reader finds the old or the new content, even after a power failure.
    ///
    /// The folder is created if it is missing. The new file has the mode 0600. Throws
    /// ``PrivateFileError/notAFile(path:)`` if the path is a link or anything else that is not a regular file.
    ///
    /// - Parameter checksFolder: Whether the folder must be one in which no other user can replace the file. Pass
    ///   false for a file that the user exports to a folder of their choice, such as a folder that a group shares.
    public func replace(with bytes: [UInt8], checksFolder: Bool = true) throws(PrivateFileError) {
        try PrivateFolder.make(folder)
        if checksFolder { try PrivateFolder.check(folder, allowsSticky: true) }
        if let status = FileStatus(path, followsLinks: false), !status.isFile { throw .notAFile(path: path) }
        let temporaryPath = "\(path).\(String(UInt64.random(in: .min ... .max), radix: 16)).new"
        let descriptor = open(temporaryPath, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw .failed(path: path, code: errno) }
        var code = bytes.withUnsafeBytes { writeAll($0, to: descriptor) }
        if code == 0, calls.sync(descriptor) != 0 { code = errno }
        if close(descriptor) != 0, code == 0 { code = errno }
        if code == 0, calls.rename(temporaryPath, path) != 0 { code = errno }
        guard code == 0 else {
            unlink(temporaryPath)
            throw .failed(path: path, code: code)
        }
        try syncFolder()
    }

    /// Runs a closure while this process holds the lock of the file. The lock is a `flock` on an empty file beside it,
    /// whose name has the additional suffix `.lock`. Missing folders are created. On a file system without locks, the
    /// closure runs without one.
    ///
    /// - Parameter timeout: The maximum time to wait while the lock is held elsewhere, in another process or this one.
    /// - Throws: ``PrivateFileError``, `CancellationError`, or the error of the closure.
    public func withLock<Value>(timeout: Duration = .seconds(2), _ body: () throws -> Value) async throws -> Value {
        let descriptor = try PrivateFile("\(path).lock").openLock()
        // Closing the descriptor releases the lock; so does the end of the process.
        defer { close(descriptor) }
        let deadline = ContinuousClock.now + timeout
        while !calls.tryLock(descriptor) {
            guard .now < deadline else { throw PrivateFileError.busy(path: path) }
            try await Task.sleep(for: .milliseconds(1))
        }
        return try body()
    }

    /// Tries once to acquire the exclusive lock (`flock`) of an open file. Closing the descriptor releases the lock.
    ///
    /// - Returns: True if the lock was acquired, or if the file system, such as some network file systems, has no
    ///   locks.
    public static func tryLock(_ descriptor: Int32) -> Bool { SystemCalls().tryLock(descriptor) }

    /// Opens a lock file, which is created with the mode 0600 if it is missing.
    func openLock() throws(PrivateFileError) -> Int32 {
        try PrivateFolder.make(folder)
        try PrivateFolder.check(folder, allowsSticky: true)
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
        guard descriptor >= 0 else { throw errno == ELOOP ? .notAFile(path: path) : .failed(path: path, code: errno) }
        do throws(PrivateFileError) {
            _ = try checkOpen(descriptor)
            return descriptor
        } catch {
            close(descriptor)
            throw error
        }
    }

    private var folder: String {
        guard let end = path.lastIndex(of: "/") else { return "." }
        return end == path.startIndex ? "/" : String(path[..<end])
    }

    private func checkOpen(_ descriptor: Int32) throws(PrivateFileError) -> FileStatus {
        guard let status = FileStatus(descriptor) else { throw .failed(path: path, code: errno) }
        try check(status)
        return status
    }

    private func check(_ status: FileStatus) throws(PrivateFileError) {
        guard status.isFile else { throw .notAFile(path: path) }
        guard status.isOwnedByUserOrRoot else { throw .foreign(path: path, owner: status.owner) }
        guard !status.isWritableByOthers else { throw .writableByOthers(path: path) }
    }

    private func bytes(of descriptor: Int32, size: Int64) throws(PrivateFileError) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Int(clamping: min(size, 1 << 20)))
        var buffer = [UInt8](repeating: 0, count: 16_384)
        while true {
            let count = buffer.withUnsafeMutableBytes { systemRead(descriptor, $0.baseAddress, $0.count) }
            if count < 0 {
                if errno == EINTR { continue }
                throw .failed(path: path, code: errno)
            }
            if count == 0 { return bytes }
            bytes += buffer[..<count]
        }
    }

    /// Syncs the folder, so that the rename survives a power failure. A folder that cannot be opened is not synced.
    /// `EINVAL` is ignored, because some file systems cannot sync folders.
    private func syncFolder() throws(PrivateFileError) {
        let descriptor = open(folder, O_RDONLY | O_CLOEXEC | O_DIRECTORY)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        guard calls.sync(descriptor) == 0 || errno == EINVAL else { throw .failed(path: folder, code: errno) }
    }
}

// A name for a system call that a member of the same name would shadow.
private let systemRead = read

/// The reason why a file or a folder is not trusted or cannot be used.
///
/// The path may contain any characters: escape control characters before it is displayed.
public enum PrivateFileError: Error, Sendable, Hashable {
    /// The file or folder belongs to another user.
    case foreign(path: String, owner: UInt32)
    /// A folder or link above the file or folder belongs to another user, who can replace what is below it.
    case belowForeign(path: String, owner: UInt32)
    /// Other users may write to the file, or create files in the folder.
    case writableByOthers(path: String)
    /// Other users may read a file that contains a secret.
    case readableByOthers(path: String)
    /// The path is not a regular file; it may be a symbolic link, for example.
    case notAFile(path: String)
    /// The path is not a folder.
    case notAFolder(path: String)
    /// The lock of the file was held elsewhere until the timeout, usually by another process.
    case busy(path: String)
    /// A system call failed with this `errno`.
    case failed(path: String, code: Int32)

    /// The path of the file or folder, or of the one above it.
    public var path: String {
        switch self {
        case .foreign(let path, _), .belowForeign(let path, _), .writableByOthers(let path),
            .readableByOthers(let path), .notAFile(let path),
            .notAFolder(let path), .busy(let path), .failed(let path, _):
            path
        }
    }

    /// The problem, as the end of a sentence that begins with the path; for ``failed(path:code:)`` the system's
    /// message, to be placed after a colon.
    public var problem: String {
        switch self {
        case .foreign(_, let owner): "belongs to another user (uid \(owner))"
        case .belowForeign(_, let owner): "belongs to another user (uid \(owner)), who can replace what is below it"
        case .writableByOthers: "can be written by other users"
        case .readableByOthers: "can be read by other users"
        case .notAFile: "is not a regular file"
        case .notAFolder: "is not a folder"
        case .busy: "is locked, probably by another process"
        case .failed(_, let code): systemMessage(code)
        }
    }

    /// The shell command that corrects the problem; nil if there is none.
    public var remedy: String? {
        switch self {
        // Only root can change the owner, so the file or folder is removed, to be created again by this user.
        case .foreign: "rm -ri \(quotedPath)"
        case .writableByOthers: "chmod go-w \(quotedPath)"
        case .readableByOthers: "chmod 600 \(quotedPath)"
        // A file or folder of the wrong kind is not removed: the path may be a mistake. Nor is one above it.
        case .belowForeign, .notAFile, .notAFolder, .busy, .failed: nil
        }
    }

    private var quotedPath: String {
        "'" + path.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}

extension PrivateFileError: CustomStringConvertible {
    /// The path, the problem, and the command that corrects it if there is one.
    public var description: String {
        if case .failed = self { return "'\(path)': \(problem)" }
        return "'\(path)' \(problem)" + (remedy.map { "; run: \($0)" } ?? "")
    }

    /// Returns the description; if no command corrects the problem, the advice follows after a semicolon.
    public func description(advice: String) -> String { remedy == nil ? "\(self); \(advice)" : description }
}
