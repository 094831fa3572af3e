import FoundationEssentials
import SeekModels
import SeekNetworking
import SeekSearch
import Synchronization

/// Answers each request by a function and keeps what it was asked.
final class FunctionTransport: HTTPTransport {
    private let answer: @Sendable (HTTPRequest) -> HTTPResponse?
    private let log = Mutex<[HTTPRequest]>([])

    init(_ answer: @escaping @Sendable (HTTPRequest) -> HTTPResponse?) { self.answer = answer }

    var requests: [HTTPRequest] { log.withLock { $0 } }

    func send(
        _ request: HTTPRequest,
        deadline: ContinuousClock.Instant,
        bodyLimit: Int
    ) async throws(NetworkError) -> HTTPResponse {
        log.withLock { $0.append(request) }
        guard let response = answer(request) else {
            throw .transport(.cannotConnect, NetworkError.Context(request: request))
        }
        return response
    }
}

func json(_ body: String, _ fields: HTTPFields = [:], status: Int = 200) -> HTTPResponse {
    var fields = fields
    fields[.contentType] = "application/json; charset=utf-8"
    return HTTPResponse(status: .init(code: status), headerFields: fields, body: Data(body.utf8))
}

func videos(_ ids: [String], next: String? = nil) -> String {
    let items = ids.map {
        """
        {"id":{"videoId":"\($0)"},"snippet":{"channelId":"c","title":"t \($0)","thumbnails":{"default":{"url":"https://e.com/a.jpg"}}}}
        """
    }
    let token = next.map { ",\"nextPageToken\":\"\($0)\"" } ?? ""
    return "{\"items\":[\(items.joined(separator: ","))]\(token)}"
}

func repositories(_ names: [String]) -> String {
    let items = names.enumerated().map {
        "{\"id\":\($0.offset + 1),\"name\":\"\($0.element)\",\"html_url\":\"https://github.com/o/\($0.element)\",\"stargazers_count\":\($0.offset)}"
    }
    return "[\(items.joined(separator: ","))]"
}

/// A source in place of a client: records who was asked for, and answers when the test says so.
final class MockSource: SearchSource {
    typealias Answer = Result<SearchPage<String>, SearchError>
    private let state = Mutex<(asked: [String], waiting: [CheckedContinuation<Answer, Never>])>(([], []))
    private let arrivals = AsyncStream<Void>.makeStream()

    var asked: [String] { state.withLock { $0.asked } }

    func page(for text: String, at cursor: PageCursor?) async throws(SearchError) -> SearchPage<String> {
        let answer = await withCheckedContinuation { continuation in
            state.withLock {
                $0.asked.append(text)
                $0.waiting.append(continuation)
            }
            arrivals.continuation.yield()
        }
        return try answer.get()
    }

    /// Waits until a search has arrived.
    func arrival() async {
        var iterator = arrivals.stream.makeAsyncIterator()
        _ = await iterator.next()
    }

    /// Answers the search that has waited longest.
    func answer(_ answer: Answer) {
        state.withLock { $0.waiting.removeFirst() }.resume(returning: answer)
    }
}
