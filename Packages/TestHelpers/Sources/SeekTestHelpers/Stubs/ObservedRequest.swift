import SeekBasics
import SeekNetworking

/// A request that is parsed once for the comparison with all stubs.
struct ObservedRequest {
    let request: HTTPRequest
    let origin: Origin
    /// The percent-decoded segments of the path.
    let path: [String]
    /// The percent-decoded query parameters.
    let query: [QueryParameters.Item]

    /// Nil if the URL is not an absolute `http` or `https` URL.
    init?(_ request: HTTPRequest) {
        guard let origin = request.origin else { return nil }
        self.request = request
        self.origin = origin
        let segments = request.url.path(percentEncoded: true)
            .split(separator: "/", omittingEmptySubsequences: false)
            .dropFirst()
            .map { PercentEncoding.decode($0) }
        path = segments.isEmpty ? [""] : segments
        query = QueryParameters(of: request.url).items
    }

    var pathText: String { "/" + path.joined(separator: "/") }

    /// The body as JSON; nil if it is not JSON.
    var json: JSONValue? {
        request.body.flatMap { try? JSONDecoder().decode(JSONValue.self, from: $0) }
    }
}
