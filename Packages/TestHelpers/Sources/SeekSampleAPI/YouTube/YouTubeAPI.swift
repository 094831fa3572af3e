import SeekNetworking

/// The YouTube Data API v3: search.list, videos.list and videos.batchGetStats.
struct YouTubeAPI: Sendable {
    private let index: YouTubeIndex

    private static let apiKey = HTTPField.Name(constant: "X-Goog-Api-Key")

    init(_ corpus: SampleCorpus) {
        index = YouTubeIndex(corpus)
    }

    /// - Parameter spend: Spends a call of the day's quota; returns false if none is left.
    func respond(
        _ request: SampleRequest,
        isReading: Bool,
        _ configuration: SampleAPIConfiguration,
        spend: (YouTubeQuota.Cost) -> Bool
    ) -> HTTPResponse {
        let isPretty = request["prettyPrint"] != "false"
        do throws(YouTubeErrorResponse) {
            return success(try body(request, isReading, configuration, spend), to: request, isPretty: isPretty)
        } catch {
            return HTTPResponse(error.status, error.envelope, pretty: isPretty, fields: Self.fields)
        }
    }

    private func body(
        _ request: SampleRequest,
        _ isReading: Bool,
        _ configuration: SampleAPIConfiguration,
        _ spend: (YouTubeQuota.Cost) -> Bool
    ) throws(YouTubeErrorResponse) -> JSONText {
        guard let cost = Self.methods[request.path] else { throw .notFound }
        guard isReading else { throw .wrongMethod }
        let key = request[field: Self.apiKey] ?? request["key"] ?? ""
        guard !key.isEmpty else { throw .missingKey }
        guard key == configuration.apiKey else { throw .invalidKey }
        // Invalid requests and 304 responses cost a call as well.
        guard spend(cost) else { throw .exhausted(cost, configuration.quotaResponse) }
        return switch cost {
        case .search: index.page(for: try YouTubeSearchParameters(request))
        case .unit: try index.videos(request)
        case .statistics: try index.statistics(request)
        }
    }

    private func success(_ body: JSONText, to request: SampleRequest, isPretty: Bool) -> HTTPResponse {
        let body = request["fields"].map { FieldSelector($0).select(from: body) } ?? body
        var fields = Self.fields
        let text = body.text(pretty: isPretty)
        let tag = "\"\(EntityTag.digest(of: text))\""
        fields[.eTag] = tag
        if EntityTag.matches(tag, ifNoneMatch: request[field: .ifNoneMatch]) {
            return HTTPResponse(status: .notModified, headerFields: fields)
        }
        return HTTPResponse(.ok, text: text, pretty: isPretty, fields: fields)
    }

    private static let methods: [[String]: YouTubeQuota.Cost] = [
        ["youtube", "v3", "search"]: .search, ["youtube", "v3", "videos"]: .unit,
        ["youtube", "v3", "videos:batchGetStats"]: .statistics,
    ]

    private static let fields: HTTPFields = [
        .cacheControl: "private", .vary: "Origin", .vary: "X-Origin", .vary: "Referer",
    ]
}
