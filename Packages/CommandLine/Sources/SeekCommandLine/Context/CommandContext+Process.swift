import Dispatch
import SeekBasics

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

extension CommandContext {
    /// The context of the current process.
    public static var process: CommandContext {
        let environment = ProcessInfo.processInfo.environment
        var context = CommandContext(
            environment: environment,
            input: DescriptorInput(descriptor: STDIN_FILENO),
            output: DescriptorOutput.output,
            messages: DescriptorOutput.messages,
            terminal: isatty(STDOUT_FILENO) == 1 ? Terminal(columns: terminalColumns(environment)) : nil,
            messagesGoToTerminal: isatty(STDERR_FILENO) == 1
        )
        context.terminalID = terminalID()
        context.programPath = CommandLine.arguments.first
        context.outputIsPipe = FileStatus(STDOUT_FILENO)?.isPipe == true
        return context
    }

    /// Returns the session of the controlling terminal or, without one, the parent process. All commands of a shell have
    /// the same session, also those whose input or output is a pipe.
    private static func terminalID() -> String {
        let terminal = open("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC)
        guard terminal >= 0 else { return "parent-\(getppid())" }
        close(terminal)
        return "session-\(getsid(0))"
    }

    /// Returns the width that the terminal reports, otherwise `COLUMNS`, otherwise 80.
    private static func terminalColumns(_ environment: [String: String]) -> Int {
        var size = winsize()
        if ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 { return Int(size.ws_col) }
        return columns(in: environment) ?? 80
    }

    /// Returns `COLUMNS` if it is a number above 0.
    static func columns(in environment: [String: String]) -> Int? {
        environment["COLUMNS"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
    }
}

enum ProcessArguments {
    /// `CommandLine.arguments` replaces invalid UTF-8 with U+FFFD, and a command would search for that character.
    /// Throws if an argument is not valid UTF-8.
    static func strings() throws(UsageError) -> [String] {
        let arguments = (1..<max(1, Int(CommandLine.argc))).compactMap { CommandLine.unsafeArgv[$0] }
        var strings: [String] = []
        for (number, argument) in zip(1..., arguments) {
            guard let string = String(validatingCString: argument) else {
                let text = SafeText.line(String(cString: argument))
                throw UsageError(
                    "argument \(number), '\(text)', is not encoded in UTF-8; check the encoding of the terminal "
                        + "or script"
                )
            }
            strings.append(string)
        }
        return strings
    }
}

extension SeekCommand {
    /// Runs the command line of this process, and returns its exit status.
    package static func runProcess() async -> CommandStatus {
        let context = CommandContext.process
        do {
            return await run(try ProcessArguments.strings(), context: context)
        } catch {
            Console(context).report(error.description)
            return .usage
        }
    }
}

/// Handles interrupts (SIGINT).
///
/// A handler in `main` would be isolated to the main actor and trap on other threads. A handler may only call
/// async-signal-safe functions, so it writes a byte to a pipe that a thread reads. `DispatchSource` cannot be used: on
/// Linux it does not report a signal that is ignored, and one that is not ignored still ends the process.
package enum Interrupt {
    private static let wakeupPipe: (readEnd: Int32, writeEnd: Int32) = {
        var ends: [Int32] = [-1, -1]
        _ = pipe(&ends)
        return (ends[0], ends[1])
    }()

    /// SAFETY: changed by the signal handler only, which runs once, after `onFirst` has initialized it.
    private nonisolated(unsafe) static var wasReceived = false

    /// Ends the process by SIGINT if it was interrupted. A shell that runs a script or a loop then stops too; an exit
    /// status would make it continue.
    package static func endProcessIfReceived() {
        endProcessIfReceived { raise($0) }
    }

    /// Unblocks SIGINT and raises it if the process was interrupted.
    static func endProcessIfReceived(by raise: (Int32) -> Void) {
        guard wasReceived else { return }
        signal(SIGINT, SIG_DFL)
        // The threads of Dispatch block signals.
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGINT)
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
        raise(SIGINT)
    }

    /// Runs an action on the first interrupt, and ends the process after the grace period. A second interrupt ends the
    /// process immediately.
    ///
    /// The action cannot cancel everything: a Redis command may take until its timeout, and a lock may be held by
    /// another process. The process does not end while it waits for another program, such as the pager, which handles
    /// the interrupt itself.
    package static func onFirst(gracePeriod: Duration = .seconds(2), _ action: @escaping @Sendable () -> Void) {
        let readEnd = wakeupPipe.readEnd
        // Initializes the variable, which a signal handler must not do.
        wasReceived = false
        DispatchQueue(label: "interrupt").async {
            var byte: UInt8 = 0
            while read(readEnd, &byte, 1) < 0, errno == EINTR {}
            action()
            repeat { usleep(useconds_t(gracePeriod / .microseconds(1))) } while hasChildProcess
            ProgressLine.erase(in: .process)
            endProcessIfReceived()
        }
        signal(SIGINT) { _ in
            signal(SIGINT, SIG_DFL)
            Interrupt.wasReceived = true
            var byte: UInt8 = 0
            write(Interrupt.wakeupPipe.writeEnd, &byte, 1)
        }
    }

    private static var hasChildProcess: Bool {
        var status = siginfo_t()
        return waitid(P_ALL, 0, &status, WEXITED | WNOHANG | WNOWAIT) == 0
    }
}
