import SeekSampleAPI

/// A parsed command line.
enum ServerCommand: Hashable {
    case serve(ServerOptions)
    case help
    case version
}

/// The options of the server.
struct ServerOptions: Hashable {
    /// The port; 0 selects a free one.
    var port: UInt16 = 0
    /// The path of the corpus; nil to locate it.
    var folder: String?
    /// Whether each request is logged to standard error.
    var logs = false
    /// The delay before each response.
    var latency = Duration.zero
    /// The path of a JSON file of stubs, which take precedence over the APIs.
    var stubs: String?
    /// The path of a folder whose files are served instead of the APIs.
    var site: String?
    /// The path of the HAR file that is written when the server ends; nil to record nothing.
    var record: String?
    /// The path of a HAR file whose responses take precedence over the APIs.
    var replay: String?
    var api = SampleAPIConfiguration()
}

/// An invalid command line. The description is one line: the problem, and what to do.
struct UsageError: Error, Hashable, CustomStringConvertible {
    var description: String
}
