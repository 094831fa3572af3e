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

typealias WebUsageError = ToolArguments.UsageError

extension WebInvocation {
    /// Parses a command line without the program's name. Both `--port 80` and `--port=80` are accepted.
    static func parse(_ words: [String]) throws(WebUsageError) -> WebInvocation {
        var arguments = ToolArguments(words)
        if arguments.flag("--help", "-h") { return .help }
        if arguments.flag("--version") { return .version }
        var options = WebOptions()
        if let port = try arguments.value("--port", "a number from 0 (any free one) to 65535", { UInt16($0) }) {
            options.port = port
        }
        if let address = try arguments.value(
            "--listen",
            "an address such as 0.0.0.0 or ::1",
            { IPAddress($0) == nil ? nil : $0 }
        ) {
            options.address = address
        }
        options.tokenFile = try arguments.value("--token-file")
        options.requiresToken = !arguments.flag("--no-token")
        options.publicURL = try arguments.value(
            "--public-url",
            "a valid URL without a path, such as https://seek.example.com",
            publicURL
        )
        options.findsPublicResultsOnly = arguments.flag("--public-only")
        options.rateLimit = try arguments.value("--rate-limit", "a number of requests per minute, or 0 for no limit") {
            Int($0).flatMap { $0 < 0 ? nil : $0 }
        }
        options.opensBrowser = arguments.flag("--open")
        options.logsRequests = arguments.flag("--log")
        try arguments.finish()
        guard options.tokenFile == nil || options.requiresToken else {
            throw WebUsageError("--no-token and --token-file exclude each other")
        }
        // Users of other machines cannot read a token that is created at each start.
        guard options.tokenFile != nil || options.isLocal && options.publicURL == nil else {
            throw WebUsageError(
                "\(options.isLocal ? "--public-url" : "--listen \(options.address)") requires --token-file "
                    + "FILE, a file with a token of \(AccessToken.minimumLength) characters or more"
            )
        }
        return .serve(options)
    }

    private static func publicURL(_ text: String) -> URL? {
        guard let url = URL(string: text), Origin(url) != nil, ["", "/"].contains(url.path), url.query == nil,
            (try? HTTPRequest(method: .get, url: url).validate()) != nil
        else { return nil }
        return url
    }
}
