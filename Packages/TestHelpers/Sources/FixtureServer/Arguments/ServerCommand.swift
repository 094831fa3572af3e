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

enum Flag: String, CaseIterable {
    case port = "--port"
    case folder = "--folder"
    case quota = "--quota"
    case apiKey = "--api-key"
    case token = "--token"
    case fault = "--fault"
    case latency = "--latency"
    case stubs = "--stubs"
    case site = "--site"
    case record = "--record"
    case replay = "--replay"
    case log = "--log"
    case help = "--help"
    case version = "--version"

    var takesValue: Bool {
        switch self {
        case .log, .help, .version: false
        default: true
        }
    }
}

/// An invalid command line. The description is one line.
struct UsageError: Error, Hashable, CustomStringConvertible {
    var description: String
}
