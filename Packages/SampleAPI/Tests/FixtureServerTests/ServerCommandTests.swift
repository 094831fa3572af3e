import SeekSampleAPI
import Testing

@testable import FixtureServer

@Suite("The command line of fixture-server")
struct ServerCommandTests {
    @Test("without arguments, the server uses any free port and the default configuration")
    func defaults() throws {
        #expect(try ServerCommand.parse([]) == .serve(ServerOptions()))
        #expect(ServerOptions().port == 0)
        #expect(ServerOptions().api == SampleAPIConfiguration())
    }

    @Test(
        "all flags for serving the APIs are parsed, with values as the next argument or after =",
        arguments: [
            [
                "--port", "8080", "--folder", "a b", "--quota", "3", "--api-key", "k", "--token", "t", "--fault",
                "html", "--log", "--latency", "250", "--stubs", "s.json", "--record", "r.har", "--replay", "p.har",
            ],
            [
                "--replay=p.har", "--record=r.har", "--stubs=s.json", "--latency=250ms", "--log", "--fault=html",
                "--token=t", "--api-key=k", "--quota=3", "--folder=a b", "--port=8080",
            ],
        ]
    )
    func allFlags(arguments: [String]) throws {
        var options = ServerOptions()
        options.port = 8080
        options.folder = "a b"
        options.logsRequests = true
        options.latency = .milliseconds(250)
        options.stubs = "s.json"
        options.record = "r.har"
        options.replay = "p.har"
        options.api = SampleAPIConfiguration(apiKey: "k", token: "t", searchQuota: 3, fault: .html)
        #expect(try ServerCommand.parse(arguments) == .serve(options))
    }

    @Test("--site is parsed with the flags that apply to it")
    func site() throws {
        var options = ServerOptions()
        options.port = 8080
        options.logsRequests = true
        options.site = "public"
        #expect(try ServerCommand.parse(["--site", "public", "--port", "8080", "--log"]) == .serve(options))
    }

    @Test(
        "--site cannot be used with flags that apply only to the APIs",
        arguments: [
            "--folder=a", "--quota=3", "--api-key=k", "--token=t", "--fault=html", "--latency=250", "--stubs=s.json",
            "--replay=p.har", "--record=r.har",
        ]
    )
    func siteWithFlag(of argument: String) throws {
        for arguments in [["--site=public", argument], [argument, "--site=public"]] {
            let error = try #require(throws: UsageError.self) { try ServerCommand.parse(arguments) }
            #expect("\(error)" == "--site can be combined only with --port and --log")
        }
    }

    @Test(
        "--help and --version override all other arguments",
        arguments: [
            (["--help", "--oops"], ServerCommand.help), (["-h"], .help), (["--port", "1", "--version"], .version),
        ]
    )
    func helpAndVersion(arguments: [String], command: ServerCommand) throws {
        #expect(try ServerCommand.parse(arguments) == command)
    }

    @Test("every fault can be selected by its name", arguments: SampleAPIFault.allCases)
    func faults(fault: SampleAPIFault) throws {
        guard case .serve(let options) = try ServerCommand.parse(["--fault", fault.rawValue]) else {
            Issue.record("not serving")
            return
        }
        #expect(options.api.fault == fault)
    }

    @Test(
        "an unknown flag is rejected, and the most similar one is suggested",
        arguments: [
            ("--prot", "--port"), ("--quotas", "--quota"), ("--api_key", "--api-key"), ("--apikey=secret", "--api-key"),
            ("--falut", "--fault"), ("-log", "--log"), ("--folders", "--folder"), ("--tokens", "--token"),
            ("--verson", "--version"),
        ]
    )
    func unknownFlags(argument: String, nearest: String) throws {
        let error = try #require(throws: UsageError.self) { try ServerCommand.parse([argument]) }
        #expect("\(error)".contains("did you mean '\(nearest)'?"), "\(error)")
        #expect("\(error)".contains("unknown flag"))
        #expect(!"\(error)".contains("secret"))
    }

    @Test(
        "an invalid, missing or superfluous value and an unexpected argument are reported in one line",
        arguments: [
            (["--port", "65536"], "0 (any free one) to 65535"), (["--port", "-1"], "--port takes"),
            (["--port", "http"], "--port takes"),
            (["--port"], "--port needs a value"), (["--port", "--log"], "--port needs a value"),
            (["--port="], "--port needs a value"),
            (["--quota", "-1"], "--quota takes"), (["--quota", "many"], "--quota takes"),
            (["--fault", "fire"], "html, malformed, truncated, 500"),
            (["--log=yes"], "--log takes no value"), (["--help=me"], "--help takes no value"),
            (["8080"], "unexpected argument '8080'"),
            (["--folder"], "--folder needs a value"), ([""], "unexpected argument ''"),
        ]
    )
    func invalidValues(arguments: [String], message: String) throws {
        let error = try #require(throws: UsageError.self) { try ServerCommand.parse(arguments) }
        #expect("\(error)".contains(message))
        #expect(!"\(error)".contains("\n"))
    }
}
