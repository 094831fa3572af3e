#if os(Linux)
public import SeekBasics

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A running external program. Its output is written to a file.
///
/// The program receives `SIGTERM` when this process ends, even if this process is killed, and when the last copy of
/// this value is released. Foundation's `Process` is not used: it passes on the signal mask of the current thread, and
/// Swift's threads block every signal, so the program would not receive `SIGTERM`.
public struct ChildProgram: Sendable {
    /// An error of a program that could not be started or that failed.
    public struct Failure: Error, Sendable, Hashable, CustomStringConvertible {
        /// The reason or the exit status, followed by the program's output if there is any.
        public let description: String
    }

    // Released in this order, because the monitor sends a signal to the ID of the process.
    private let monitor: ParentProcessMonitor
    private let process: ChildProcess

    /// The process identifier.
    public var processIdentifier: Int32 { process.id }

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - program: The path of the program, or its name, which is searched for in `PATH` and the usual folders.
    ///   - environment: The environment; nil for the environment of this process.
    ///   - log: The file for standard output and standard error. An existing file is replaced.
    /// - Throws: ``Failure``
    public init(
        _ program: String,
        _ arguments: [String],
        environment: [String: String]? = nil,
        log: URL
    ) throws(Failure) {
        guard let executable = Self.find(program) else { throw Failure(description: "\(program) is not installed") }
        unlink(log.path)
        do {
            process = try ChildProcess(
                [executable.path] + arguments,
                environment: environment,
                output: .file(log.path),
                errors: .output
            )
            monitor = try ParentProcessMonitor(for: process.id)
        } catch {
            throw Failure(description: "\(executable.path): \(error)")
        }
    }

    /// Returns the URL of a program; nil if it is not installed.
    public static func find(_ name: String) -> URL? {
        let folders = [
            ProcessInfo.processInfo.environment["PATH"] ?? "", "/usr/sbin", "/usr/local/sbin", "/usr/local/bin",
        ]
        return ChildProcess.path(of: name, environment: ["PATH": folders.joined(separator: ":")])
            .map { URL(fileURLWithPath: $0) }
    }
}

extension ChildProgram {
    /// Whether the program is running.
    public var isRunning: Bool { process.isRunning }

    /// Sends a signal, such as `SIGTERM`. Has no effect after ``status()`` or ``end()``.
    public func signal(_ signal: Int32) { process.signal(signal) }

    /// Kills the program and waits until it has ended.
    public func end() {
        signal(SIGKILL)
        _ = status()
    }

    /// Blocks the thread until the program ends, and returns its exit status, or 128 plus the number of the signal that
    /// ended it.
    public func status() -> Int32 {
        let status = process.wait()
        monitor.stop()
        return status
    }

    /// Waits for the end of the program without blocking a thread, and returns its exit status like ``status()``.
    /// If it does not end within `limit`, or the task is cancelled, kills it and returns nil.
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

/// Terminates a child program when this process ends for any reason, or when the monitor is deallocated before
/// ``stop()`` is called.
///
/// A shell process reads from a pipe that the system closes when this process ends. The system's alternative,
/// `PR_SET_PDEATHSIG`, would end the program when the thread that started it ends, and Swift's threads are temporary.
private final class ParentProcessMonitor: Sendable {
    private let shell: ChildProcess
    /// The write end of the pipe; nil once it is closed.
    private let descriptor: Mutex<Int32?>

    /// - Parameter pid: The identifier of the program. Call ``stop()`` when the program is reaped, because the
    ///   identifier can then be reused.
    init(for pid: pid_t) throws {
        var pipeEnds: [Int32] = [0, 0]
        guard pipe(&pipeEnds) == 0 else { throw ChildProgram.Failure(description: Socket.lastError()) }
        for end in pipeEnds { Socket(descriptor: end).closeOnExec() }
        defer { close(pipeEnds[0]) }
        // `$0` is the identifier of the program. Signals to the whole process group must not end the shell.
        let script = "trap '' INT TERM HUP; read -r _ || kill -TERM $0"
        do {
            let input = ChildProcess.Stream.descriptor(pipeEnds[0])
            shell = try ChildProcess(
                ["/bin/sh", "-c", script, "\(pid)"],
                input: input,
                output: .null,
                errors: .null
            )
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
        shell.wait()
    }
}
#endif
