import SeekBasics
import SeekNetworking
import SeekSampleAPI
@_spi(Seek) import SeekTestHelpers

/// The program. Its inputs and outputs are properties, so that tests can run it.
struct FixtureServerProgram {
    /// The executable file, at which the search for the sample data starts. The default of SeekSampleAPI, `#filePath`,
    /// would make a release depend on the folder in which it was built.
    var executable = URL(fileURLWithPath: CommandLine.arguments[0])
    var environment: [String: String]
    /// Writes a line to standard output.
    var output: @Sendable (String) -> Void
    /// Writes a line to standard error.
    var errors: @Sendable (String) -> Void
    /// Blocks until the program must end. The parameter is the server's URL.
    var waitForEnd: (URL) -> Void

    /// Returns the environment of an installed program. If `SEEK_FIXTURES` is missing or empty, it is set to the folder
    /// that was installed with the program, `../share/seek/Fixtures`, provided that this folder exists.
    static func environment(_ variables: [String: String], executable: URL) -> [String: String] {
        let fixtures = executable.deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("share/seek/Fixtures")
        guard variables[Fixtures.environmentVariable]?.isEmpty ?? true,
            FileManager.default.fileExists(atPath: fixtures.path)
        else { return variables }
        return variables.merging([Fixtures.environmentVariable: fixtures.path]) { $1 }
    }

    /// Runs the program and returns its exit status: 0 for success, 1 for a failure, 2 for invalid usage.
    func run(_ arguments: [String]) -> Int32 {
        do throws(UsageError) {
            switch try ServerCommand.parse(arguments) {
            case .help: output(Self.help)
            case .version: output("fixture-server \(SeekVersion.description)")
            case .serve(let options): return serve(options)
            }
            return 0
        } catch {
            errors("fixture-server: \(error)")
            return 2
        }
    }

    private func serve(_ options: ServerOptions) -> Int32 {
        do {
            if let site = options.site {
                let site = try StaticSite(folder: site)
                try listen(options) { site.reply(to: $0) }
                return 0
            }
            let environment = Self.environment(environment, executable: executable)
            let folder = try SampleAPI.sampleFolder(
                options.folder.map { URL(fileURLWithPath: $0) },
                environment: environment,
                filePath: executable.path
            )
            let api = try SampleAPI(
                folder: folder,
                configuration: options.api,
                environment: environment,
                filePath: executable.path
            )
            let served = ServedAPIs(options, api: api, stubs: try stubs(options), recorded: try recording(options))
            try listen(options) { served.reply(to: $0) }
            if let file = options.record {
                try served.recording.write(to: URL(fileURLWithPath: file))
            }
            return 0
        } catch {
            errors("fixture-server: \(error)")
            return 1
        }
    }

    private func listen(
        _ options: ServerOptions,
        reply: @escaping @Sendable (HTTPRequest) -> LoopbackServer.Reply
    ) throws(LoopbackServer.Failure) {
        let server = try LoopbackServer(port: options.port, recordsRequests: false) { [errors] request in
            let reply = reply(request)
            if options.logsRequests { errors(LogLine.describing(request, reply)) }
            return reply
        }
        output("fixture-server listening on \(server.baseURL.absoluteString)")
        waitForEnd(server.baseURL)
        server.stop()
    }

    private func stubs(_ options: ServerOptions) throws -> [Stub] {
        guard let file = options.stubs else { return [] }
        return try StubFile.stubs(
            from: Fixtures.read(URL(fileURLWithPath: file)),
            in: file,
            filePath: executable.path
        )
    }

    /// Returns the recording to replay, and warns about exchanges that cannot be replayed.
    private func recording(_ options: ServerOptions) throws -> Recording? {
        guard let file = options.replay else { return nil }
        let recording = try Recording(contentsOf: URL(fileURLWithPath: file))
        if let summary = recording.skippedSummary { errors("fixture-server: warning: \(file): \(summary)") }
        return recording
    }

    /// The help. `help2man`, which converts it to the manual page, recognizes “Usage:”, “or:”, “Options:” and
    /// “Examples:”.
    static let help = """
        Serves the YouTube Data API and the GitHub REST API on 127.0.0.1 from sample data, so that seek and other
        clients can be tried and tested without a key and without the internet.

        Usage: fixture-server [OPTION]...
          or:  fixture-server --site FOLDER [--port N] [--log]

        When it is ready, it prints 'fixture-server listening on http://127.0.0.1:PORT'. Both APIs have this address:
        set SEEK_YOUTUBE_URL and SEEK_GITHUB_URL to it, YOUTUBE_API_KEY to demo-key and GH_TOKEN to demo-token. SIGINT
        and SIGTERM end it with status 0.

        Searches of users, code, commits, topics and labels return one fixed response each for any query. The handle of
        a channel is its title in lower case without spaces: @slowswift.

        Options:
          --port N           Port to listen on (default 0: any free port)
          --folder PATH      Folder of the sample data (default $SEEK_FIXTURES/sample-api, else the one installed with
                             the program, else Fixtures/sample-api beside or above the program, else in or above the
                             current folder)
          --quota N          YouTube searches per day (default 100)
          --api-key KEY      Valid API key of YouTube (default demo-key)
          --token TOKEN      Valid token of GitHub (default demo-token); requests without a token have lower limits
          --fault KIND       Fault of every response: \(SampleAPIFault.allCases.map(\.rawValue).joined(separator: ", "))
          --latency MS       Delay before each response of an API or a stub, in milliseconds
          --stubs FILE       JSON file of stubs, which take precedence over the APIs; can be changed through /__admin
          --site FOLDER      Folder whose files are served instead of the APIs, as on a web host
          --replay FILE.har  Recording whose responses take precedence over the APIs
          --record FILE.har  Recording of all exchanges, with secrets removed, to write when the server ends
          --log              Log each request to standard error, without keys
          --help             Print this help
          --version          Print the version

        Examples:
          $ fixture-server --port 8000 &
          $ export SEEK_YOUTUBE_URL=http://127.0.0.1:8000 SEEK_GITHUB_URL=http://127.0.0.1:8000
          $ export YOUTUBE_API_KEY=demo-key GH_TOKEN=demo-token
          $ seek search swift
        """
}

enum ServerCommand: Hashable {
    case serve(ServerOptions)
    case help
    case version
}

struct ServerOptions: Hashable {
    /// The port; 0 selects a free one.
    var port: UInt16 = 0
    /// The path of the folder with the sample data of the YouTube and GitHub APIs; nil to search for it.
    var folder: String?
    /// Whether each request is logged to standard error.
    var logsRequests = false
    /// The delay before each response; responses of `/__admin` are not delayed.
    var latency = Duration.zero
    /// The path of a JSON file of stubs, which take precedence over the recording in ``replay`` and over the sample
    /// APIs; nil for none.
    var stubs: String?
    /// The path of a folder whose files are served instead of the sample APIs; nil to serve the APIs.
    var site: String?
    /// The path of the HAR file to which the exchanges are written when the server ends; nil to record nothing.
    var record: String?
    /// The path of a HAR file with recorded responses, which take precedence over the sample APIs; nil for none.
    var replay: String?
    /// The keys, limits and faults of the sample APIs.
    var api = SampleAPIConfiguration()
}

typealias UsageError = ToolArguments.UsageError

extension ServerCommand {
    /// Parses a command line without the program's name. Both `--port 80` and `--port=80` are accepted.
    static func parse(_ words: [String]) throws(UsageError) -> ServerCommand {
        var arguments = ToolArguments(words)
        if arguments.flag("--help", "-h") { return .help }
        if arguments.flag("--version") { return .version }
        var options = ServerOptions()
        options.port = try arguments.value("--port", "a number from 0 (any free one) to 65535") { UInt16($0) } ?? 0
        options.site = try arguments.value("--site")
        options.logsRequests = arguments.flag("--log")
        let siteOptions = options
        options.folder = try arguments.value("--folder")
        options.stubs = try arguments.value("--stubs")
        options.record = try arguments.value("--record")
        options.replay = try arguments.value("--replay")
        if let milliseconds = try arguments.value(
            "--latency",
            "a number of milliseconds, 0 or more",
            { count(String($0.hasSuffix("ms") ? $0.dropLast(2) : $0[...])) }
        ) {
            options.latency = .milliseconds(milliseconds)
        }
        if let quota = try arguments.value("--quota", "a number of searches per day, 0 or more", count) {
            options.api.searchQuota = quota
        }
        if let key = try arguments.value("--api-key") { options.api.apiKey = key }
        if let token = try arguments.value("--token") { options.api.token = token }
        let faults = SampleAPIFault.allCases.map(\.rawValue).joined(separator: ", ")
        options.api.fault = try arguments.value("--fault", "one of \(faults)") { SampleAPIFault(rawValue: $0) }
        try arguments.finish()
        guard options.site == nil || options == siteOptions else {
            throw UsageError("--site can be combined only with --port and --log")
        }
        return .serve(options)
    }

    private static func count(_ text: String) -> Int? { Int(text).flatMap { $0 < 0 ? nil : $0 } }
}
