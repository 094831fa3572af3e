#if canImport(Glibc)
public import Glibc
#elseif canImport(Musl)
public import Musl
#else
public import Darwin
#endif

/// A program that this process has started. Programs run on macOS and Linux; on other platforms none is started.
///
/// ```swift
/// let program = try ChildProcess(["git", "status"])
/// if program.wait() == 0 { print(String(decoding: program.output, as: UTF8.self)) }
/// ```
/// The program is killed when the last reference to it is released before ``wait()`` has returned. It remains in the
/// process group of this process, so Ctrl-C ends both.
public final class ChildProcess: Sendable {
    #if os(macOS) || os(Linux)
    /// What a standard stream of a program is connected to.
    public enum Stream: Sendable, Hashable {
        /// The same stream of this process.
        case inherited
        /// `/dev/null`.
        case null
        /// The file at a path, to which output is appended. It is created if it does not exist.
        case file(String)
        /// A descriptor of this process, such as one end of a pipe.
        case descriptor(Int32)
        /// For standard error: the program's standard output.
        case output
        /// For output: a temporary file, which is read with ``ChildProcess/output`` and ``ChildProcess/errors``. Unlike
        /// a pipe, it cannot fill up.
        case captured
    }

    /// The process ID. It can belong to another process after ``wait()`` has returned.
    public let id: pid_t
    private let capturedOutput: TemporaryFile?
    private let capturedErrors: TemporaryFile?
    private let exit = Mutex<(status: Int32, peakMemory: Int, processorTime: Duration)?>(nil)

    /// Starts a program. On Linux, it inherits no descriptor other than its standard streams.
    ///
    /// - Parameters:
    ///   - command: The program, as for ``path(of:environment:)``, and its arguments.
    ///   - environment: The environment of the program; nil for that of this process.
    public init(
        _ command: [String],
        environment: [String: String]? = nil,
        input: Stream = .null,
        output: Stream = .captured,
        errors: Stream = .captured
    ) throws(StartError) {
        let environment = environment ?? ProcessInfo.processInfo.environment
        guard let name = command.first, let path = Self.path(of: name, environment: environment) else {
            throw StartError(code: ENOENT)
        }
        let outputFile = output == .captured ? try TemporaryFile() : nil
        let errorFile = errors == .captured ? try TemporaryFile() : nil
        (capturedOutput, capturedErrors) = (outputFile, errorFile)
        id = try Self.spawn(path, Array(command.dropFirst()), environment: environment) { actions in
            input.connect(STDIN_FILENO, nil, &actions)
            output.connect(STDOUT_FILENO, outputFile, &actions)
            errors.connect(STDERR_FILENO, errorFile, &actions)
            closeInheritedDescriptors(&actions)
        }
    }

    deinit {
        signal(SIGKILL)
        wait()
    }

    /// What the program has written to its captured standard output so far; empty if it is not captured.
    public var output: [UInt8] { capturedOutput?.bytes ?? [] }

    /// What the program has written to its captured standard error so far; empty if it is not captured.
    public var errors: [UInt8] { capturedErrors?.bytes ?? [] }

    /// Whether the program has not exited.
    public var isRunning: Bool {
        exit.withLock { exit in
            var state = siginfo_t()
            return exit == nil && waitid(P_PID, id_t(id), &state, WEXITED | WNOHANG | WNOWAIT) == 0
                && state.si_signo == 0
        }
    }

    /// Sends a signal, such as `SIGTERM`. Has no effect after ``wait()`` has returned.
    public func signal(_ number: Int32) {
        exit.withLock { if $0 == nil { kill(id, number) } }
    }

    /// Waits for the exit. Can be called more than once and from any thread, which it blocks.
    ///
    /// - Returns: The exit status, or 128 plus the number of the signal that ended the program.
    @discardableResult
    public func wait() -> Int32 {
        // `WNOWAIT` reserves the process ID until the lock is held, so that `signal` cannot reach another process.
        var state = siginfo_t()
        while waitid(P_PID, id_t(id), &state, WEXITED | WNOWAIT) < 0, errno == EINTR {}
        return exit.withLock { exit in
            if let exit { return exit.status }
            var (status, usage) = (Int32(0), rusage())
            while wait4(id, &status, 0, &usage) < 0, errno == EINTR {}
            #if canImport(Darwin)
            let peakMemory = usage.ru_maxrss
            let processorTime = [usage.ru_utime, usage.ru_stime].reduce(Duration.zero) { sum, time in
                sum + .seconds(time.tv_sec) + .microseconds(Int64(time.tv_usec))
            }
            #else
            let peakMemory = usage.ru_maxrss * 1_024
            // Not `tv_sec` and `tv_usec`: in some builds, Swift expects them in a module that cannot be imported.
            let processorTime = Duration(usage.ru_utime) + Duration(usage.ru_stime)
            #endif
            exit = (Self.exitStatus(status), peakMemory, processorTime)
            return Self.exitStatus(status)
        }
    }

    /// Waits for the exit as ``wait()``, without blocking a thread of the concurrency pool. Kills the program if the task
    /// is cancelled.
    public func exitStatus() async -> Int32 {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let thread = SystemThread { continuation.resume(returning: self.wait()) }
                if let thread { thread.detach() } else { continuation.resume(returning: wait()) }
            }
        } onCancel: {
            signal(SIGKILL)
        }
    }

    /// The maximum resident memory in bytes; nil until ``wait()`` has returned. On Linux, it is never less than the
    /// maximum of this process, which a started program inherits.
    public var peakMemory: Int? { exit.withLock { $0?.peakMemory } }

    /// The time for which the program and the processes that it has waited for used a processor, as user and system; nil
    /// until ``wait()`` has returned.
    public var processorTime: Duration? { exit.withLock { $0?.processorTime } }
    #endif

    /// Returns the path of an executable: the argument itself if it contains a slash, otherwise the path at which the
    /// program is found in `PATH`. Nil if there is no such executable.
    public static func path(of program: String, environment: [String: String]) -> String? {
        if program.contains("/") { return isExecutable(program) ? program : nil }
        return (environment["PATH"] ?? "").split(separator: ":").map { "\($0)/\(program)" }.first(where: isExecutable)
    }

    /// Returns whether a path is an executable file. A folder is not, although its mode permits execution.
    private static func isExecutable(_ path: String) -> Bool {
        FileStatus(path, followsLinks: true)?.isFile == true && access(path, X_OK) == 0
    }

    /// Runs a program and waits for its exit.
    ///
    /// - Parameters:
    ///   - path: The path of the executable.
    ///   - arguments: The arguments after the program's name.
    ///   - environment: The environment variables that the program receives.
    ///   - stream: The standard stream to connect to a pipe; nil for none. The other streams are inherited.
    ///   - exchange: Reads from or writes to the other end of the pipe, which is closed afterwards. Not called if
    ///     `stream` is nil.
    /// - Returns: The exit status as ``waitForExit(of:)`` returns it; nil if the program did not start.
    public static func run(
        _ path: String,
        _ arguments: [String],
        environment: [String: String],
        connecting stream: Int32? = nil,
        exchange: (_ descriptor: Int32) -> Void = { _ in }
    ) -> Int32? {
        #if os(macOS) || os(Linux)
        var pipeEnds: [Int32] = [-1, -1]
        if stream != nil {
            guard pipe(&pipeEnds) == 0 else { return nil }
            for end in pipeEnds { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        }
        let (childEnd, parentEnd) = stream == STDIN_FILENO ? (pipeEnds[0], pipeEnds[1]) : (pipeEnds[1], pipeEnds[0])
        let processID = try? spawn(path, arguments, environment: environment) { actions in
            if let stream { posix_spawn_file_actions_adddup2(&actions, childEnd, stream) }
        }
        if stream != nil {
            close(childEnd)
            if processID != nil { exchange(parentEnd) }
            close(parentEnd)
        }
        return processID.map(waitForExit)
        #else
        return nil
        #endif
    }

    #if os(macOS) || os(Linux)
    #if canImport(Darwin)
    /// The redirections to apply when a program starts.
    public typealias FileActions = posix_spawn_file_actions_t?
    #else
    /// The redirections to apply when a program starts.
    public typealias FileActions = posix_spawn_file_actions_t
    #endif

    /// The reason why a program could not be started.
    public struct StartError: Error, Sendable, Hashable, CustomStringConvertible {
        /// The error number, as in `errno`.
        public let code: Int32

        /// The system's message: `No such file or directory`.
        public var description: String { systemMessage(code) }
    }

    /// Waits for the exit of a child process.
    ///
    /// - Returns: The exit status; 128 plus the number of the signal that ended the process; -1 if there is no such
    ///   child process.
    public static func waitForExit(of processID: pid_t) -> Int32 {
        var status: Int32 = 0
        while waitpid(processID, &status, 0) < 0 {
            guard errno == EINTR else { return -1 }
        }
        return exitStatus(status)
    }

    /// As `WTERMSIG` and `WEXITSTATUS`, macros that Swift does not import.
    private static func exitStatus(_ status: Int32) -> Int32 {
        let signal = status & 0x7F
        return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
    }

    /// Starts a program with no signal blocked: the threads of Dispatch block signals, and a program that inherited
    /// their signal mask could not be interrupted.
    ///
    /// - Parameter redirect: Adds redirections of the standard streams, which are otherwise inherited.
    /// - Returns: The process ID. The caller must wait for the exit with ``waitForExit(of:)``.
    public static func spawn(
        _ path: String,
        _ arguments: [String],
        environment: [String: String],
        redirect: (inout FileActions) -> Void
    ) throws(StartError) -> pid_t {
        #if canImport(Darwin)
        var actions: FileActions = nil
        var attributes: posix_spawnattr_t? = nil
        #else
        var actions = FileActions()
        var attributes = posix_spawnattr_t()
        #endif
        guard posix_spawn_file_actions_init(&actions) == 0 else { throw StartError(code: ENOMEM) }
        defer { posix_spawn_file_actions_destroy(&actions) }
        redirect(&actions)
        guard posix_spawnattr_init(&attributes) == 0 else { throw StartError(code: ENOMEM) }
        defer { posix_spawnattr_destroy(&attributes) }
        var noSignals = sigset_t()
        sigemptyset(&noSignals)
        posix_spawnattr_setsigmask(&attributes, &noSignals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        var argumentList = ([path] + arguments).map { strdup($0) } + [nil]
        var variableList = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for string in argumentList + variableList { free(string) } }
        var processID = pid_t()
        let code = posix_spawn(&processID, path, &actions, &attributes, &argumentList, &variableList)
        guard code == 0 else { throw StartError(code: code) }
        return processID
    }
    #endif
}

#if os(macOS) || os(Linux)
extension ChildProcess.Stream {
    fileprivate func connect(_ stream: Int32, _ file: TemporaryFile?, _ actions: inout ChildProcess.FileActions) {
        switch self {
        case .inherited: break
        case .null: posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_RDWR, 0)
        case .file(let path):
            let mode = stream == STDIN_FILENO ? O_RDONLY : O_WRONLY | O_CREAT | O_APPEND
            posix_spawn_file_actions_addopen(&actions, stream, path, mode, 0o644)
        case .descriptor(let descriptor): posix_spawn_file_actions_adddup2(&actions, descriptor, stream)
        case .output: posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, stream)
        case .captured: if let file { posix_spawn_file_actions_adddup2(&actions, file.descriptor, stream) }
        }
    }
}

/// Closes all descriptors of a program except its standard streams. Otherwise a connection would stay open after this
/// process has closed it. The function is looked up by name, because Swift does not import it; it is part of glibc 2.34.
private func closeInheritedDescriptors(_ actions: inout ChildProcess.FileActions) {
    #if os(Linux)
    typealias CloseFrom = @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32
    guard let symbol = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np") else { return }
    _ = unsafeBitCast(symbol, to: CloseFrom.self)(&actions, 3)
    #endif
}

/// A file without a name, which is removed when it is closed.
private final class TemporaryFile: Sendable {
    let descriptor: Int32

    init() throws(ChildProcess.StartError) {
        let folder = ProcessInfo.processInfo.environment["TMPDIR"] ?? "/tmp"
        var path = Array("\(folder)/child.XXXXXX".utf8CString)
        descriptor = mkstemp(&path)
        guard descriptor >= 0 else { throw ChildProcess.StartError(code: errno) }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        unlink(path)
    }

    deinit { close(descriptor) }

    var bytes: [UInt8] {
        let count = Int(FileStatus(descriptor)?.size ?? 0)
        return [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let more = pread(descriptor, buffer.baseAddress.map { $0 + filled }, count - filled, off_t(filled))
                guard more > 0 else { return }
                filled += more
            }
        }
    }
}
#endif
