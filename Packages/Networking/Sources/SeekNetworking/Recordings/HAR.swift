/// The contents of an HTTP archive ([HAR 1.2](http://www.softwareishard.com/blog/har-12-spec/)). Members that a replay
/// does not need are optional when a file is read; all members that the format requires are written.
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
        var cache: Empty?
        var timings: Timings?
        /// The reason why there is no response.
        var comment: String?
    }

    struct Request: Codable {
        var method: String
        var url: String
        var httpVersion: String?
        var cookies: [NameValue]?
        var headers: [NameValue]?
        var queryString: [NameValue]?
        var postData: PostData?
        var headersSize: Int64?
        var bodySize: Int64?
    }

    struct Response: Codable {
        /// 0 for a failed exchange, as browsers write it.
        var status: Int
        var statusText: String?
        var httpVersion: String?
        var cookies: [NameValue]?
        var headers: [NameValue]?
        var content: Content?
        var redirectURL: String?
        var headersSize: Int64?
        var bodySize: Int64?
    }

    struct NameValue: Codable {
        var name: String
        var value: String?
    }

    struct PostData: Codable {
        var mimeType: String?
        var text: String?
        /// Not part of the format, but written by several programs.
        var encoding: String?
    }

    struct Content: Codable {
        var size: Int64?
        var mimeType: String?
        /// Nil if the body was not recorded.
        var text: String?
        var encoding: String?
    }

    struct Timings: Codable {
        var send: Double?
        var wait: Double?
        var receive: Double?
    }

    struct Empty: Codable {}

    var log: Log
}
