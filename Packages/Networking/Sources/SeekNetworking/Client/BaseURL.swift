import SeekBasics

/// A base URL, parsed once.
struct BaseURL: Sendable {
    let origin: Origin?
    private let url: String
    /// The URL with one trailing slash.
    private let prefix: String

    init(_ url: URL) throws(NetworkError) {
        let request = HTTPRequest(url: url)
        try request.validate()
        guard url.query() == nil, url.fragment() == nil else {
            let reason = "the base URL has a query or a fragment; remove it, and add its parameters to the endpoints"
            throw .invalidRequest(reason: reason, NetworkError.Context(request: request, attempts: 0))
        }
        origin = Origin(url)
        self.url = url.absoluteString
        var prefix = self.url
        while prefix.hasSuffix("/") { prefix.removeLast() }
        self.prefix = prefix + "/"
    }

    /// Returns the URL of an encoded path and an encoded query. The path may itself contain a query.
    func urlString(path: String, query: String) -> String {
        let urlString = path.isEmpty ? url : prefix + path
        guard !query.isEmpty else { return urlString }
        return urlString + (path.utf8.contains(UInt8(ascii: "?")) ? "&" : "?") + query
    }
}
