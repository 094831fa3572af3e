import SeekBasics
import SeekNetworking
import SeekTestHelpers

/// A request with its path and query decoded as servers decode them.
struct SampleRequest {
    struct Item {
        /// The name and value as sent: `q=a+b`.
        var raw: String
        /// The name as sent.
        var rawName: String
        var name: String
        var value: String
    }

    /// The path as sent: `/youtube/v3/videos:batchGetStats`.
    let rawPath: String
    /// The decoded segments.
    let path: [String]
    let items: [Item]
    /// Whether the method is GET or HEAD.
    let isReading: Bool
    /// The origin of the server as the client addresses it: `http://127.0.0.1:8080`.
    let origin: String
    private let fields: HTTPFields

    private static let host = HTTPField.Name(constant: "Host")

    init(_ request: HTTPRequest) {
        let text = request.url.absoluteString.prefix { $0 != "#" }
        let start = text.firstRange(of: "://").map(\.upperBound) ?? text.startIndex
        let end = text[start...].firstIndex { $0 == "/" || $0 == "?" } ?? text.endIndex
        let target = text[end...]
        let rawPath = target.prefix { $0 != "?" }
        self.rawPath = String(rawPath)
        path = rawPath.split(separator: "/").map { PercentEncoding.decode($0) }
        items = target.dropFirst(rawPath.count + 1).split(separator: "&").map(Self.item)
        isReading = request.method == .get || request.method == .head
        fields = request.headerFields
        origin = Self.origin(String(text[..<end]), host: request.headerFields[Self.host])
    }

    /// The base URL of GitHub's API as the client addresses it, which has a path on an Enterprise Server.
    var gitHubBaseURL: String { origin + (isBelowServerPrefix ? "/api/v3" : "") }

    /// The segments of the path below the base URL of GitHub's API.
    var gitHubPath: [String] { Array(path.dropFirst(isBelowServerPrefix ? 2 : 0)) }

    private var isBelowServerPrefix: Bool { path.starts(with: ["api", "v3"]) }

    /// The last value of a query parameter; nil if it is missing.
    subscript(name: String) -> String? { items.last { $0.name == name }?.value }

    subscript(field name: HTTPField.Name) -> String? { fields[values: name].first }

    private static func item(_ raw: Substring) -> Item {
        let name = raw.prefix { $0 != "=" }
        return Item(
            raw: String(raw),
            rawName: String(name),
            name: PercentEncoding.decode(name, plusIsSpace: true),
            value: PercentEncoding.decode(raw.dropFirst(name.count + 1), plusIsSpace: true)
        )
    }

    /// Returns the origin with the host of the `Host` field, so that links in responses refer to the address that the
    /// client used.
    private static func origin(_ origin: String, host: String?) -> String {
        guard let host, !host.isEmpty, let scheme = origin.firstRange(of: "://"),
            let url = URL(string: "\(origin[..<scheme.lowerBound])://\(host)"), Origin(url) != nil
        else { return origin }
        return url.absoluteString
    }
}
