import SeekBasics
import SeekNetworking

struct WebRequest: Sendable {
    var method: HTTPRequest.Method = .get
    /// The decoded segments of the path: `/saved/a%20b` has `["saved", "a b"]`, and `/` has none.
    var path: [String]
    var query: QueryParameters = [:]
    var headerFields: HTTPFields = [:]
    var body = Data()
    /// The numeric address of the client, without its port: `127.0.0.1`.
    var clientAddress = "127.0.0.1"
    /// Returns the user ID of the client's process; nil if it is unknown, as on another machine.
    var clientUserID: @Sendable () -> UInt32? = { nil }
    /// What has caused the request. ``WebApplication`` determines it before anything else.
    var initiator = RequestInitiator.unknown
}

extension WebRequest {
    /// Creates a request for a target in origin form: `/search?q=swift`.
    ///
    /// A slash at the end of the path is ignored. Returns nil for a target that is not a path, or whose path has a
    /// segment `.` or `..`, a repeated slash or an ASCII control character. Bytes that are not UTF-8 become U+FFFD.
    init?(_ method: HTTPRequest.Method = .get, _ target: String) {
        guard target.first == "/" else { return nil }
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        var segments = parts[0].dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        if segments.last == "" { segments.removeLast() }
        let path = segments.map { PercentEncoding.decode($0) }
        guard path.allSatisfy(Self.isAcceptable) else { return nil }
        self.init(method: method, path: path)
        if parts.count > 1 { query = QueryParameters(encoded: String(parts[1])) }
    }

    private static func isAcceptable(_ segment: String) -> Bool {
        !segment.isEmpty && segment != "." && segment != ".." && segment.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    }

    /// The fields of a form that was sent with POST.
    var form: QueryParameters { QueryParameters(encoded: String(decoding: body, as: UTF8.self)) }

    /// Whether the `Accept` field contains `text/html`, as that of a browser does. `*/*` is not enough.
    var acceptsHTML: Bool { headerFields[values: .accept].contains { $0.contains("text/html") } }
}

extension QueryParameters {
    /// The first nonempty value of a parameter; nil if there is none.
    subscript(name: String) -> String? { items.first { $0.name == name && !$0.value.isEmpty }?.value }
}
