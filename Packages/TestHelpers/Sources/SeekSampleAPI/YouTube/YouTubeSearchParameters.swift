import SeekBasics

/// The parameters of search.list, of a request that the contract allows.
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
        parts = request.elements(of: "part")
        let types = request.elements(of: "type").compactMap { YouTubeResource.Kind(rawValue: $0) }
        kinds = Set(types.isEmpty ? YouTubeResource.Kind.allCases : types)
        pageSize = request["maxResults"].flatMap { Int($0) } ?? 5
        order = request["order"] ?? "relevance"
        publishedAfter = request["publishedAfter"].flatMap { RFC3339.seconds($0) }
        publishedBefore = request["publishedBefore"].flatMap { RFC3339.seconds($0) }
        channelID = request["channelId"]
        regionCode = request["regionCode"]?.uppercased() ?? "US"
        let filters = request.items.filter { $0.name == "eventType" || $0.name.hasPrefix("video") }
        videoFilters = Dictionary(filters.map { ($0.name, $0.value) }) { _, last in last }
            .filter { $0.value != "any" && !$0.value.hasSuffix("Unspecified") }
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
}

extension SampleRequest {
    /// Returns the elements of a parameter that is a list, such as `part`.
    func elements(of name: String) -> Set<String> {
        Set(
            ServiceContract.Parameter.elements(of: items.filter { $0.name == name }.map(\.value).joined(separator: ","))
        )
    }
}
