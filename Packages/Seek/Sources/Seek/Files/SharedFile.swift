import SeekBasics

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A small file that all processes of a user share and only its owner can read.
///
/// A lock file beside it (`flock`) makes changes atomic, and the file is replaced as a whole, so that readers need no
/// lock. Files and folders that other users may have created or changed are rejected.
struct SharedFile: Sendable {
    /// A reason why the file could not be used.
    enum Failure: Error {
        /// Another process held the lock until the timeout.
        case busy
        /// The file or its folder cannot be used, with the reason.
        case unusable(String)
    }

    let path: String
    /// The maximum time to wait for the lock, which a process holds for less than a millisecond.
    let timeout: Duration

    /// Runs a closure while holding the lock.
    ///
    /// - Throws: ``Failure``, `CancellationError`, or the closure's error.
    func withLock<Value>(_ body: () throws -> Value) async throws -> Value {
        let descriptor = try await lock()
        // Closing the descriptor releases the lock; so does the end of the process.
        defer { close(descriptor) }
        return try body()
    }

    /// Returns the content, or `nil` if there is no file.
    func read() throws(Failure) -> Data? {
        do throws(PrivateFileError) {
            return try PrivateFile(path).read().map { Data($0.bytes) }
        } catch {
            throw failure(error)
        }
    }

    /// Replaces the content. The caller must hold the lock.
    func write(_ data: Data) throws(Failure) {
        do throws(PrivateFileError) {
            try PrivateFile(path).replace(with: Array(data))
        } catch {
            throw failure(error)
        }
    }

    /// Moves a corrupt file aside and returns its new path.
    func quarantine() throws(Failure) -> String {
        let destination = "\(path).corrupt"
        guard rename(path, destination) == 0 else { throw failure(errno) }
        return destination
    }

    /// Acquires the lock and returns its descriptor.
    private func lock() async throws -> Int32 {
        let descriptor = try openLock()
        let deadline = ContinuousClock.now + timeout
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            let code = errno
            guard code == EWOULDBLOCK || code == EINTR, .now < deadline else {
                close(descriptor)
                throw code == EWOULDBLOCK ? .busy : failure(code)
            }
            do {
                try await Task.sleep(for: .milliseconds(1))
            } catch {
                close(descriptor)
                throw error
            }
        }
        return descriptor
    }

    private func openLock() throws(Failure) -> Int32 {
        do throws(PrivateFileError) {
            return try PrivateFile("\(path).lock").openLock()
        } catch {
            throw failure(error)
        }
    }

    /// Converts an error. The path of this file is omitted, because the caller's message contains it.
    private func failure(_ error: PrivateFileError) -> Failure {
        if case .failed(let failedPath, let code) = error, failedPath == path { return failure(code) }
        return .unusable(error.description)
    }

    private func failure(_ code: Int32) -> Failure { .unusable(String(cString: strerror(code))) }
}
