#if os(Linux)
import SeekBasics

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Ends a program once this one has ended, however that came about.
///
/// A shell waits at a pipe whose other end is here, and the system closes that end whatever happens. The system's own means,
/// `PR_SET_PDEATHSIG`, would kill the program with the thread that started it, and those of tasks come and go.
final class DeathWatch: Sendable {
    private struct State {
        /// The end of the pipe that is held; nil once it is closed.
        var descriptor: Int32?
    }

    private let watcher: pid_t
    private let state: Mutex<State>

    /// - Parameter pid: the program. Who reaps it calls ``dismiss()`` then: its number may become another's.
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

    /// Ends the watch and leaves the program alone.
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
