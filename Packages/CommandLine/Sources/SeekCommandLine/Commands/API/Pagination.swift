import SeekBasics
import SeekNetworking

/// Counts the pages of `seek api --paginate`, and decides whether the next page is requested. The number of pages is
/// limited, because a server may link to a next page without end.
struct PaginationProgress {
    private static let maximumPages = 1_000
    /// The total size of the bodies, in bytes, at which no further page is requested.
    static let maximumBytes = 1 << 30
    /// The time after which no further page is requested.
    static let maximumDuration: Duration = .seconds(3_600)

    private(set) var pageCount = 0
    /// The total size of the bodies.
    private var byteCount = 0
    private var urls: Set<URL> = []
    /// The cursors of the requested pages of a GraphQL query.
    private var cursors: Set<String> = []
    /// The origin of the latest page.
    private var origin: Origin?
    private let elapsed: () -> Duration

    init(clock: any Clock<Duration> = ContinuousClock()) {
        elapsed = clock.stopwatch()
    }

    mutating func addPage(_ url: URL, bodySize: Int) {
        urls.insert(url)
        origin = Origin(url)
        pageCount += 1
        byteCount += bodySize
    }

    mutating func addCursor(_ cursor: String) { cursors.insert(cursor) }

    /// Describes the pages so far: `1 of 12 pages, 1.5 kB`. The total is that of the link to the last page, if any.
    func description(of response: HTTPResponse) -> String {
        let links = response.headerFields[values: .link].flatMap { LinkHeader.parse($0) }
        let last = links.first { $0.relations.contains("last") }?.url
        let total = last.flatMap { URLComponents(url: $0, resolvingAgainstBaseURL: false) }?.queryItems?
            .first { $0.name == "page" }?.value.flatMap { Int($0) }
        let pages =
            total.map { "\(pageCount.grouped) of \(max(pageCount, $0).grouped) pages" } ?? counted(pageCount, "page")
        return "\(pages), \(ByteSize.formatted(byteCount))"
    }

    /// Describes why the next page is not requested, and how to continue if that is possible; `nil` if the page may be
    /// requested.
    func reasonToStop(before next: URL) -> String? {
        if urls.contains(next) { return Self.repetition }
        let url = Redaction.redacted(next)
        let secretAdvice =
            url == next.absoluteString ? "" : ", with the secret in place of \(Redaction.placeholder),"
        let withCommand = "\(secretAdvice) with: seek api --paginate \(quotedForShell(url))"
        guard Origin(next) == origin else { return "the next page is on another server; fetch it\(withCommand)" }
        return reachedLimit.map { "stopped after \($0); continue\(withCommand)" }
    }

    /// Describes why the page after a cursor of a GraphQL query is not requested; `nil` if it may be requested.
    func reasonToStop(beforePageAfter cursor: String) -> String? {
        if cursors.contains(cursor) { return Self.repetition }
        return reachedLimit.map { "stopped after \($0); continue with: -f endCursor=\(quotedIfNeeded(cursor))" }
    }

    private static let repetition = "the next page is an earlier one; the output may be incomplete"

    private var reachedLimit: String? {
        if pageCount >= Self.maximumPages { return "\(pageCount) pages" }
        if byteCount >= Self.maximumBytes { return "\(byteCount >> 20) MiB" }
        if elapsed() >= Self.maximumDuration {
            return "\(Self.maximumDuration.components.seconds / 60) minutes"
        }
        return nil
    }
}

/// The fields of `seek api graphql --paginate`, from which the body for each page is made. As in `gh`, the query has a
/// variable `$endCursor`, which is set to the cursor at the end of the previous page.
struct GraphQLPages: Sendable {
    private let fields: JSONValue

    /// Throws if the fields contain no query with the variable.
    init(_ fields: JSONValue) throws(UsageError) {
        guard case .object(let members) = fields, case .string(let query)? = members["query"],
            query.contains(/\$endCursor(?![0-9A-Za-z_])/)
        else {
            throw UsageError(
                "--paginate requires a query with the variable $endCursor: String, used as after: $endCursor, and with "
                    + "pageInfo { hasNextPage endCursor }; add them"
            )
        }
        self.fields = fields
    }

    /// Returns the body of the request for the page after a cursor.
    func body(after cursor: String) -> Data {
        guard case .object(var members) = fields else { return Data() }
        members["endCursor"] = .string(cursor)
        return JSONValue.object(members).graphQLBody
    }

    /// The first `pageInfo` of a response with both members, in the order of the document, as in `gh`.
    struct PageInfo: Decodable {
        var hasNextPage: Bool?
        var endCursor: String?

        /// Returns the cursor of the next page, `nil` after the last page, or what the response lacks.
        static func nextCursor(in body: Data) -> Result<String?, Problem> {
            let text = String(decoding: body, as: UTF8.self)
            let infos = text.matches(of: pattern).compactMap {
                try? JSONDecoder().decode(PageInfo.self, from: Data($0.output.object.utf8))
            }
            let complete = infos.first { $0.hasNextPage == false || $0.hasNextPage == true && $0.endCursor != nil }
            if let complete { return .success(complete.hasNextPage == true ? complete.endCursor : nil) }
            return .failure(Problem(missing: infos.contains { $0.hasNextPage == true } ? "endCursor" : "hasNextPage"))
        }

        /// Within a JSON string, a quotation mark is escaped, so that only a member matches.
        private static var pattern: Regex<(Substring, object: Substring)> {
            /"pageInfo"\s*:\s*(?<object>\{(?:[^{}"]|"(?:[^"\\]|\\.)*")*\})/
        }
    }

    struct Problem: Error, CustomStringConvertible {
        /// The name of a member of `pageInfo`.
        var missing: String

        var description: String {
            "the response has no pageInfo with \(missing), so the output may be incomplete; add pageInfo { hasNextPage "
                + "endCursor } to the query, or remove --paginate"
        }
    }
}

extension JSONValue {
    /// The body of a GraphQL request. As in `gh`, members other than `query` and `operationName` are variables.
    var graphQLBody: Data {
        guard case .object(let members) = self else { return Data() }
        var request = members.filter { ["query", "operationName"].contains($0.name) }
        let variables = members.filter { request[$0.name] == nil }
        if !variables.isEmpty { request["variables"] = .object(variables) }
        return Data(JSONValue.object(request).json(isPretty: false).utf8)
    }
}
