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

extension Recording {
    /// Writes the recording to a file that only its owner can read (mode 0600): responses may be private even without secrets.
    ///
    /// The file is replaced in one step, and so is its mode. A symbolic link remains, and the file that it leads to is replaced.
    /// Folders that do not exist are created. Remove secrets by ``SecretRules/removingSecrets(from:)-(Recording)`` before.
    ///
    /// - Throws: ``Unwritable``
    public func write(to file: URL) throws(Unwritable) {
        let path = file.resolvingSymlinksInPath().path
        do {
            let folder = URL(filePath: path).deletingLastPathComponent()
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        } catch {
            throw Unwritable(path: file.path, reason: "its folder cannot be created")
        }
        var status = stat()
        if lstat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
            throw Unwritable(path: file.path, reason: "it is no regular file")
        }
        let new = "\(path).\(String(UInt64.random(in: .min ... .max), radix: 36)).new"
        guard Self.create(new, har), rename(new, path) == 0 else {
            let reason = String(cString: strerror(errno))
            unlink(new)
            throw Unwritable(path: file.path, reason: reason)
        }
    }

    /// Creates a file with some bytes; false where it exists or cannot be written, and `errno` has the cause.
    private static func create(_ path: String, _ bytes: Data) -> Bool {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return false }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                let code = errno
                close(descriptor)
                errno = code
                return false
            }
            rest = rest.dropFirst(count)
        }
        return close(descriptor) == 0
    }

    /// A recording that could not be written.
    public struct Unwritable: Error, Sendable, Hashable, CustomStringConvertible {
        /// The file.
        public let path: String
        /// The cause.
        public let reason: String
        /// Creates the error.
        init(path: String, reason: String) {
            self.path = path
            self.reason = reason
        }

        /// One line: the file and the cause.
        public var description: String { "\(path) cannot be written: \(reason)" }
    }
}

/// The system's function: a recording has a method of the same name.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}
