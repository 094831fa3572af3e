import Seek
import SeekBasics
import SeekNetworking
import SeekRedis

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The program `seek-web`.
public enum SeekWebProgram {
    /// The properties and functions of the process that the program uses. Tests replace them.
    struct Context: Sendable {
        var environment: [String: String]
        /// Writes a line to standard output.
        var output: @Sendable (String) -> Void
        /// Writes a line to standard error.
        var messages: @Sendable (String) -> Void
        /// Returns when the program must end.
        var waitForEnd: @Sendable () async -> Void
    }

    /// Runs a command line without the program's name, and returns its exit status: 0 for success, 1 for a failure, 2
    /// for invalid usage.
    static func run(_ arguments: [String], context: Context) async -> Int32 {
        do throws(WebUsageError) {
            switch try WebInvocation.parse(arguments) {
            case .help: context.output(help)
            case .version: context.output("seek-web \(SeekVersion.description)")
            case .serve(let options): return await serve(options, context)
            }
            return 0
        } catch {
            context.messages("seek-web: \(error)")
            return 2
        }
    }

    private static func serve(_ options: WebOptions, _ context: Context) async -> Int32 {
        #if os(Linux)
        do {
            let configuration = try configuration(options, context)
            let stateFolder = configuration.stateFolder
            let access = try access(options, stateFolder, context)
            OpenFileLimit.raise()
            let service = WebSearchService(configuration)
            let server = try WebServer(
                WebApplication(service, access: access),
                address: options.address,
                port: options.port,
                log: { [now = configuration.client.now] entry in
                    if options.logsRequests { context.messages(entry.line(at: now())) }
                }
            )
            let addresses = MachineAddresses.reachable(listeningOn: options.address)
                .map { "http://\($0.contains(":") ? "[\($0)]" : $0):\(server.port)/" }
            let tokenFile = storeToken(access, stateFolder?.appending(path: "web-token-\(server.port)").path, context)
            for address in addresses { context.output("seek-web listening on \(address)") }
            explainAccess(access, tokenFile, at: addresses, context)
            if options.opensBrowser, let address = addresses.first {
                await open(address + (access.oneTimeLogin?.target?.dropFirst() ?? ""), context)
            }
            await context.waitForEnd()
            await server.stop(drainingFor: .seconds(10))
            if let tokenFile { unlink(tokenFile) }
            await service.history.flush()
            await service.client.close()
            return 0
        } catch {
            context.messages("seek-web: \(error)")
            return 1
        }
        #else
        context.messages("seek-web: the server is available on Linux only")
        return 1
        #endif
    }

    #if os(Linux)
    /// The names of the environment variables with secrets, which are not passed to the browser.
    private static let secrets = ["YOUTUBE_API_KEY", "GH_TOKEN", "GITHUB_TOKEN", "SEEK_REDIS_URL"]

    /// Opens the page in a browser, without waiting for the browser to exit.
    private static func open(_ address: String, _ context: Context) async {
        let opener = SystemOpener(environment: context.environment.filter { !secrets.contains($0.key) })
        guard let url = URL(string: address), await opener.canOpenURL(url) else {
            return context.messages("seek-web: no browser found; set BROWSER, or open \(address) yourself")
        }
        Task {
            guard await !opener.open(url) else { return }
            context.messages("seek-web: the browser failed; change BROWSER, or open \(address) yourself")
        }
    }

    /// Returns the rules for requests. Without a token file, a token is created, with an address that logs the browser
    /// of this user in.
    private static func access(
        _ options: WebOptions,
        _ stateFolder: URL?,
        _ context: Context
    ) throws(AccessTokenError) -> AccessRules {
        var token = try options.tokenFile.map { path throws(AccessTokenError) in try AccessToken(file: path) }
        let limit = options.rateLimit ?? (token == nil ? 0 : defaultRateLimit)
        let createsToken = token == nil && options.requiresToken
        if createsToken { token = .random() }
        // The bound of a million avoids an overflow.
        return AccessRules(
            publicOrigin: options.publicURL.flatMap(Origin.init),
            token: token,
            limiter: limit == 0 ? nil : RequestLimiter(perMinute: limit),
            imageLimiter: limit == 0 ? nil : RequestLimiter(perMinute: 20 * min(limit, 1_000_000)),
            store: AccessStore(file: stateFolder?.appending(path: "web-access.json").path) {
                context.messages("seek-web: warning: sessions and feeds are not stored: \($0)")
            },
            oneTimeLogin: createsToken ? OneTimeLogin(user: geteuid()) : nil
        )
    }

    /// Stores a created token for programs of this user. Returns its path; nil if it is not stored.
    private static func storeToken(_ access: AccessRules, _ path: String?, _ context: Context) -> String? {
        guard access.oneTimeLogin != nil, let token = access.token, let path else { return nil }
        do throws(PrivateFileError) {
            try token.write(to: path)
            return path
        } catch {
            context.messages("seek-web: warning: the token is not stored: \(error)")
            return nil
        }
    }

    /// Prints how to log in.
    private static func explainAccess(
        _ access: AccessRules,
        _ tokenFile: String?,
        at addresses: [String],
        _ context: Context
    ) {
        if access.token == nil {
            context.messages(
                "seek-web: warning: without a token, every user of this machine can read the history, change saved "
                    + "searches and use up the quotas"
            )
        }
        if let target = access.oneTimeLogin?.target, let address = addresses.first {
            context.output("To log in, open this address, once: \(address)\(target.dropFirst())")
        }
        if let tokenFile {
            context.output("The token for other browsers and for programs, until the server ends: \(tokenFile)")
        }
    }

    private static func configuration(_ options: WebOptions, _ context: Context) throws -> SeekConfiguration {
        var configuration = try SeekConfiguration(environment: context.environment)
        if options.findsPublicResultsOnly { configuration.findPublicResultsOnly() }
        configuration.sharedBackend = try Redis(environment: context.environment)
        configuration.client.onStoreFailure = { context.messages("seek-web: warning: \($0)") }
        if configuration.youTubeAPIKey == nil {
            context.messages(
                "seek-web: YOUTUBE_API_KEY is not set, so only GitHub is searched; set it, or run seek auth login "
                    + "youtube and start seek web"
            )
        }
        return configuration
    }
    #endif

    /// The limit of requests per minute and client of a server with a token.
    private static let defaultRateLimit = 600

    static let help = """
        Serves the web app of Seek: one page that searches YouTube and GitHub, and a JSON API.

        usage: seek-web [--port N] [--open] [--log] [--no-token]
               seek-web --listen ADDRESS --token-file FILE [--public-url URL] [--rate-limit N] [--port N] [--log]

          --port N           Port to listen on (default 8750; 0: any free port)
          --open             Open the page in the browser
          --log              Log each request to standard error as a line of JSON, without its query
          --listen ADDRESS   Numeric address to listen on (default 127.0.0.1), such as 0.0.0.0
          --token-file FILE  File with the token that users enter and programs send as Authorization: Bearer; create
                             one with: (umask 077 && openssl rand -hex 32 > FILE). By default, a new token is created at
                             each start, with an address that logs a browser in once
          --no-token         Accept requests without a token: every user of this machine can then read the history,
                             change saved searches and use up the quotas
          --public-url URL   URL with the host name by which users reach the app: https://seek.example.com for a proxy
                             on this machine, http://NAME:PORT without a proxy
          --public-only      Find public results only: GitHub is searched without the token, with its lower limits, and
                             with a cache and saved searches of their own
          --rate-limit N     Requests per minute and client (default 600 with --token-file; 0: no limit); images are counted
                             separately, with 20 times the limit
          --help             Print this help
          --version          Print the version

        The environment variables are those of seek: YOUTUBE_API_KEY, GH_TOKEN, SEEK_REDIS_URL, SEEK_STATE_DIR, …
        SIGINT and SIGTERM end the program with status 0. Responses in progress are completed first, within 10 seconds.
        """
}

extension SeekConfiguration {
    /// Omits the GitHub token, which may have access to private repositories, and uses folders of its own: those of the
    /// command line may contain private results.
    mutating func findPublicResultsOnly() {
        gitHubToken = nil
        // The count of YouTube's quota remains that of all processes.
        if let stateFolder { client.quotaStore = FileQuotaStore(file: stateFolder.appending(path: "quota.json")) }
        cacheFolder?.append(path: "public", directoryHint: .isDirectory)
        stateFolder?.append(path: "public", directoryHint: .isDirectory)
    }
}

// MARK: - The process

extension SeekWebProgram {
    /// Runs the command line of this process, and exits with its status. SIGINT and SIGTERM end the program.
    ///
    /// Must be called on the main thread before other threads start: blocks the signals in this thread and in the
    /// threads that it starts later.
    public static func main() -> Never {
        TerminationSignals.block()
        let context = Context(
            environment: ProcessInfo.processInfo.environment,
            output: { write($0, to: STDOUT_FILENO) },
            messages: { write($0, to: STDERR_FILENO) },
            waitForEnd: { await TerminationSignals.wait() }
        )
        let arguments = Array(CommandLine.arguments.dropFirst())
        Task.detached { exit(await run(arguments, context: context)) }
        // An `await` here would make this thread wait in a function that unblocks all signals, so that SIGTERM would
        // end the process immediately.
        while true { pause() }
    }

    /// Writes a line with one call, so that lines of several threads are not interleaved. Errors are ignored, because
    /// the program can serve requests without its output.
    private static func write(_ line: String, to descriptor: Int32) {
        _ = Array("\(line)\n".utf8).withUnsafeBytes { writeAll($0, to: descriptor) }
    }
}

/// SIGINT and SIGTERM, which request an orderly end.
private enum TerminationSignals {
    /// Blocks the signals. Ignores SIGPIPE, so that a write to a closed output or connection does not end the process.
    static func block() {
        var signals = signalSet()
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        signal(SIGPIPE, SIG_IGN)
    }

    /// Returns when one of the signals arrives; at once if no thread can be created. A second signal ends the process.
    static func wait() async {
        await withCheckedContinuation { continuation in
            let thread = SystemThread {
                var signals = signalSet()
                var received: Int32 = 0
                while sigwait(&signals, &received) != 0 {}
                signal(received, SIG_DFL)
                pthread_sigmask(SIG_UNBLOCK, &signals, nil)
                continuation.resume()
                // This thread receives the second signal.
                while true { pause() }
            }
            guard let thread else { return continuation.resume() }
            thread.detach()
        }
    }

    private static func signalSet() -> sigset_t {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGINT)
        sigaddset(&signals, SIGTERM)
        return signals
    }
}

#if os(Linux)
/// The limit of open files of the process. Each connection is an open file.
enum OpenFileLimit {
    /// Raises the limit to the greatest that the system permits, at most 65,536: the usual 1,024 is less than
    /// ``ServerLimits/maximumConnectionCount``.
    static func raise() {
        var limit = rlimit()
        #if canImport(Glibc)
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #else
        let resource = RLIMIT_NOFILE
        #endif
        guard getrlimit(resource, &limit) == 0 else { return }
        limit.rlim_cur = max(limit.rlim_cur, min(limit.rlim_max, 65_536))
        setrlimit(resource, &limit)
    }
}
#endif
