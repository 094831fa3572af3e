import SeekBasics
import SeekNetworking

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A request as stubs are held against it: read once, however many there are.
struct ObservedRequest {
    let request: HTTPRequest
    let origin: Origin
    /// The path's segments, percent-decoded one by one.
    let path: [String]
    let query: [QueryParameters.Item]

    /// Nil where the URL is not an absolute `http` or `https` one.
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

    /// The body as JSON; nil where it is none.
    var json: JSONValue? {
        request.body.flatMap { try? JSONDecoder().decode(JSONValue.self, from: $0) }
    }
}
