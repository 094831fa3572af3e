import Foundation

/// A program whose time and memory are measured.
package struct Program: Sendable {
    /// A path, or a name that is looked up on `PATH`.
    package var path: String

    package init(path: String) { self.path = path }

    /// The exit status and resource usage of a run.
    package struct Run: Sendable, Hashable {
        /// The exit status, or 128 plus the number of the signal that terminated the program.
        package var status: Int32
        /// The elapsed time.
        package var milliseconds: Double
        /// The maximum resident memory in megabytes (1,000,000 bytes).
        /// On Linux, it is never less than the maximum of this program, which a spawned process inherits.
        package var megabytes: Double
    }

    /// Runs the program and discards its output. Uses `wait4`, which reports the resource usage of a single child.
    /// With Foundation's `Process`, only the maximum over all children is available.
    ///
    /// - Parameter environment: The complete environment; nil inherits the environment of this program.
    package func run(_ arguments: [String], environment: [String: String]? = nil) throws(BenchFailure) -> Run {
        #if canImport(Darwin)
        var actions: posix_spawn_file_actions_t?
        #else
        var actions = posix_spawn_file_actions_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for descriptor in [STDOUT_FILENO, STDERR_FILENO] {
            posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_WRONLY, 0)
        }
        var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
        let environment = environment ?? ProcessInfo.processInfo.environment
        var variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { (words + variables).forEach { free($0) } }
        var pid = pid_t()
        let start = ContinuousClock.now
        guard posix_spawnp(&pid, path, &actions, nil, &words, &variables) == 0 else {
            throw BenchFailure(description: "cannot run \(path)")
        }
        var status: Int32 = 0
        var usage = rusage()
        while wait4(pid, &status, 0, &usage) == -1 {
            guard errno == EINTR else { throw BenchFailure(description: "cannot wait for \(path)") }
        }
        let milliseconds = (ContinuousClock.now - start) / Duration.milliseconds(1)
        #if canImport(Darwin)
        let bytes = Double(usage.ru_maxrss)
        #else
        let bytes = Double(usage.ru_maxrss) * 1024
        #endif
        // As `WTERMSIG` and `WEXITSTATUS`, macros that Swift does not import.
        let signal = status & 0x7f
        let code = signal == 0 ? (status >> 8) & 0xff : 128 + signal
        return Run(status: code, milliseconds: milliseconds, megabytes: bytes / 1e6)
    }

    /// Runs the program and throws if its exit status is not 0.
    @discardableResult
    package func succeed(_ arguments: [String], environment: [String: String]? = nil) throws(BenchFailure) -> Run {
        let run = try run(arguments, environment: environment)
        guard run.status == 0 else {
            throw BenchFailure(
                description: "\(path) \(arguments.joined(separator: " ")) exited with status \(run.status)"
            )
        }
        return run
    }
}
