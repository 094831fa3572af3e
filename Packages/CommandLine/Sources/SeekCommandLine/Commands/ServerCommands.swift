import Seek
import SeekAssistants
import SeekBasics

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

extension Command {
    static let web = Command(
        path: ["web"],
        summary: "Serve the web app on this machine, or for a team",
        options: [
            OptionSpec(
                name: .port,
                value: .required("N"),
                check: .number(0...65_535),
                meaning: "Port to listen on (default 8750; 0: any free port)"
            ), OptionSpec(name: .open, meaning: "Open the page in the browser"),
            OptionSpec(name: .log, meaning: "Log requests to standard error, one line of JSON each"),
            OptionSpec(
                name: .listen,
                value: .required("ADDRESS"),
                check: .address,
                requires: .tokenFile,
                meaning: "Numeric address to listen on (default 127.0.0.1), such as 0.0.0.0"
            ),
            OptionSpec(
                name: .tokenFile,
                value: .required("FILE"),
                check: .file,
                meaning: "File that contains the access token, which programs send as Authorization: Bearer "
                    + "(default: a new token at each start)"
            ),
            OptionSpec(
                name: .noToken,
                meaning: "Require no token: every user of this machine can then read the history, change saved "
                    + "searches and use up the quotas"
            ),
            OptionSpec(
                name: .publicURL,
                value: .required("URL"),
                check: .site,
                requires: .tokenFile,
                meaning: "Public URL of the app, such as https://seek.example.com"
            ),
            OptionSpec(
                name: .publicOnly,
                meaning: "Find public results only: GitHub is searched without the token"
            ),
            OptionSpec(
                name: .rateLimit,
                value: .required("N"),
                check: .number(0...1_000_000),
                meaning: "Requests per minute and client (default 600 with --token-file; 0: no limit)"
            ), OptionSpec(name: .dryRun, meaning: "Print the command without running it"),
        ],
        details: [
            "seek is replaced by the program seek-web, which is beside seek or in PATH. It receives the "
                + "environment and the values of the configuration file. Ctrl-C ends it.",
            "Without --token-file, the printed address logs a browser in, once; --open opens it. The token for other "
                + "browsers and for programs is in the printed file, which only you can read.",
            "With a GitHub token that has access to private repositories, every user of the app can find their "
                + "content. Use a token for public repositories only, or --public-only, which has GitHub's lower "
                + "limits, no search of code, and a cache and saved searches of its own.",
        ],
        examples: [
            "web --open", "web --listen 0.0.0.0 --token-file ~/.config/seek/web-token",
            "web --token-file ~/.config/seek/web-token --public-url https://seek.example.com",
        ]
    ) { invocation, settings throws(UsageError) in
        try WebCommand(invocation: invocation, settings: settings).run()
    }

    static let mcp = Command(
        path: ["mcp"],
        summary: "Serve assistants over standard input and output",
        options: [
            OptionSpec(
                name: .budget,
                value: .required("N"),
                check: .number(0...10_000),
                meaning: "Send at most N YouTube searches (default 20); cached responses do not count"
            ), .timeout(),
        ],
        details: [
            "Speaks the Model Context Protocol: an assistant starts the command, lists its tools and calls them. No "
                + "tool changes anything at the services. The command ends when its input is closed.",
            "Searches have 10 results by default, with their cost, their age and what is left. A call beyond the "
                + "budget is refused with its cost.",
        ],
        examples: ["mcp", "mcp --budget 5"]
    ) { invocation, settings throws(UsageError) in
        var configuration = try settings.configuration()
        if let timeout = invocation.duration(.timeout) { configuration.client.timeout = timeout }
        var options = AssistantServer.Options()
        options.youTubeBudget = invocation.integer(.budget) ?? options.youTubeBudget
        options.now = configuration.client.now
        let seek = SeekClient(configuration)
        let console = settings.console
        let input = console.context.input
        let chunks = AsyncStream { await input.nextChunk() }
        await AssistantServer(seek, options).run(reading: chunks) { line in
            console.write(bytes: line) == .success && !console.isOutputClosed
        }
        await seek.close()
        return Task.isCancelled ? .cancelled : .success
    }
}

/// `seek web`: replaces the process with `seek-web`, a separate program, so that `seek` contains no HTTP server.
struct WebCommand {
    let invocation: Invocation
    let settings: CommandSettings

    private static let program = "seek-web"

    private var console: Console { settings.console }

    /// Starts `seek-web` with the given flags and the environment, including the values of the configuration file.
    /// Returns only if the program cannot be started, or if `--dry-run` prints the command instead.
    func run() throws(UsageError) -> CommandStatus {
        let environment = try settings.environment()
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
