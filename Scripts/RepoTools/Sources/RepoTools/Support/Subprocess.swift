import Foundation
import Synchronization

/// Runs other programs. Uses `posix_spawn` instead of Foundation's `Process`. The child remains in the terminal's
/// process group, so that Ctrl-C stops a running build, and its output is written to files, so that no pipe can fill
/// up.
enum Subprocess {
    struct Result: Equatable {
        /// The exit status, or 128 plus the number of the signal that terminated the program.
        var status: Int32
        var output: String
        var errors: String

        var succeeded: Bool { status == 0 }
    }

    /// Runs `command`, looked up on `PATH`, and returns its status and output.
    static func run(
        _ command: [String],
        environment: [String: String] = [:]
    ) throws(RepoError) -> Result {
        let result = try start(command, environment: environment).result()
        return Result(
            status: result.status,
            output: String(decoding: result.output, as: UTF8.self),
            errors: String(decoding: result.errors, as: UTF8.self)
        )
    }

    /// Runs `command` and returns its output without trailing line breaks.
    /// - Throws: `RepoError` with the program's error output, if the program fails.
    static func output(_ command: [String]) throws(RepoError) -> String {
        let result = try run(command)
        guard result.succeeded else {
            throw RepoError("“\(command.joined(separator: " "))” failed: \(result.errors.trimmed)")
        }
        return result.output.trimmed
    }

    /// A running program. If ``result()`` was not called, `deinit` waits for the program to exit.
    final class Running: Sendable {
        private let pid: pid_t
        private let output: AnonymousFile
        private let errors: AnonymousFile
        private let resultWasRequested = Atomic(false)

        fileprivate init(pid: pid_t, output: AnonymousFile, errors: AnonymousFile) {
            self.pid = pid
            self.output = output
            self.errors = errors
        }

        /// Waits for the program to exit and returns its status and output. Must be called at most once.
        func result() throws(RepoError) -> (status: Int32, output: [UInt8], errors: [UInt8]) {
            resultWasRequested.store(true, ordering: .relaxed)
            return (status: try wait(for: pid), output: try output.bytes(), errors: try errors.bytes())
        }

        /// Whether the program has not exited. Must not be called after ``result()``.
        var isRunning: Bool {
            var information = siginfo_t()
            // WNOWAIT retains the status for `result()`.
            return waitid(P_PID, id_t(pid), &information, WEXITED | WNOHANG | WNOWAIT) == 0 && information.si_signo == 0
        }

        /// Returns what the program has written to standard output so far.
        func outputSoFar() throws(RepoError) -> String { String(decoding: try output.bytes(), as: UTF8.self) }

        /// Sends SIGTERM to the program. Must not be called after ``result()``.
        func terminate() { kill(pid, SIGTERM) }

        deinit {
            // The status is ignored: no caller requested it.
            if !resultWasRequested.load(ordering: .relaxed) { _ = try? wait(for: pid) }
        }
    }

    /// Starts `command`, looked up on `PATH`, and returns immediately.
    static func start(
        _ command: [String],
        environment: [String: String] = [:],
        input: String = "/dev/null"
    ) throws(RepoError) -> Running {
        let (output, errors) = (try AnonymousFile(), try AnonymousFile())
        let pid = try spawn(command, environment: environment, input: input) { actions in
            posix_spawn_file_actions_adddup2(&actions, output.descriptor, 1)
            posix_spawn_file_actions_adddup2(&actions, errors.descriptor, 2)
        }
        return Running(pid: pid, output: output, errors: errors)
    }

    /// Runs `command`, appends its output and errors to the file at `log`, and returns the status.
    static func run(
        _ command: [String],
        environment: [String: String] = [:],
        appendingTo log: String
    ) throws(RepoError) -> Int32 {
        try Files.makeFolder(Files.parent(of: log))
        let pid = try spawn(command, environment: environment) { actions in
            posix_spawn_file_actions_addopen(&actions, 1, log, O_WRONLY | O_CREAT | O_APPEND, 0o644)
            posix_spawn_file_actions_adddup2(&actions, 1, 2)
        }
        return try wait(for: pid)
    }

    #if canImport(Darwin)
    private typealias FileActions = posix_spawn_file_actions_t?
    #else
    private typealias FileActions = posix_spawn_file_actions_t
    #endif

    /// - Parameter redirect: Sets where output and errors are written.
    private static func spawn(
        _ command: [String],
        environment: [String: String],
        input: String = "/dev/null",
        redirect: (inout FileActions) -> Void
    ) throws(RepoError) -> pid_t {
        #if canImport(Darwin)
        var actions: FileActions = nil
        #else
        var actions = FileActions()
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
        redirect(&actions)
        let variables = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        var arguments: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
        var variableList: [UnsafeMutablePointer<CChar>?] = variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { (arguments + variableList).forEach { free($0) } }

        var pid = pid_t()
        let failure = posix_spawnp(&pid, command[0], &actions, nil, &arguments, &variableList)
        guard failure == 0 else {
            throw RepoError("cannot run \(command[0]): \(String(cString: strerror(failure)))")
        }
        return pid
    }

    private static func wait(for pid: pid_t) throws(RepoError) -> Int32 {
        var status: Int32 = 0
        while waitpid(pid, &status, 0) == -1 {
            guard errno == EINTR else { throw RepoError("cannot wait for process \(pid): errno \(errno)") }
        }
        // WTERMSIG and WEXITSTATUS, which Swift does not import, because they are macros.
        let signal = status & 0x7f
        return signal == 0 ? (status >> 8) & 0xff : 128 + signal
    }
}

/// A temporary file that is removed immediately after it is opened, so that it never remains.
private final class AnonymousFile: Sendable {
    let descriptor: Int32

    init() throws(RepoError) {
        let path = "\(NSTemporaryDirectory())/repo-\(UUID().uuidString)"
        descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw RepoError("cannot write \(path): errno \(errno)") }
        unlink(path)
    }

    deinit { close(descriptor) }

    /// Returns everything that was written.
    func bytes() throws(RepoError) -> [UInt8] {
        let count = Int(lseek(descriptor, 0, SEEK_END))
        guard count > 0 else { return [] }
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let more = pread(descriptor, buffer.baseAddress.map { $0 + filled }, count - filled, off_t(filled))
                guard more > 0 else { return }
                filled += more
            }
        }
        guard bytes.count == count else { throw RepoError("cannot read what a program printed: errno \(errno)") }
        return bytes
    }
}

/// How commands are run. Tests replace the closures.
struct Shell: Sendable {
    /// Runs a command, appends its output and errors to a file, and returns its status.
    var log: @Sendable (_ command: [String], _ log: String) throws(RepoError) -> Int32
    /// Runs a command and returns its status and output.
    var capture: @Sendable (_ command: [String]) throws(RepoError) -> Subprocess.Result

    static let live = live(environment: [:])

    /// Returns a shell whose programs have additional environment variables.
    static func live(environment: [String: String]) -> Shell {
        Shell(
            log: { command, log throws(RepoError) in
                try Subprocess.run(command, environment: environment, appendingTo: log)
            },
            capture: { command throws(RepoError) in try Subprocess.run(command, environment: environment) }
        )
    }
}
