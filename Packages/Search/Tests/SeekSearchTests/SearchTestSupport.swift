import Foundation
import Observation
import SeekBasics
import SeekNetworking
import SeekSampleAPI
public import SeekSearch
import SeekTestHelpers

let youTubeSearch = "https://www.googleapis.com/youtube/v3/search"
let userRepositories = "https://api.github.com/users/octocat/repos"
let repositorySearch = "https://api.github.com/search/repositories"

/// A configuration that retries without delay.
func configuration(_ transport: StubTransport) -> ClientConfiguration {
    var configuration = ClientConfiguration(transport: transport)
    configuration.clock = ImmediateClock()
    configuration.retryPolicy = RetryPolicy(maximumRetryAfter: .seconds(5))
    return configuration
}

/// A configuration whose YouTube searches all return the same response.
func configuration(returning response: StubResponse) -> ClientConfiguration {
    configuration(StubTransport([stub(.get, youTubeSearch, returning: response)]))
}

/// A page of a YouTube search with these videos.
func videos(_ ids: [String], next: String? = nil) -> JSONValue {
    let items = ids.map { id -> JSONValue in
        let thumbnails: JSONValue = ["default": ["url": "https://example.com/a.jpg"]]
        let snippet: JSONValue = ["channelId": "c", "title": .string("t \(id)"), "thumbnails": thumbnails]
        return ["id": ["videoId": .string(id)], "snippet": snippet]
    }
    var page: JSONValue = ["items": .array(items)]
    if let next { page["nextPageToken"] = .string(next) }
    return page
}

/// A GitHub listing of these repositories.
func repositories(_ names: [String]) -> JSONValue {
    let items = names.enumerated().map { index, name -> JSONValue in
        [
            "id": .number(Double(index + 1)), "name": .string(name), "stargazers_count": .number(Double(index)),
            "html_url": .string("https://github.com/o/\(name)"),
        ]
    }
    return .array(items)
}

/// A page of a GitHub listing of these repositories, with a link to the next page.
func repositoryPage(_ names: [String], next: String) -> StubResponse {
    let fields: HTTPFields = [.contentType: "application/json", .link: "<\(next)>; rel=\"next\""]
    return .response(HTTPResponse(headerFields: fields, body: repositories(names).data))
}

extension String: SearchHitConvertible {
    /// A hit whose id is the string.
    public var searchHit: SearchHit? { hit(self) }
}

/// A source that records its queries and responds when the test calls `respond(with:)`.
final class StubSource: SearchSource {
    let name = "stub"
    typealias Response = Result<SearchPage<String>, SearchError>
    private let state = Mutex<
        (
            queries: [(text: String, cursor: PageCursor?)], pending: [CheckedContinuation<Response, Never>]
        )
    >(([], []))
    private let queryEvents = AsyncStream<Void>.makeStream()

    var queries: [String] { state.withLock { $0.queries.map(\.text) } }
    var cursors: [PageCursor?] { state.withLock { $0.queries.map(\.cursor) } }

    func page(for text: String, at cursor: PageCursor?) async throws(SearchError) -> SearchPage<String> {
        let response = await withCheckedContinuation { continuation in
            state.withLock {
                $0.queries.append((text, cursor))
                $0.pending.append(continuation)
            }
            queryEvents.continuation.yield()
        }
        return try response.get()
    }

    /// Waits for the next query.
    func waitForQuery() async {
        var iterator = queryEvents.stream.makeAsyncIterator()
        _ = await iterator.next()
    }

    /// Responds to the oldest query that has no response yet.
    func respond(with response: Response) {
        state.withLock { $0.pending.removeFirst() }.resume(returning: response)
    }

    /// Responds to the query of a task, and waits for the task.
    func respond(to task: Task<Void, Never>, with response: Response) async {
        await waitForQuery()
        respond(with: response)
        await task.value
    }
}

/// Waits until a condition on an observable model is true. Like a view, evaluates the condition again after each change
/// of a property that it reads.
@MainActor
func observe(until condition: () -> Bool) async {
    while !condition() {
        await withCheckedContinuation { continuation in
            withObservationTracking {
                _ = condition()
            } onChange: {
                continuation.resume()
            }
        }
    }
}

extension YouTubeClient {
    /// A client of the sample API, without a socket.
    static func ofSampleAPI() throws -> YouTubeClient {
        YouTubeClient(apiKey: "demo-key", configuration: ClientConfiguration(transport: try StubTransport.sampleAPI()))
    }
}

extension StubTransport {
    /// Both APIs as served by `SeekSampleAPI`, without a socket.
    static func sampleAPI() throws -> StubTransport {
        let api = try SampleAPI(folder: SampleAPI.sampleFolder())
        let transport = StubTransport()
        transport.stub(.any, "/{+path}", returning: .closure { api.response(to: $0) })
        return transport
    }
}

let foreignCursor = SearchError.invalidQuery(
    "\(.pageCursor) belongs to another search; use it with that search, or start at the first page"
)
