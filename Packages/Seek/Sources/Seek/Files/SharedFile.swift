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

/// A small file that all processes of a user share, readable by its owner alone.
///
/// A lock beside the file (`flock`) makes each change one step; the file is replaced whole, so that no process reads half of one. Files and
/// folders that other users can have prepared are refused.
struct SharedFile: Sendable {
    /// Why it could not be used.
    enum Failure: Error {
        /// Others were at it all the time.
        case busy
        /// The file or its folder cannot be used, and why.
        case unusable(String)
    }

    let path: String
    /// How long to wait for others who are at it; each takes less than a millisecond.
    let timeout: Duration

    /// Runs a body while nobody else can change the file.
    ///
    /// - Throws: ``Failure``, `CancellationError`, or what the body throws.
    func locked<Value>(_ body: () throws -> Value) async throws -> Value {
        let lock = try await lock()
        // Closing the descriptor lets go of the lock; so does the end of the process.
        defer { close(lock) }
        return try body()
    }

    /// The content; nil where there is no file.
    func read() throws(Failure) -> Data? {
        do throws(PrivateFileError) {
            return try PrivateFile(path).read().map { Data($0.bytes) }
        } catch {
            throw failure(error)
        }
    }

    /// Replaces the content. To be called with the lock held, so that no other process writes.
    func write(_ data: Data) throws(Failure) {
        do throws(PrivateFileError) {
            try PrivateFile(path).replace(with: Array(data))
        } catch {
            throw failure(error)
        }
    }

    /// Puts a damaged one out of the way, and tells where it is then.
    func quarantine() throws(Failure) -> String {
        let aside = "\(path).damaged"
        guard rename(path, aside) == 0 else { throw failure(errno) }
        return aside
    }

    private func lock() async throws -> Int32 {
        let descriptor = try openLock()
        let end = ContinuousClock.now + timeout
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            let code = errno
            guard code == EWOULDBLOCK || code == EINTR, .now < end else {
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

    /// A failure at the file itself needs no name: the message of the caller has it.
    private func failure(_ error: PrivateFileError) -> Failure {
        if case .failed(let place, let code) = error, place == path { return failure(code) }
        return .unusable(error.description)
    }

    private func failure(_ code: Int32) -> Failure { .unusable(String(cString: strerror(code))) }
}
