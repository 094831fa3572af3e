import SeekBasics

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

extension ChildProcess {
    struct Outcome {
        var status: Int32
        var output: [UInt8] = []
        var errors: [UInt8] = []
    }

    /// Runs a program with input, waits for its exit, and returns its output, or `nil` if it did not start. Standard
    /// error is inherited if it is not captured.
    static func run(
        _ path: String,
        _ arguments: [String],
        environment: [String: String],
        input: [UInt8],
        capturesErrors: Bool = true
    ) -> Outcome? {
        #if os(macOS) || os(Linux)
        let streams = [STDIN_FILENO, STDOUT_FILENO] + (capturesErrors ? [STDERR_FILENO] : [])
        var pipes: [(read: Int32, write: Int32)] = []
        defer { for end in pipes.flatMap({ [$0.read, $0.write] }) where end >= 0 { close(end) } }
        for _ in streams {
            var ends: [Int32] = [-1, -1]
            guard pipe(&ends) == 0 else { return nil }
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            pipes.append((ends[0], ends[1]))
        }
        let processID = try? spawn(path, arguments, environment: environment) { actions in
            for (pipe, stream) in zip(pipes, streams) {
                posix_spawn_file_actions_adddup2(&actions, stream == STDIN_FILENO ? pipe.read : pipe.write, stream)
            }
        }
        guard let processID else { return nil }
        // Closes the child process's ends of the pipes, so that reading ends when the child process exits.
        for (index, stream) in streams.enumerated() {
            close(stream == STDIN_FILENO ? pipes[index].read : pipes[index].write)
            if stream == STDIN_FILENO { pipes[index].read = -1 } else { pipes[index].write = -1 }
        }
        let captured = exchange(input, with: &pipes, of: processID)
        let status = waitForExit(of: processID)
        return Outcome(status: status, output: captured[0], errors: captured.dropFirst().first ?? [])
        #else
        return nil
        #endif
    }

    #if os(macOS) || os(Linux)
    /// Writes the input to the first pipe while reading the others, until all are closed. Returns what was read.
    ///
    /// Stops this process while the program is stopped, which is checked every 200 ms: fzf stops itself after Ctrl-Z.
    /// Otherwise the shell would wait for this process.
    private static func exchange(
        _ input: [UInt8],
        with pipes: inout [(read: Int32, write: Int32)],
        of processID: pid_t
    ) -> [[UInt8]] {
        var unwritten = input[...]
        var captured = [[UInt8]](repeating: [], count: pipes.count - 1)
        var buffer = [UInt8](repeating: 0, count: 65_536)
        _ = fcntl(pipes[0].write, F_SETFL, O_NONBLOCK)
        while true {
            if unwritten.isEmpty { closeEnd(&pipes[0].write) }
            // Negative descriptors are ignored.
            var events = pipes.map { pollfd(fd: $0.read, events: Int16(POLLIN), revents: 0) }
            events[0] = pollfd(fd: pipes[0].write, events: Int16(POLLOUT), revents: 0)
            guard events.contains(where: { $0.fd >= 0 }) else { return captured }
            guard poll(&events, nfds_t(events.count), 200) >= 0 || errno == EINTR else { return captured }
            if isStopped(processID) {
                // A shell that continues both processes may continue this one first.
                usleep(50_000)
                if isStopped(processID) { kill(getpid(), SIGSTOP) }
            }
            if events[0].revents != 0 {
                let descriptor = pipes[0].write
                let count = BrokenPipe.withoutSignal(on: descriptor) {
                    unwritten.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
                }
                if count >= 0 {
                    unwritten = unwritten.dropFirst(count)
                } else if errno != EAGAIN, errno != EINTR {
                    // The program does not read the rest.
                    unwritten = []
                }
            }
            for index in 1..<pipes.count where events[index].revents != 0 {
                let count = read(pipes[index].read, &buffer, buffer.count)
                if count > 0 {
                    captured[index - 1] += buffer[..<count]
                } else if count == 0 || errno != EINTR {
                    closeEnd(&pipes[index].read)
                }
            }
        }
    }

    private static func isStopped(_ processID: pid_t) -> Bool {
        var status = siginfo_t()
        // Without a change of the state, the signal remains 0.
        return waitid(P_PID, id_t(processID), &status, WSTOPPED | WNOHANG | WNOWAIT) == 0 && status.si_signo != 0
    }

    private static func closeEnd(_ descriptor: inout Int32) {
        if descriptor >= 0 { close(descriptor) }
        descriptor = -1
    }
    #endif
}

/// Shows text in the program that the user chose with `PAGER`.
enum Pager {
    /// Passes the text to the pager, waits until it exits, and returns whether the text was shown: `false` if the shell
    /// or the program does not exist. `command` is the value of `PAGER`, a command line for the shell.
    static func show(_ text: String, with command: String, environment: [String: String]) -> Bool {
        // Unless `LESS` is set, less exits if the text fits the screen (F), passes colors through (R) and does not
        // clear the screen (X).
        let variables = environment.merging(["LESS": "FRX"]) { current, _ in current }
        let status = ChildProcess.run("/bin/sh", ["-c", command], environment: variables, connecting: STDIN_FILENO) {
            // A failed write is ignored: the user has quit the pager before the end of the text.
            try? DescriptorOutput(descriptor: $0).write(text)
        }
        // 127 is the shell's status for a program that does not exist.
        return status.map { $0 != 127 } ?? false
    }
}

/// Filters JSON with the program `jq`.
struct JQFilter: Sendable {
    /// The output of the filter, and the reason if it failed or stopped early.
    struct Output {
        var text: String
        var problem: String?
    }

    private let program: String
    private let expression: String
    private let environment: [String: String]

    /// Creates a filter with the `jq` in `PATH`. The expression is validated before a request is sent.
    init(_ expression: String, environment: [String: String]) throws(UsageError) {
        guard let program = ChildProcess.path(of: "jq", environment: environment) else {
            throw UsageError(
                "--jq needs the program jq, which is not installed; install it with the system's package manager, or "
                    + "use --template"
            )
        }
        self.program = program
        self.environment = environment
        // An expression may start with `-`, which jq would read as a flag.
        self.expression = " \(expression)"
        // Without input, jq only compiles the expression.
        let outcome = ChildProcess.run(program, [self.expression, "/dev/null"], environment: environment, input: [])
        guard let outcome else { throw UsageError("cannot start \(program); check the installation of jq") }
        guard outcome.status == 0 else {
            throw UsageError("--jq: \(Self.problem(outcome.errors)); correct the expression")
        }
    }

    /// Returns the filtered JSON. As in `gh`, strings are written without quotes, and other values are indented on a
    /// terminal only, and not if the input is nested deeply: jq indents every level.
    func output(for json: String, isTerminal: Bool) -> Output {
        let flags = ["-r", "-M"] + (isTerminal && !JSONFormatter.isDeep(json.utf8) ? [] : ["-c"])
        let outcome = ChildProcess.run(program, flags + [expression], environment: environment, input: Array(json.utf8))
        guard let outcome else { return Output(text: "", problem: "cannot start \(program)") }
        let text = String(decoding: outcome.output, as: UTF8.self)
        return Output(
            text: isTerminal ? SafeText.lines(text) : text,
            problem: outcome.status == 0 ? nil : "--jq: \(Self.problem(outcome.errors)); correct the expression"
        )
    }

    /// Returns the description in the first error of jq: `jq: error (at <stdin>:1): Cannot index …`.
    private static func problem(_ errors: [UInt8]) -> String {
        let text = String(decoding: errors, as: UTF8.self)
        let lines = text.split(separator: "\n")
        let line = lines.first { $0.hasPrefix("jq: error") } ?? lines.first ?? "jq failed"
        let description = line.hasPrefix("jq: error") ? line.split(separator: ": ", maxSplits: 2).last ?? line : line
        return description.replacing(" (Unix shell quoting issues?)", with: "").split(separator: " at <top-level>")
            .first.map { SafeText.line(String($0)) } ?? "jq failed"
    }
}
