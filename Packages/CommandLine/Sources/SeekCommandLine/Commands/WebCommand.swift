import Seek
import SeekBasics

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// `seek web`: replaces the process with `seek-web`, a separate program, so that `seek` contains no HTTP server.
struct WebCommand {
    let invocation: Invocation
    let console: Console

    private static let program = "seek-web"

    /// Starts `seek-web` with the given flags and the environment, including the values of the configuration file.
    /// Returns only if the program cannot be started, or if `--dry-run` prints the command instead.
    func run() throws(UsageError) -> CommandStatus {
        let environment = try console.environment()
        guard let path = path(environment) else {
            console.report(
                "seek-web is not installed beside seek or in PATH; install the package of the same release with 'apt "
                    + "install ./seek-web_\(SeekVersion.current)-1_amd64.deb', or in the folder of Seek's sources, "
                    + "run: swift build -c release --product seek-web"
            )
            return .failure
        }
        let command = [path] + flags
        if invocation.has(.dryRun) { return console.write("\(command.map(quotedIfNeeded).joined(separator: " "))\n") }
        let code = ChildProcess.replaceProcess(command, environment: environment)
        console.report("cannot start \(path): \(String(cString: strerror(code)))")
        return .failure
    }

    /// The given flags, in the order of the help. `seek-web` has the same flags except `--dry-run`, which is omitted.
    private var flags: [String] {
        invocation.command.options.flatMap { option -> [String] in
            guard option.name != .dryRun, let value = invocation.values[option.name] else { return [] }
            return option.value == .none ? [option.long] : [option.long, value]
        }
    }

    /// Returns the path of `seek-web`: beside `seek` or the target of its symbolic link, otherwise in `PATH`.
    private func path(_ environment: [String: String]) -> String? {
        let seekPath = console.context.programPath.flatMap { ChildProcess.path(of: $0, environment: environment) }
        let target = seekPath.flatMap { realpath($0, nil) }
        defer { free(target) }
        let siblings = [seekPath, target.map { String(cString: $0) }].compactMap { path in
            path.flatMap { path in path.lastIndex(of: "/").map { "\(path[...$0])\(Self.program)" } }
        }
        return (siblings + [Self.program]).lazy.compactMap { ChildProcess.path(of: $0, environment: environment) }.first
    }
}

extension ChildProcess {
    /// Replaces this process with a program. Returns only if that fails, with the error number (`errno`).
    fileprivate static func replaceProcess(_ command: [String], environment: [String: String]) -> Int32 {
        #if os(macOS) || os(Linux)
        // The program inherits the signal mask of this thread, and threads of the Swift runtime block signals.
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
}
