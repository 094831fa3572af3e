/// An HTTP archive as it stands in a file: HAR 1.2, and what browsers and proxies make of it.
///
/// What the format requires but a replay does without may be missing when it is read; all of it is written.
/// Source: http://www.softwareishard.com/blog/har-12-spec/
struct HAR: Codable {
    struct Log: Codable {
        var version: String?
        var creator: Creator?
        var entries: [Entry]
    }

    struct Creator: Codable {
        var name: String?
        var version: String?
    }

    struct Entry: Codable {
        var startedDateTime: String?
        var time: Double?
        var request: Request
        var response: Response
        var cache: Nothing?
        var timings: Timings?
        /// What else is to be said: why there is no answer.
        var comment: String?
    }

    struct Request: Codable {
        var method: String
        var url: String
        var httpVersion: String?
        var cookies: [Pair]?
        var headers: [Pair]?
        var queryString: [Pair]?
        var postData: PostData?
        var headersSize: Int?
        var bodySize: Int?
    }

    struct Response: Codable {
        /// 0 where the exchange failed: browsers keep those, too.
        var status: Int
        var statusText: String?
        var httpVersion: String?
        var cookies: [Pair]?
        var headers: [Pair]?
        var content: Content?
        var redirectURL: String?
        var headersSize: Int?
        var bodySize: Int?
    }

    struct Pair: Codable {
        var name: String
        var value: String?
    }

    struct PostData: Codable {
        var mimeType: String?
        var text: String?
        /// Not of the format, but what several writers do, as with content.
        var encoding: String?
    }

    struct Content: Codable {
        var size: Int?
        var mimeType: String?
        /// Missing where the writer did not keep bodies.
        var text: String?
        var encoding: String?
    }

    struct Timings: Codable {
        var send: Double?
        var wait: Double?
        var receive: Double?
    }

    /// An empty object.
    struct Nothing: Codable {}

    var log: Log
}
