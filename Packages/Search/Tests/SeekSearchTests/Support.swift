import Foundation
import SeekBasics
import SeekNetworking
import SeekSearch
import SeekTestHelpers

let youTubeSearch = "https://www.googleapis.com/youtube/v3/search"
let userRepositories = "https://api.github.com/users/octocat/repos"
let repositorySearch = "https://api.github.com/search/repositories"

/// The environment of a test: what is retried is retried at once.
func environment(_ transport: StubTransport) -> ClientConfiguration {
    var environment = ClientConfiguration(transport: transport)
    environment.sleep = { _ in }
    return environment
}

/// The environment of a test in which YouTube's search has one answer.
func environment(returning answer: StubResponse) -> ClientConfiguration {
    environment(StubTransport([stub(.get, youTubeSearch, answer: answer)]))
}

/// A page of YouTube's search with these videos.
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

/// A list of GitHub's with these repositories.
func repositories(_ names: [String]) -> JSONValue {
    let items = names.enumerated().map { index, name -> JSONValue in
        [
            "id": .number(Double(index + 1)), "name": .string(name), "stargazers_count": .number(Double(index)),
            "html_url": .string("https://github.com/o/\(name)"),
        ]
    }
    return .array(items)
}

/// A source in place of a client: records who was asked for, and answers when the test says so.
final class MockSource: SearchSource {
    typealias Response = Result<SearchPage<String>, SearchError>
    private let state = Mutex<(asked: [String], waiting: [CheckedContinuation<Response, Never>])>(([], []))
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
    func answer(_ answer: Response) {
        state.withLock { $0.waiting.removeFirst() }.resume(returning: answer)
    }
}

/// Keeps answers for as long as a test runs.
final class MemoryResponses: ResponseStore {
    let source = Provenance.Source.memory
    private let answers = Mutex<[String: Data]>([:])

    func response(for key: String) async -> Data? { answers.withLock { $0[key] } }

    func put(_ response: Data, for key: String, expiresAt: Date) async { answers.withLock { $0[key] = response } }

    func remove(_ key: String) async { answers.withLock { $0[key] = nil } }
}
