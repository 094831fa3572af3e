import Seek
import SeekBasics
import SeekNetworking
import SeekRedis

/// The program `seek-web`.
public enum WebCommand {
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
            let access = try access(options)
            let configuration = try configuration(context)
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
            for address in addresses { context.output("seek-web listening on \(address)") }
            if options.opensBrowser, let address = addresses.first { await open(address, context) }
            await context.waitForEnd()
            await server.stop(drainingFor: .seconds(10))
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

    private static func access(_ options: WebOptions) throws(AccessTokenError) -> AccessRules {
        let token = try options.tokenFile.map { path throws(AccessTokenError) in try AccessToken(file: path) }
        let limit = options.rateLimit ?? (token == nil ? 0 : defaultRateLimit)
        // The bound of a million avoids an overflow.
        return AccessRules(
            publicOrigin: options.publicURL.flatMap(Origin.init),
            token: token,
            limiter: limit == 0 ? nil : RequestLimiter(perMinute: limit),
            imageLimiter: limit == 0 ? nil : RequestLimiter(perMinute: 20 * min(limit, 1_000_000))
        )
    }

    private static func configuration(_ context: Context) throws -> SeekConfiguration {
        var configuration = try SeekConfiguration(environment: context.environment)
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

        usage: seek-web [--port N] [--open] [--log]
               seek-web --listen ADDRESS --token-file FILE [--public-url URL] [--rate-limit N] [--port N] [--log]

          --port N           Port to listen on (default 8750; 0: any free port)
          --open             Open the page in the browser
          --log              Log each request to standard error as a line of JSON, without its query
          --listen ADDRESS   Numeric address to listen on (default 127.0.0.1), such as 0.0.0.0
          --token-file FILE  File with the token that users enter and programs send as Authorization: Bearer; create
                             one with: (umask 077 && openssl rand -hex 32 > FILE)
          --public-url URL   URL with the host name by which users reach the app: https://seek.example.com for a proxy
                             on this machine, http://NAME:PORT without a proxy
          --rate-limit N     Requests per minute and client (default 600 with a token; 0: no limit); images are counted
                             separately, with 20 times the limit
          --help             Print this help
          --version          Print the version

        The environment variables are those of seek: YOUTUBE_API_KEY, GH_TOKEN, SEEK_REDIS_URL, SEEK_STATE_DIR, …
        SIGINT and SIGTERM end the program with status 0. Responses in progress are completed first, within 10 seconds.
        """
}
