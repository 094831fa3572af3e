import SeekBasics

/// The parameters of search.list, validated against YouTube's discovery document and reference.
/// Unknown parameters are ignored.
struct YouTubeSearchParameters: Sendable {
    var parts: Set<String>
    var terms: [YouTubeSearchTerm]
    var kinds: Set<YouTubeResource.Kind>
    var pageSize: Int
    /// The index of the first result of the page.
    var offset: Int
    var order: String
    /// The earliest date of publication, in seconds since 1970; nil for no limit.
    var publishedAfter: Double?
    /// The latest date of publication, in seconds since 1970; nil for no limit.
    var publishedBefore: Double?
    var channelID: String?
    var regionCode: String
    /// The values of `eventType` and the `video…` parameters, by parameter, except `any`.
    var videoFilters: [String: String]
    /// A hash of the parameters, except those that can change from page to page. It is a part of page tokens, which are
    /// valid only for requests with the same hash.
    var fingerprint: String

    init(_ request: SampleRequest) throws(YouTubeErrorResponse) {
        parts = try Self.parts(request, supported: ["id", "snippet"])
        try Self.checkChoices(request)
        kinds = try Self.kinds(request)
        pageSize = try Self.pageSize(request)
        order = request["order"] ?? "relevance"
        publishedAfter = try Self.date(request, "publishedAfter")
        publishedBefore = try Self.date(request, "publishedBefore")
        channelID = request["channelId"]
        regionCode = try Self.regionCode(request)
        guard (request["location"] == nil) == (request["locationRadius"] == nil) else { throw .invalidLocation }
        let filters = request.items.filter { $0.name == "eventType" || $0.name.hasPrefix("video") }
        guard filters.isEmpty || kinds == [.video] && request["type"] != nil else { throw .invalidSearchFilter }
        videoFilters = Dictionary(filters.map { ($0.name, $0.value) }) { _, last in last }.filter { $0.value != "any" }
        terms = YouTubeSearchTerm.terms(of: request["q"] ?? "")
        let parameters = request.items.filter { !Self.pageParameters.contains($0.name) }
        fingerprint = EntityTag.digest(of: parameters.map { "\($0.name)=\($0.value)" }.sorted().joined(separator: "&"))
        offset = 0
        if let token = request["pageToken"], !token.isEmpty {
            let prefix = "\(fingerprint)-"
            guard token.hasPrefix(prefix), let offset = Int(token.dropFirst(prefix.count)), offset >= 0 else {
                throw .invalidPageToken
            }
            self.offset = offset
        }
    }

    func pageToken(offset: Int) -> String { "\(fingerprint)-\(offset)" }

    /// The parameters that can change from page to page.
    private static let pageParameters: Set = [
        "pageToken", "maxResults", "key", "part", "fields", "prettyPrint", "alt",
    ]

    /// The permitted values of the parameters that have a fixed set of values.
    private static let choices: [(name: String, values: [String])] = [
        ("order", ["date", "rating", "relevance", "title", "videoCount", "viewCount"]),
        ("safeSearch", ["moderate", "none", "strict"]),
        ("channelType", ["any", "show"]),
        ("eventType", ["completed", "live", "upcoming"]),
        ("videoCaption", ["any", "closedCaption", "none"]),
        ("videoDefinition", ["any", "high", "standard"]),
        ("videoDimension", ["2d", "3d", "any"]),
        ("videoDuration", ["any", "long", "medium", "short"]),
        ("videoEmbeddable", ["any", "true"]),
        ("videoLicense", ["any", "creativeCommon", "youtube"]),
        ("videoPaidProductPlacement", ["any", "true"]),
        ("videoSyndicated", ["any", "true"]),
        ("videoType", ["any", "episode", "movie"]),
    ]

    private static func checkChoices(_ request: SampleRequest) throws(YouTubeErrorResponse) {
        for (name, values) in choices {
            guard let value = request[name], !values.contains(value) else { continue }
            throw .invalid(value, of: name, allowed: "[\(values.joined(separator: ", "))]")
        }
    }

    /// Returns the values of the required parameter `part`. Throws an error for an unsupported value.
    static func parts(_ request: SampleRequest, supported: Set<String>) throws(YouTubeErrorResponse) -> Set<String> {
        let names = request.items.filter { $0.name == "part" }.flatMap { $0.value.split(separator: ",") }
            .map { String($0.filter { !$0.isWhitespace }) }
        guard !names.isEmpty else { throw .required("part") }
        if let unknown = names.first(where: { !supported.contains($0) }) { throw .unknownPart(unknown) }
        return Set(names)
    }

    private static func kinds(_ request: SampleRequest) throws(YouTubeErrorResponse) -> Set<YouTubeResource.Kind> {
        guard let type = request["type"], !type.isEmpty else { return Set(YouTubeResource.Kind.allCases) }
        var kinds: Set<YouTubeResource.Kind> = []
        for name in type.split(separator: ",") {
            guard let kind = YouTubeResource.Kind(rawValue: name.filter { !$0.isWhitespace }) else {
                throw .invalid(type, of: "type", allowed: "[channel, playlist, video]")
            }
            kinds.insert(kind)
        }
        return kinds
    }

    private static func pageSize(_ request: SampleRequest) throws(YouTubeErrorResponse) -> Int {
        guard let text = request["maxResults"] else { return 5 }
        guard let size = Int(text), (0...50).contains(size) else {
            throw .invalid(text, of: "maxResults", allowed: "[0, 50]")
        }
        return size
    }

    private static func date(_ request: SampleRequest, _ name: String) throws(YouTubeErrorResponse) -> Double? {
        guard let text = request[name] else { return nil }
        guard !text.contains(" "), let seconds = RFC3339.seconds(text) else {
            throw .invalid(text, of: name, allowed: "RFC 3339, such as 1970-01-01T00:00:00Z")
        }
        return seconds
    }

    private static func regionCode(_ request: SampleRequest) throws(YouTubeErrorResponse) -> String {
        guard let code = request["regionCode"] else { return "US" }
        guard code.utf8.count == 2, code.utf8.allSatisfy({ (0x61...0x7A).contains($0 | 0x20) }) else {
            throw .invalid(code, of: "regionCode", allowed: "ISO 3166-1 alpha-2")
        }
        return code.uppercased()
    }
}
