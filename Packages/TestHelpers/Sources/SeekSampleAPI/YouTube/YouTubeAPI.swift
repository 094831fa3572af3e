import SeekBasics
import SeekNetworking

/// The YouTube Data API v3: search.list, videos.list, channels.list and videos.batchGetStats.
final class YouTubeAPI: Sendable {
    private let index: YouTubeIndex
    private let contract: ServiceContract
    private let configuration: SampleAPIConfiguration
    private let quota = Mutex(YouTubeQuota())

    init(_ index: YouTubeIndex, _ contract: ServiceContract, _ configuration: SampleAPIConfiguration) {
        self.index = index
        self.contract = contract
        self.configuration = configuration
    }

    func resetQuota() { quota.withLock { $0 = YouTubeQuota() } }

    func response(to request: SampleRequest, at date: Date) -> HTTPResponse {
        let isPretty = request["prettyPrint"] != "false"
        do throws(YouTubeErrorResponse) {
            return success(try body(for: request, at: date), to: request, isPretty: isPretty)
        } catch {
            return HTTPResponse(error.status, error.envelope, pretty: isPretty, fields: Self.fields)
        }
    }

    private func body(for request: SampleRequest, at date: Date) throws(YouTubeErrorResponse) -> OrderedJSON {
        guard let route = contract.route(of: request), let bucket = route.bucket.flatMap(YouTubeQuota.Bucket.init)
        else { throw .notFound }
        guard request.isReading else { throw .wrongMethod }
        let key = request[field: Self.apiKey] ?? request["key"] ?? ""
        guard !key.isEmpty else { throw .missingKey }
        guard key == configuration.apiKey else { throw .invalidKey }
        // Requests with invalid parameters and requests with a 304 response count against the quota too.
        guard quota.withLock({ $0.spend(bucket, of: configuration, at: date) }) else {
            throw .exhausted(bucket, configuration.quotaResponse)
        }
        let hasToken = request[field: .authorization] != nil
        let violations = contract.violations(of: request.items, at: route, hasToken: hasToken)
        if let violation = violations.first(where: \.isRefused) { throw YouTubeErrorResponse(violation, contract) }
        return switch route.name {
        case "search.list": try index.page(for: request)
        case "videos.list": index.videos(request)
        case "videos.batchGetStats": index.statistics(request, failing: configuration.failingStatistics)
        case "channels.list": index.channels(request)
        // There are no sample data of the other methods.
        default: throw .notFound
        }
    }

    private func success(_ body: OrderedJSON, to request: SampleRequest, isPretty: Bool) -> HTTPResponse {
        let body = request["fields"].map { FieldSelector($0).select(from: body) } ?? body
        let text = body.text(pretty: isPretty)
        return HTTPResponse(.ok, text: text, pretty: isPretty, fields: Self.fields)
            .tagged("\"\(EntityTag.digest(of: text))\"", for: request)
    }

    private static let apiKey = HTTPField.Name(constant: "X-Goog-Api-Key")

    private static let fields: HTTPFields = [
        .cacheControl: "private", .vary: "Origin", .vary: "X-Origin", .vary: "Referer",
    ]
}
