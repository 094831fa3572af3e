#if os(Linux)
#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A running external program. Its output is written to a file.
///
/// The program receives `SIGTERM` when this process ends, even if this process is killed, and when the last copy of
/// the value is released. It is started with `posix_spawn`: Foundation's `Process` passes on the signal mask of the
/// current thread, and Swift's threads block every signal, so the program would not receive `SIGTERM`.
public struct ChildProgram: Sendable {
    /// An error of a program that could not be started or that failed.
    public struct Failure: Error, Sendable, Hashable, CustomStringConvertible {
        /// The reason or the exit status, followed by the program's output.
        public let description: String
    }

    /// The process identifier.
    public let processIdentifier: Int32
    private let monitor: ParentProcessMonitor

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - program: The path of the program, or its name, which is located in `PATH` and the usual folders.
    ///   - environment: The environment; nil for the environment of this process.
    ///   - log: The file for its output and errors, which is replaced.
    /// - Throws: ``Failure``
    public init(
        _ program: String,
        _ arguments: [String],
        environment: [String: String]? = nil,
        log: URL
    ) throws(Failure) {
        guard let executable = Self.find(program) else { throw Failure(description: "\(program) is not installed") }
        processIdentifier = try Self.spawn([executable.path] + arguments, environment) { actions in
            posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
            posix_spawn_file_actions_addopen(&actions, 1, log.path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        }
        do {
            monitor = try ParentProcessMonitor(for: processIdentifier)
        } catch {
            _ = kill(processIdentifier, SIGKILL)
            _ = waitpid(processIdentifier, nil, 0)
            throw error
        }
    }

    /// Starts a program. Its standard error is redirected to its standard output.
    ///
    /// - Parameters:
    ///   - command: The path of the program, followed by its arguments.
    ///   - redirect: Adds actions that redirect standard input and output.
    static func spawn(
        _ command: [String],
        _ environment: [String: String]? = nil,
        redirect: (inout posix_spawn_file_actions_t) -> Void
    ) throws(Failure) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        redirect(&actions)
        posix_spawn_file_actions_adddup2(&actions, 1, 2)
        try closeInheritedDescriptors(&actions)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // The program must receive signals, even if this thread blocks them.
        var noSignals = sigset_t()
        sigemptyset(&noSignals)
        posix_spawnattr_setsigmask(&attributes, &noSignals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        let arguments = cStrings(command)
        let variables = cStrings(
            (environment ?? ProcessInfo.processInfo.environment).map { "\($0.key)=\($0.value)" }
        )
        defer { for string in arguments + variables { free(string) } }
        var pid = pid_t()
        let status = posix_spawn(&pid, command[0], &actions, &attributes, arguments, variables)
        guard status == 0 else { throw Failure(description: "\(command[0]): \(String(cString: strerror(status)))") }
        return pid
    }

    /// Returns a null-terminated array of C strings, which the caller must free.
    private static func cStrings(_ strings: [String]) -> [UnsafeMutablePointer<CChar>?] {
        strings.map { strdup($0) } + [nil]
    }

    /// Closes all other descriptors in the program: an inherited socket of libcurl would keep a closed connection
    /// open. Looked up by name, because Swift does not import the function. It requires glibc 2.34.
    private static func closeInheritedDescriptors(_ actions: inout posix_spawn_file_actions_t) throws(Failure) {
        typealias CloseFrom = @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32
        guard let symbol = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np") else {
            throw Failure(description: "the system's libc has no posix_spawn_file_actions_addclosefrom_np")
        }
        _ = unsafeBitCast(symbol, to: CloseFrom.self)(&actions, 3)
    }

    /// Returns the path of a program; nil if it is not installed.
    public static func find(_ name: String) -> URL? {
        if name.contains("/") {
            return FileManager.default.isExecutableFile(atPath: name) ? URL(fileURLWithPath: name) : nil
        }
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        return (path.split(separator: ":").map(String.init) + ["/usr/sbin", "/usr/local/sbin", "/usr/local/bin"])
            .map { URL(fileURLWithPath: $0).appendingPathComponent(name) }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }
}

extension ChildProgram {
    /// Whether the program is running.
    public var isRunning: Bool {
        var info = siginfo_t()
        return waitid(P_PID, id_t(processIdentifier), &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_signo == 0
    }

    /// Sends a signal, such as `SIGTERM`.
    public func signal(_ signal: Int32) {
        _ = kill(processIdentifier, signal)
    }

    /// Kills the program and waits until it has ended.
    public func end() {
        signal(SIGKILL)
        _ = status()
    }

    /// Blocks the thread until the program ends, and returns its exit status; -1 if it was ended by a signal. Can be
    /// called once.
    public func status() -> Int32 {
        var status: Int32 = 0
        while waitpid(processIdentifier, &status, 0) < 0, errno == EINTR {}
        monitor.stop()
        return status & 0x7F == 0 ? (status >> 8) & 0xFF : -1
    }

    /// Waits for the end of the program without blocking a thread, and returns its exit status like ``status()``.
    /// If it does not end within `limit`, kills it and returns nil.
    public func status(within limit: Duration) async -> Int32? {
        guard await waitUntil(within: limit, { !isRunning }) else {
            end()
            return nil
        }
        return status()
    }

    /// Runs a program, whose exit status must be 0.
    ///
    /// - Throws: ``Failure`` with the program's output.
    public static func run(_ program: String, _ arguments: [String], log: URL) throws(Failure) {
        let status = try ChildProgram(program, arguments, log: log).status()
        guard status != 0 else { return }
        let output = (try? String(contentsOf: log, encoding: .utf8)) ?? ""
        throw Failure(description: "\(program) \(arguments.joined(separator: " ")) ended with \(status): \(output)")
    }
}
#endif
