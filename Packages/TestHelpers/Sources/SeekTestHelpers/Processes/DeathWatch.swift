#if os(Linux)
import SeekBasics

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Ends a child program when this process ends for any reason.
///
/// A shell reads from a pipe that the system closes when this process ends. The system's alternative,
/// `PR_SET_PDEATHSIG`, would end the program with the thread that started it, and Swift's threads are temporary.
final class DeathWatch: Sendable {
    private struct State {
        /// The write end of the pipe; nil once it is closed.
        var descriptor: Int32?
    }

    private let watcher: pid_t
    private let state: Mutex<State>

    /// - Parameter pid: The identifier of the program. Call ``dismiss()`` when it is reaped, because its identifier
    ///   can be reused.
    init(over pid: pid_t) throws(ChildProgram.Failure) {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw ChildProgram.Failure(description: Socket.lastError()) }
        for end in ends { Socket(descriptor: end).closeOnExec() }
        defer { close(ends[0]) }
        let script = "trap '' INT TERM HUP; read -r _ || kill -TERM $0"
        do {
            watcher = try ChildProgram.spawn(["/bin/sh", "-c", script, "\(pid)"]) { [ends] actions in
                posix_spawn_file_actions_adddup2(&actions, ends[0], 0)
                posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
            }
        } catch {
            close(ends[1])
            throw error
        }
        state = Mutex(State(descriptor: ends[1]))
    }

    deinit { end(lettingGo: false) }

    /// Ends the watch without ending the program.
    func dismiss() { end(lettingGo: true) }

    private func end(lettingGo: Bool) {
        let descriptor = state.withLock { state in
            defer { state.descriptor = nil }
            return state.descriptor
        }
        guard let descriptor else { return }
        if lettingGo { _ = write(descriptor, "\n", 1) }
        close(descriptor)
        while waitpid(watcher, nil, 0) < 0, errno == EINTR {}
    }
}
#endif
