import SeekBasics
import SeekNetworking

/// Counts the pages of `seek api --paginate`, and decides whether the next page is requested. The number of pages is
/// limited, because a server may link to a next page without end.
struct PaginationProgress {
    static let maximumPages = 1_000
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
