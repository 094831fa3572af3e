import Seek
import SeekBasics
import SeekRedis

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The program `seek-web`.
public enum WebCommand {
    /// The environment of the program. Tests replace it.
    public struct Context: Sendable {
        /// The environment variables.
        public var environment: [String: String]
        /// Writes a line to standard output.
        public var output: @Sendable (String) -> Void
        /// Writes a line to standard error.
        public var messages: @Sendable (String) -> Void
        /// Returns when the program must end.
        public var waitForEnd: @Sendable () async -> Void

        /// Creates a context.
        public init(
            environment: [String: String],
            output: @escaping @Sendable (String) -> Void,
            messages: @escaping @Sendable (String) -> Void,
            waitForEnd: @escaping @Sendable () async -> Void
        ) {
            self.environment = environment
            self.output = output
            self.messages = messages
            self.waitForEnd = waitForEnd
        }
    }

    /// Runs a command line without the program's name, and returns its exit status: 0 for success, 1 for a failure, 2
    /// for invalid usage.
    public static func run(_ arguments: [String], context: Context) async -> Int32 {
        do throws(WebUsageError) {
            switch try WebInvocation.parse(arguments) {
            case .help: context.output(help)
            case .version: context.output("seek-web \(SeekVersion.current)")
            case .serve(let options): return await serve(options, context)
            }
            return 0
        } catch {
            context.messages("seek-web: \(error)")
            return 2
        }
    }

    private static func serve(_ options: WebOptions, _ context: Context) async -> Int32 {
        #if canImport(CMicrohttpd)
        do {
            var configuration = try SeekConfiguration(environment: context.environment)
            configuration.redis = try Redis(environment: context.environment)
            configuration.client.onStoreFailure = { context.messages("seek-web: warning: \($0)") }
            let seek = SeekClient(configuration)
            let server = try WebServer(
                WebApplication(routes: WebApplication.routes(seek, configuration)),
                address: options.address,
                port: options.port
            )
            context.output("seek-web listening on http://\(authority(options.address, server.port))/")
            await context.waitForEnd()
            await server.stop(drainingFor: .seconds(10))
            await seek.close()
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

    private static func authority(_ address: String, _ port: UInt16) -> String {
        address.contains(":") ? "[\(address)]:\(port)" : "\(address):\(port)"
    }

    static let help = """
        Serves the web app of Seek: one page that searches YouTube and GitHub, and a JSON API.

        usage: seek-web [--port N] [--listen ADDRESS] [--open]

          --port N          Port to listen on (default 8750; 0: any free port)
          --listen ADDRESS  Numeric address to listen on (default 127.0.0.1)
          --open            Open the page in the browser
          --help            Print this help
          --version         Print the version

        The environment is that of seek: YOUTUBE_API_KEY, GH_TOKEN, SEEK_REDIS_URL, SEEK_STATE_DIR, … SIGINT and
        SIGTERM end the program with status 0 after the responses in progress.
        """
}
