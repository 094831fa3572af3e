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
/// A lock beside the file (`flock`) makes each change one step; the file is replaced whole, so that nobody reads half of one.
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
    let patience: Duration

    /// Runs a body while nobody else can change the file.
    ///
    /// - Throws: ``Failure``, `CancellationError`, or what the body throws.
    func locked<Value>(_ body: () throws -> Value) async throws -> Value {
        let lock = try await lock()
        // Closing the descriptor lets go of the lock; so does the end of the process.
        defer { close(lock) }
        return try body()
    }

    /// What is in it; nil where it is not there.
    func read() throws(Failure) -> Data? {
        if let data = try? Data(contentsOf: URL(filePath: path)) { return data }
        guard access(path, F_OK) != 0 else { throw .unusable("it cannot be read") }
        return nil
    }

    /// Puts other content in its place. Is called with the lock held, so that nobody else writes.
    func write(_ data: Data) throws(Failure) {
        let new = "\(path).new"
        let descriptor = open(new, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw failure(errno) }
        let written = data.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
        let code = errno
        close(descriptor)
        guard written == data.count else { throw failure(written < 0 ? code : ENOSPC) }
        guard rename(new, path) == 0 else { throw failure(errno) }
    }

    /// Puts a damaged one out of the way, and tells where it is then.
    func setAside() throws(Failure) -> String {
        let aside = "\(path).damaged"
        guard rename(path, aside) == 0 else { throw failure(errno) }
        return aside
    }

    private func lock() async throws -> Int32 {
        let descriptor = try openLock()
        let end = ContinuousClock.now + patience
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
        func attempt() -> Int32 { open("\(path).lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600) }
        var descriptor = attempt()
        if descriptor < 0, errno == ENOENT, let end = path.lastIndex(of: "/") {
            do {
                try FileManager.default.createDirectory(
                    atPath: String(path[..<end]),
                    withIntermediateDirectories: true,
                    attributes: [.posixPermissions: 0o700]
                )
            } catch {
                throw .unusable("its folder cannot be made")
            }
            descriptor = attempt()
        }
        guard descriptor >= 0 else { throw failure(errno) }
        return descriptor
    }

    private func failure(_ code: Int32) -> Failure { .unusable(String(cString: strerror(code))) }
}

/// The system's function: the file has a method of the same name.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    #if canImport(Glibc)
    Glibc.write(descriptor, bytes, count)
    #elseif canImport(Musl)
    Musl.write(descriptor, bytes, count)
    #else
    Darwin.write(descriptor, bytes, count)
    #endif
}
