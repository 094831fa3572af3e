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

extension ServerCommand {
    /// Parses a command line without the program's name. Both `--port 80` and `--port=80` are accepted.
    static func parse(_ arguments: [String]) throws(UsageError) -> ServerCommand {
        var options = ServerOptions()
        var flags: [Flag] = []
        var remaining = arguments[...]
        while let argument = remaining.popFirst() {
            let name = String(argument.prefix { $0 != "=" })
            let attachedValue = name == argument ? nil : String(argument.dropFirst(name.count + 1))
            guard let flag = Flag(rawValue: name == "-h" ? "--help" : name) else { throw unknown(name) }
            flags.append(flag)
            guard flag.takesValue else {
                guard attachedValue == nil else { throw UsageError(description: "\(name) takes no value") }
                switch flag {
                case .help: return .help
                case .version: return .version
                default: options.logsRequests = true
                }
                continue
            }
            // A flag is not a value: in `--port --log` the port is missing.
            let next = attachedValue ?? remaining.first.flatMap { Flag(rawValue: $0) == nil ? $0 : nil }
            guard let value = next, !value.isEmpty else { throw UsageError(description: "\(name) needs a value") }
            if attachedValue == nil { remaining.removeFirst() }
            try options.set(flag, to: value)
        }
        if options.site != nil, let flag = flags.first(where: { ![.site, .port, .log].contains($0) }) {
            throw UsageError(description: "\(flag.rawValue) cannot be used with --site")
        }
        return .serve(options)
    }

    private static func unknown(_ name: String) -> UsageError {
        guard name.hasPrefix("-") else { return UsageError(description: "unexpected argument '\(name)'; see --help") }
        let nearest = Spelling.nearest(to: name, among: Flag.allCases.map(\.rawValue))
        let advice = nearest.map { "did you mean '\($0)'?" } ?? "see --help"
        return UsageError(description: "unknown flag '\(name)'; \(advice)")
    }
}

extension ServerOptions {
    fileprivate mutating func set(_ flag: Flag, to value: String) throws(UsageError) {
        switch flag {
        case .port:
            guard let port = UInt16(value) else {
                throw UsageError(description: "--port takes a number from 0 (any free one) to 65535, not '\(value)'")
            }
            self.port = port
        case .quota:
            guard let quota = Int(value), quota >= 0 else {
                throw UsageError(description: "--quota takes a number of searches per day, 0 or more, not '\(value)'")
            }
            api.searchQuota = quota
        case .fault:
            guard let fault = SampleAPIFault(rawValue: value) else {
                let names = SampleAPIFault.allCases.map(\.rawValue).joined(separator: ", ")
                throw UsageError(description: "--fault takes one of \(names), not '\(value)'")
            }
            api.fault = fault
        case .latency:
            guard let milliseconds = Int(value.hasSuffix("ms") ? value.dropLast(2) : value[...]), milliseconds >= 0
            else {
                throw UsageError(description: "--latency takes a number of milliseconds, 0 or more, not '\(value)'")
            }
            latency = .milliseconds(milliseconds)
        case .stubs: stubs = value
        case .site: site = value
        case .record: record = value
        case .replay: replay = value
        case .folder: folder = value
        case .apiKey: api.apiKey = value
        case .token: api.token = value
        case .log, .help, .version: break
        }
    }
}
