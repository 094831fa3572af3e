#if canImport(Glibc)
public import Glibc
#elseif canImport(Musl)
public import Musl
#else
public import Darwin
#endif

/// Runs programs on macOS and Linux. On other platforms no program is started.
public enum ChildProcess {
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
        // As `WTERMSIG` and `WEXITSTATUS`, macros that Swift does not import.
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
