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

/// A program of the machine that a test cannot do without. Its words go to a file.
///
/// It does not outlive this program, be that killed, nor the last reference to it: then it is asked to end by `SIGTERM`.
/// It is started by `posix_spawn`: Foundation's `Process` hands on the signal mask of the thread that starts it, and the threads
/// Swift's tasks run on block every signal, so that a request to end would never be heard.
public struct ChildProgram: Sendable {
    /// Why a program could not be run, or how it ended. One line, and behind it the program's own words.
    public struct Failure: Error, Sendable, Hashable, CustomStringConvertible {
        /// What went wrong.
        public let description: String
    }

    /// The system's number for it.
    public let processIdentifier: Int32
    private let watch: DeathWatch

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - program: its name, looked for in `PATH` and the usual folders, or its path.
    ///   - environment: its environment; nil hands on this program's own.
    ///   - log: the file that its output and its errors replace.
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
            watch = try DeathWatch(over: processIdentifier)
        } catch {
            _ = kill(processIdentifier, SIGKILL)
            _ = waitpid(processIdentifier, nil, 0)
            throw error
        }
    }

    /// Starts a program; its errors go where its output goes.
    ///
    /// - Parameters:
    ///   - words: the program's path and its arguments.
    ///   - connect: what its standard input and output are.
    static func spawn(
        _ words: [String],
        _ environment: [String: String]? = nil,
        connect: (inout posix_spawn_file_actions_t) -> Void
    ) throws(Failure) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        connect(&actions)
        posix_spawn_file_actions_adddup2(&actions, 1, 2)
        try closeTheRest(&actions)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // Whatever the thread blocks or ignores, the program is to hear the signal that ends it.
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        let arguments = strings(words)
        let variables = strings(
            (environment ?? ProcessInfo.processInfo.environment).map { "\($0.key)=\($0.value)" }
        )
        defer { for text in arguments + variables { free(text) } }
        var pid = pid_t()
        let status = posix_spawn(&pid, words[0], &actions, &attributes, arguments, variables)
        guard status == 0 else { throw Failure(description: "\(words[0]): \(String(cString: strerror(status)))") }
        return pid
    }

    /// Copies of texts for the system, closed by a null pointer. The caller frees them.
    private static func strings(_ texts: [String]) -> [UnsafeMutablePointer<CChar>?] {
        texts.map { strdup($0) } + [nil]
    }

    /// Keeps every other descriptor from the program: libcurl's sockets are open to it, and a connection that its client closes
    /// would live on in there. The call (glibc 2.34) is not among those that Swift imports.
    private static func closeTheRest(_ actions: inout posix_spawn_file_actions_t) throws(Failure) {
        typealias CloseFrom = @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32
        guard let symbol = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np") else {
            throw Failure(description: "the system's libc does not know posix_spawn_file_actions_addclosefrom_np")
        }
        _ = unsafeBitCast(symbol, to: CloseFrom.self)(&actions, 3)
    }

    /// Where a program is; nil where it is not installed.
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
    /// Whether it has not ended yet.
    public var isRunning: Bool {
        var info = siginfo_t()
        return waitid(P_PID, id_t(processIdentifier), &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_signo == 0
    }

    /// Sends it a signal, such as `SIGTERM`.
    public func signal(_ signal: Int32) {
        _ = kill(processIdentifier, signal)
    }

    /// Ends it at once.
    public func end() {
        signal(SIGKILL)
        _ = status()
    }

    /// Waits for its end, blocking the thread, and returns its exit status; -1 where a signal ended it. Once only.
    public func status() -> Int32 {
        var status: Int32 = 0
        while waitpid(processIdentifier, &status, 0) < 0, errno == EINTR {}
        watch.dismiss()
        return status & 0x7F == 0 ? (status >> 8) & 0xFF : -1
    }

    /// Waits for its end without blocking a thread, and returns its exit status as ``status()`` does; nil, and the program is
    /// ended, where it takes longer than `limit`.
    public func status(within limit: Duration) async -> Int32? {
        guard await Patience(limit).waitUntil({ !isRunning }) else {
            end()
            return nil
        }
        return status()
    }

    /// Runs a short program to its end, which must be 0.
    ///
    /// - Throws: ``Failure`` with the program's own words.
    public static func run(_ program: String, _ arguments: [String], log: URL) throws(Failure) {
        let status = try ChildProgram(program, arguments, log: log).status()
        guard status != 0 else { return }
        let words = (try? String(contentsOf: log, encoding: .utf8)) ?? ""
        throw Failure(description: "\(program) \(arguments.joined(separator: " ")) ended with \(status): \(words)")
    }
}
#endif
