#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Runs programs on macOS and Linux. On other platforms no program is started.
enum ChildProcess {
    /// Returns the path of an executable: the program itself if it contains a slash, otherwise its path in `PATH`.
    static func path(of program: String, environment: [String: String]) -> String? {
        if program.contains("/") { return access(program, X_OK) == 0 ? program : nil }
        return (environment["PATH"] ?? "").split(separator: ":").map { "\($0)/\(program)" }.first {
            access($0, X_OK) == 0
        }
    }

    /// Runs a program and waits for its exit.
    ///
    /// - Parameters:
    ///   - path: The path of the executable.
    ///   - arguments: The arguments after the program's name.
    ///   - environment: The environment variables that the program receives.
    ///   - stream: The standard stream to connect to a pipe. The other streams are inherited.
    ///   - exchange: Receives the other end of the pipe to read or write. It is closed afterwards.
    /// - Returns: The exit status; 128 plus the number of the signal that ended the program; `nil` if it did not start.
    static func run(
        _ path: String,
        _ arguments: [String],
        environment: [String: String],
        connecting stream: Int32? = nil,
        exchange: (_ descriptor: Int32) -> Void = { _ in }
    ) -> Int32? {
        #if os(macOS) || os(Linux)
        var ends: [Int32] = [-1, -1]
        if stream != nil {
            guard pipe(&ends) == 0 else { return nil }
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        }
        let (childEnd, parentEnd) = stream == STDIN_FILENO ? (ends[0], ends[1]) : (ends[1], ends[0])
        let processID = spawn(path, arguments, environment: environment) { actions in
            if let stream { posix_spawn_file_actions_adddup2(&actions, childEnd, stream) }
        }
        if stream != nil { close(childEnd) }
        if stream != nil, processID != nil { exchange(parentEnd) }
        if stream != nil { close(parentEnd) }
        guard let processID else { return nil }
        return status(of: processID)
        #else
        return nil
        #endif
    }

    /// Replaces this process with a program. Returns only if that fails: the number of the error.
    ///
    /// - Parameter command: The path of the executable, followed by its arguments.
    static func replaceProcess(_ command: [String], environment: [String: String]) -> Int32 {
        #if os(macOS) || os(Linux)
        // The program inherits the mask of this thread, and threads of Swift block signals.
        var noSignals = sigset_t()
        sigemptyset(&noSignals)
        pthread_sigmask(SIG_SETMASK, &noSignals, nil)
        var arguments = command.map { strdup($0) } + [nil]
        var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for string in arguments + variables { free(string) } }
        execve(command[0], &arguments, &variables)
        return errno
        #else
        return ENOSYS
        #endif
    }

    #if os(macOS) || os(Linux)
    #if canImport(Darwin)
    typealias FileActions = posix_spawn_file_actions_t?
    #else
    typealias FileActions = posix_spawn_file_actions_t
    #endif

    /// Waits for the exit of a child process, and returns its status; 128 plus the number of a signal that ended it.
    static func status(of processID: pid_t) -> Int32 {
        var status: Int32 = 0
        while waitpid(processID, &status, 0) < 0 {
            // The process no longer exists.
            guard errno == EINTR else { return -1 }
        }
        let signal = status & 0x7F
        return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
    }

    static func spawn(
        _ path: String,
        _ arguments: [String],
        environment: [String: String],
        redirect: (inout FileActions) -> Void
    ) -> pid_t? {
        #if canImport(Darwin)
        var actions: FileActions = nil
        #else
        var actions = FileActions()
        #endif
        guard posix_spawn_file_actions_init(&actions) == 0 else { return nil }
        defer { posix_spawn_file_actions_destroy(&actions) }
        redirect(&actions)
        #if canImport(Darwin)
        var attributes: posix_spawnattr_t? = nil
        #else
        var attributes = posix_spawnattr_t()
        #endif
        guard posix_spawnattr_init(&attributes) == 0 else { return nil }
        defer { posix_spawnattr_destroy(&attributes) }
        // The threads of Dispatch block signals; a program that inherited this could not be interrupted.
        var noSignals = sigset_t()
        sigemptyset(&noSignals)
        posix_spawnattr_setsigmask(&attributes, &noSignals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        var argumentList = ([path] + arguments).map { strdup($0) } + [nil]
        var variableList = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for string in argumentList + variableList { free(string) } }
        var processID = pid_t()
        return posix_spawn(&processID, path, &actions, &attributes, &argumentList, &variableList) == 0 ? processID : nil
    }
    #endif
}

/// Shows text in the program that the user chose with `PAGER`.
enum Pager {
    /// Passes the text to the pager and waits until it ends.
    ///
    /// - Parameters:
    ///   - command: The value of `PAGER`, a command line for the shell.
    ///   - environment: The environment variables that the pager receives.
    /// - Returns: Whether the text was shown; `false` if the shell or the program does not exist.
    static func show(_ text: String, with command: String, environment: [String: String]) -> Bool {
        // Unless `LESS` is set, less exits if the text fits the screen (F), passes colors through (R) and does not
        // clear the screen (X).
        let variables = environment.merging(["LESS": "FRX"]) { own, _ in own }
        let status = ChildProcess.run("/bin/sh", ["-c", command], environment: variables, connecting: STDIN_FILENO) {
            // A failed write is ignored: the user has quit the pager before the end of the text.
            try? DescriptorOutput(descriptor: $0).write(text)
        }
        return status.map { $0 != 127 } ?? false
    }
}
