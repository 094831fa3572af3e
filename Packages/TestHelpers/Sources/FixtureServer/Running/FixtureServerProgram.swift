import SeekNetworking
import SeekSampleAPI
import SeekTestHelpers

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The program but for its surroundings, which are passed in.
struct FixtureServerProgram {
    /// The version of Seek it belongs to.
    static let version = "0.1.0"

    var environment: [String: String]
    /// Writes a line to standard output.
    var output: @Sendable (String) -> Void
    /// Writes a line to standard error.
    var errors: @Sendable (String) -> Void
    /// Returns when it is time to end. The server's address comes in.
    var waitForEnd: (URL) -> Void

    /// Runs it: 0 done, 1 failed, 2 wrong usage.
    func run(_ arguments: [String]) -> Int32 {
        do throws(UsageError) {
            switch try ServerCommand.parse(arguments) {
            case .help: output(Self.help)
            case .version: output("fixture-server \(Self.version)")
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
            let stubs = try Self.stubs(options)
            let folder = try SampleAPI.sampleFolder(
                options.folder.map { URL(fileURLWithPath: $0) },
                environment: environment
            )
            let api = try SampleAPI(folder: folder, configuration: options.api)
            let served = ServedAPIs(options, api: api, stubs: stubs)
            let server = try LoopbackServer(port: options.port, keepsRequests: false) { [errors] request in
                let reply = served.reply(to: request)
                if options.logs { errors(RequestLine.text(request, reply)) }
                return reply
            }
            output("fixture-server listening on \(server.baseURL.absoluteString)")
            waitForEnd(server.baseURL)
            server.stop()
            if let file = options.record {
                try served.recording.write(to: URL(fileURLWithPath: file))
            }
            return 0
        } catch {
            errors("fixture-server: \(error)")
            return 1
        }
    }

    /// The stubs of the files: those of the recording first, so that the others come before them.
    private static func stubs(_ options: ServerOptions) throws -> [Stub] {
        var stubs: [Stub] = []
        if let file = options.replay { stubs += try Recording(contentsOf: URL(fileURLWithPath: file)).stubs() }
        if let file = options.stubs {
            let url = URL(fileURLWithPath: file)
            let folder = try Fixtures(root: url.deletingLastPathComponent())
            stubs += try StubsLoader.stubs(from: try folder.bytes(of: url.lastPathComponent), in: file)
        }
        return stubs
    }

    static let help = """
        The YouTube Data API and the GitHub REST API on 127.0.0.1, answered from Fixtures/sample-api.

        usage: fixture-server [--port N] [--folder PATH] [--quota N] [--api-key KEY] [--token TOKEN] [--fault KIND]
                              [--latency MS] [--stubs FILE] [--record FILE.har] [--replay FILE.har] [--log]

          --port N       the port to listen on; 0, the default, takes any free one
          --folder PATH  the corpus; without it $SEEK_FIXTURES/sample-api, else Fixtures/sample-api beside or above the sources
          --quota N      how many YouTube searches a day has (100)
          --api-key KEY  the key YouTube takes (demo-key)
          --token TOKEN  the token GitHub takes (demo-token); without one it answers within lower limits
          --fault KIND   breaks every answer: \(SampleAPIFault.allCases.map(\.rawValue).joined(separator: ", "))
          --latency MS   how long every answer takes at least
          --stubs FILE   stubs, as JSON, which answer before the APIs; changed while it runs through /__admin
          --replay FILE.har
                         a recording that answers before the APIs
          --record FILE.har
                         what is answered, written at the end without secrets
          --log          writes a line for each request to standard error, keys left out
          --help         this text
          --version      the version

        It prints one line once it is ready, 'fixture-server listening on http://127.0.0.1:PORT', and ends with 0 on
        SIGINT and SIGTERM. Both APIs have that one address: /youtube/v3/search, /users/octocat/repos, …
        GitHub's searches of users, code, commits and topics return one fixed response each, whatever the text: Fixtures/github.
        """
}
