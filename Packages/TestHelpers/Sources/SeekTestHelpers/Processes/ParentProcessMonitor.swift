#if os(Linux)
import SeekBasics

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Terminates a child program when this process ends for any reason, or when the monitor is deallocated before
/// ``stop()`` is called.
///
/// A shell process reads from a pipe that the system closes when this process ends. The system's alternative,
/// `PR_SET_PDEATHSIG`, would end the program when the thread that started it ends, and Swift's threads are temporary.
final class ParentProcessMonitor: Sendable {
    private let shell: pid_t
    /// The write end of the pipe; nil once it is closed.
    private let descriptor: Mutex<Int32?>

    /// - Parameter pid: The identifier of the program. Call ``stop()`` when the program is reaped, because the
    ///   identifier can then be reused.
    init(for pid: pid_t) throws(ChildProgram.Failure) {
        var pipeEnds: [Int32] = [0, 0]
        guard pipe(&pipeEnds) == 0 else { throw ChildProgram.Failure(description: Socket.lastError()) }
        for end in pipeEnds { Socket(descriptor: end).closeOnExec() }
        defer { close(pipeEnds[0]) }
        let script = "trap '' INT TERM HUP; read -r _ || kill -TERM $0"
        do {
            shell = try ChildProgram.spawn(["/bin/sh", "-c", script, "\(pid)"]) { [pipeEnds] actions in
                posix_spawn_file_actions_adddup2(&actions, pipeEnds[0], 0)
                posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
            }
        } catch {
            close(pipeEnds[1])
            throw error
        }
        descriptor = Mutex(pipeEnds[1])
    }

    deinit { stop(terminatesProgram: true) }

    /// Stops monitoring. The program continues.
    func stop() { stop(terminatesProgram: false) }

    private func stop(terminatesProgram: Bool) {
        guard let descriptor = descriptor.withLock({ $0.take() }) else { return }
        // The shell terminates the program if the pipe is closed before a line arrives.
        if !terminatesProgram { _ = write(descriptor, "\n", 1) }
        close(descriptor)
        while waitpid(shell, nil, 0) < 0, errno == EINTR {}
    }
}
#endif
