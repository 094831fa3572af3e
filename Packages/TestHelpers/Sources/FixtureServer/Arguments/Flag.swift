import SeekBasics

/// The flags of `fixture-server`.
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

    /// Whether the flag takes a value.
    var takesValue: Bool {
        switch self {
        case .log, .help, .version: false
        default: true
        }
    }

    /// Returns the flag with the most similar name; nil if none is similar.
    static func nearest(to name: String) -> Flag? {
        Spelling.nearest(to: name, among: allCases.map(\.rawValue)).flatMap(Flag.init)
    }
}
