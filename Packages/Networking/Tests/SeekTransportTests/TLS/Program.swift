#if os(Linux)
import Foundation
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A program of the machine that a test cannot do without.
///
/// It is started by `posix_spawn`: Foundation's `Process` hands on the signal mask of the thread that starts it, and the threads
/// Swift's tasks run on block every signal, so that `terminate()` would never be heard.
struct Program: Sendable {
    static let isOpenSSLThere = find("openssl") != nil
    static let isNginxThere = find("nginx") != nil

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private let pid: pid_t

    /// Starts a program whose words go to a file.
    init(_ name: String, _ arguments: [String], log: URL) throws {
        guard let executable = Self.find(name) else { throw Failure(description: "\(name) is not installed") }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, log.path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        posix_spawn_file_actions_adddup2(&actions, 1, 2)
        try Self.closeTheRest(&actions)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // Whatever the thread blocks or ignores, the program is to hear the signal that ends it.
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        var words = ([executable.path] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var pid = pid_t()
        let status = posix_spawn(&pid, executable.path, &actions, &attributes, &words, environ)
        guard status == 0 else { throw Failure(description: "\(name): \(String(cString: strerror(status)))") }
        self.pid = pid
    }

    /// Keeps every other descriptor from the program: libcurl's sockets are open to it, and a connection that its client closes
    /// would live on in there. The call (glibc 2.34) is not among those that Swift imports.
    private static func closeTheRest(_ actions: inout posix_spawn_file_actions_t) throws {
        typealias CloseFrom = @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32
        guard let symbol = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np") else {
            throw Failure(description: "the system's libc does not know posix_spawn_file_actions_addclosefrom_np")
        }
        _ = unsafeBitCast(symbol, to: CloseFrom.self)(&actions, 3)
    }

    /// Whether it has not ended yet.
    var isRunning: Bool {
        var info = siginfo_t()
        return waitid(P_PID, id_t(pid), &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_signo == 0
    }

    /// Ends it.
    func end() {
        kill(pid, SIGKILL)
        _ = status()
    }

    /// Waits for its end and returns its exit status; -1 where a signal ended it. Once only.
    func status() -> Int32 {
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0, errno == EINTR {}
        return status & 0x7F == 0 ? (status >> 8) & 0xFF : -1
    }

    /// Runs a program to its end, which must be 0.
    static func run(_ name: String, _ arguments: [String], log: URL) throws {
        let status = try Program(name, arguments, log: log).status()
        let words = (try? String(contentsOf: log, encoding: .utf8)) ?? ""
        try #require(status == 0, "\(name) \(arguments.joined(separator: " ")): \(words)")
    }

    private static func find(_ name: String) -> URL? {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        return (path.split(separator: ":").map(String.init) + ["/usr/sbin", "/usr/local/sbin", "/usr/local/bin"])
            .map { URL(fileURLWithPath: $0).appendingPathComponent(name) }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }
}

/// A folder of a test's own; it goes with the last reference to it.
final class TemporaryFolder: Sendable {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("seek-transport-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    /// The path of a file in it.
    func path(of name: String) -> String {
        url.appendingPathComponent(name).path
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }
}
#endif
