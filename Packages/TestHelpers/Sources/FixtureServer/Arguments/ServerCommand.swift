import SeekBasics
import SeekSampleAPI

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
