import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Runs another program and waits for its end.
///
/// `posix_spawn` instead of Foundation's `Process`: the child stays in the terminal's process group, so Ctrl-C
/// reaches a running build too, and output goes to files, so no pipe can fill up and stall both sides.
enum Subprocess {
    struct Result: Equatable {
        /// The exit status, or 128 + the signal that ended the program.
        var status: Int32
        var output: String
        var errors: String

        var succeeded: Bool { status == 0 }
    }

    /// Runs `command` (looked up on `PATH`) and returns what it printed.
    static func run(
        _ command: [String],
        environment: [String: String] = [:]
    ) throws(RepoError) -> Result {
        try start(command, environment: environment).result()
    }

    /// A program that runs while its starter does something else; its end must be asked for.
    struct Running: Sendable {
        fileprivate var pid: pid_t
        fileprivate var output: String
        fileprivate var errors: String

        /// Waits for its end.
        func result() throws(RepoError) -> Result {
            defer {
                Files.remove(output)
                Files.remove(errors)
            }
            let status = try wait(for: pid)
            return Result(status: status, output: try Files.text(output), errors: try Files.text(errors))
        }
    }

    /// Starts `command` (looked up on `PATH`) and returns at once.
    static func start(
        _ command: [String],
        environment: [String: String] = [:],
        input: String = "/dev/null"
    ) throws(RepoError) -> Running {
        let scratch = NSTemporaryDirectory() + "/repo-\(UUID().uuidString)"
        let (output, errors) = (scratch + ".out", scratch + ".err")
        let pid = try spawn(command, environment: environment, input: input, output: output, errors: errors)
        return Running(pid: pid, output: output, errors: errors)
    }

    /// Runs `command` and appends both its streams to the file at `log`; returns the status.
    static func run(
        _ command: [String],
        environment: [String: String] = [:],
        appendingTo log: String
    ) throws(RepoError) -> Int32 {
        try Files.makeFolder(Files.parent(of: log))
        return try wait(for: try spawn(command, environment: environment, output: log, errors: log))
    }

    private static func spawn(
        _ command: [String],
        environment: [String: String],
        input: String = "/dev/null",
        output: String,
        errors: String
    ) throws(RepoError) -> pid_t {
        #if canImport(Darwin)
        var actions: posix_spawn_file_actions_t?
        #else
        var actions = posix_spawn_file_actions_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        let flags = O_WRONLY | O_CREAT | O_APPEND
        posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, output, flags, 0o644)
        if errors == output {
            posix_spawn_file_actions_adddup2(&actions, 1, 2)
        } else {
            posix_spawn_file_actions_addopen(&actions, 2, errors, flags, 0o644)
        }
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
        let signal = status & 0x7f
        return signal == 0 ? (status >> 8) & 0xff : 128 + signal
    }
}
