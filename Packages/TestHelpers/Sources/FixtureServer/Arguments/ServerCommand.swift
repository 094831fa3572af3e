import SeekSampleAPI

/// What the command line asks for.
enum ServerCommand: Hashable {
    case serve(ServerOptions)
    case help
    case version
}

/// How to serve.
struct ServerOptions: Hashable {
    /// 0 is any free port.
    var port: UInt16 = 0
    /// The corpus; found by itself where it is nil.
    var folder: String?
    /// Whether each request is written to standard error.
    var logs = false
    /// How long every answer takes.
    var latency = Duration.zero
    /// A file of stubs, which answer before the API.
    var stubs: String?
    /// The HAR that is written at the end.
    var record: String?
    /// A HAR that answers before the API.
    var replay: String?
    var api = SampleAPIConfiguration()
}

/// A command line that cannot be followed. One line: what is wrong, and what to do.
struct UsageError: Error, Hashable, CustomStringConvertible {
    var description: String
}
