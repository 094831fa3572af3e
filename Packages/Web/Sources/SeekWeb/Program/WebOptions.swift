import SeekBasics
import SeekNetworking

struct WebOptions: Sendable, Hashable {
    /// The port; 0 for any free one.
    var port: UInt16 = 8_750
    /// The numeric address on which the server listens.
    var address = "127.0.0.1"
    var opensBrowser = false
    var logsRequests = false
    /// The path of the file with the token that all users share; nil for a new token at each start.
    var tokenFile: String?
    /// Whether requests need a token.
    var requiresToken = true
    /// The URL under which users reach the app by name, usually through a proxy; nil if there is none.
    var publicURL: URL?
    /// Whether only public results are found: GitHub is searched without the token.
    var findsPublicResultsOnly = false
    /// The limit of requests per minute and client; 0 for no limit, nil for the default: 600 with a token file, no
    /// limit otherwise.
    var rateLimit: Int?

    /// Whether the address is reachable from this machine only.
    var isLocal: Bool { address.hasPrefix("127.") || address == "::1" }
}

enum WebInvocation: Sendable, Hashable {
    case serve(WebOptions)
    case help
    case version
}

/// An invalid command line. The description is one line: the problem, and what to do.
struct WebUsageError: Error, Hashable, CustomStringConvertible {
    var description: String
}

extension WebInvocation {
    fileprivate enum Flag: String, CaseIterable {
        case port = "--port"
        case listen = "--listen"
        case tokenFile = "--token-file"
        case noToken = "--no-token"
        case publicURL = "--public-url"
        case publicOnly = "--public-only"
        case rateLimit = "--rate-limit"
        case open = "--open"
        case log = "--log"
        case help = "--help"
        case version = "--version"

        var takesValue: Bool {
            switch self {
            case .port, .listen, .tokenFile, .publicURL, .rateLimit: true
            case .noToken, .publicOnly, .open, .log, .help, .version: false
            }
        }
    }

    /// Parses a command line without the program's name. Both `--port 80` and `--port=80` are accepted.
    static func parse(_ arguments: [String]) throws(WebUsageError) -> WebInvocation {
        var options = WebOptions()
        var remaining = arguments[...]
        while let argument = remaining.popFirst() {
            let name = String(argument.prefix { $0 != "=" })
            let attachedValue = name == argument ? nil : String(argument.dropFirst(name.count + 1))
            guard let flag = Flag(rawValue: name == "-h" ? "--help" : name) else { throw unknown(name) }
            guard flag.takesValue else {
                guard attachedValue == nil else { throw WebUsageError(description: "\(name) takes no value") }
                switch flag {
                case .help: return .help
                case .version: return .version
                case .log: options.logsRequests = true
                case .noToken: options.requiresToken = false
                case .publicOnly: options.findsPublicResultsOnly = true
                default: options.opensBrowser = true
                }
                continue
            }
            // A flag is not a value: in `--port --open` the port is missing.
            let nextValue = attachedValue ?? remaining.first.flatMap { Flag(rawValue: $0) == nil ? $0 : nil }
            guard let value = nextValue, !value.isEmpty else {
                throw WebUsageError(description: "\(name) needs a value")
            }
            if attachedValue == nil { remaining.removeFirst() }
            try options.set(flag, to: value)
        }
        guard options.tokenFile == nil || options.requiresToken else {
            throw WebUsageError(description: "--no-token and --token-file exclude each other")
        }
        // Users of other machines cannot read a token that is created at each start.
        guard options.tokenFile != nil || options.isLocal && options.publicURL == nil else {
            throw WebUsageError(
                description:
                    "\(options.isLocal ? "--public-url" : "--listen \(options.address)") requires --token-file "
                    + "FILE, a file with a token of \(AccessToken.minimumLength) characters or more"
            )
        }
        return .serve(options)
    }

    private static func unknown(_ name: String) -> WebUsageError {
        guard name.hasPrefix("-") else {
            return WebUsageError(description: "unexpected argument '\(name)'; see seek-web --help")
        }
        let nearest = Spelling.nearest(to: name, among: Flag.allCases.map(\.rawValue))
        let advice = nearest.map { "did you mean '\($0)'?" } ?? "see seek-web --help"
        return WebUsageError(description: "unknown flag '\(name)'; \(advice)")
    }
}

extension WebOptions {
    fileprivate mutating func set(_ flag: WebInvocation.Flag, to value: String) throws(WebUsageError) {
        switch flag {
        case .port:
            guard let port = UInt16(value) else {
                throw WebUsageError(description: "--port takes a number from 0 (any free one) to 65535, not '\(value)'")
            }
            self.port = port
        case .listen:
            guard IPAddress(value) != nil else {
                throw WebUsageError(description: "--listen takes an address such as 0.0.0.0 or ::1, not '\(value)'")
            }
            address = value
        case .tokenFile: tokenFile = value
        case .publicURL:
            guard let url = URL(string: value), Origin(url) != nil, ["", "/"].contains(url.path), url.query == nil
            else {
                throw WebUsageError(
                    description: "--public-url takes a URL without a path, such as https://seek.example.com"
                )
            }
            do throws(NetworkError) {
                try HTTPRequest(method: .get, url: url).validate()
            } catch {
                throw WebUsageError(description: "--public-url is invalid: \(error.message)")
            }
            publicURL = url
        case .rateLimit:
            guard let limit = Int(value), limit >= 0 else {
                throw WebUsageError(
                    description: "--rate-limit takes a number of requests per minute, or 0 for no limit"
                )
            }
            rateLimit = limit
        case .noToken, .publicOnly, .open, .log, .help, .version: break
        }
    }
}
