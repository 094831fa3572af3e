import Foundation
import SeekBasics
import SeekNetworking
import SeekTestHelpers
import Testing

@testable import SeekSampleAPI

/// The corpus of the repository, loaded once: a table of tests would load it a hundred times.
enum Repository {
    static let corpus = Result { try SampleCorpus(folder: SampleAPI.sampleFolder(environment: [:])) }
    static let apis = corpus.map { (YouTubeAPI($0), GitHubAPI($0)) }
}

/// A clock that a test sets.
final class TestClock: Sendable {
    private let seconds: Mutex<Double>

    /// 2026-03-22, 12:00 UTC.
    init(_ seconds: Double = 1_774_180_800) { self.seconds = Mutex(seconds) }

    var now: Date { Date(timeIntervalSince1970: seconds.withLock { $0 }) }

    func set(_ text: String) throws {
        let value = try #require(RFC3339.seconds(text))
        seconds.withLock { $0 = value }
    }

    func advance(by time: Double) { seconds.withLock { $0 += time } }
}

/// Asks a sample API of its own, without sockets.
struct Client {
    let api: SampleAPI
    let clock = TestClock()

    init(_ configuration: SampleAPIConfiguration = SampleAPIConfiguration(searchQuota: 10_000)) throws {
        let (youTube, gitHub) = try Repository.apis.get()
        api = SampleAPI(youTube, gitHub, configuration) { [clock] in clock.now }
    }

    /// Asks YouTube with the right key.
    func youTube(_ query: String, method: String = "search", fields: HTTPFields = [.apiKey: "demo-key"]) throws
        -> Answer
    {
        try send("/youtube/v3/\(method)?\(query)", fields)
    }

    /// Asks GitHub as a named agent, with the token unless told otherwise.
    func gitHub(_ target: String, fields: HTTPFields = [.userAgent: "tests", .authorization: "Bearer demo-token"])
        throws -> Answer
    {
        try send(target, fields)
    }

    func send(_ target: String, _ fields: HTTPFields, method: HTTPRequest.Method = .get) throws -> Answer {
        let text = target.hasPrefix("http") ? target : "http://127.0.0.1:8080\(target)"
        let url = try #require(URL(string: text), "\(text)")
        return Answer(response: api.response(to: HTTPRequest(method: method, url: url, headerFields: fields)))
    }
}

/// An answer with a short way into its JSON; null where the body is none.
struct Answer {
    var response: HTTPResponse

    var status: Int { response.status.code }
    var json: JSONValue { (try? JSONDecoder().decode(JSONValue.self, from: response.body)) ?? .null }

    subscript(field name: HTTPField.Name) -> String? { response.headerFields[name] }
    subscript(rateLimit name: String) -> String? {
        HTTPField.Name("x-ratelimit-\(name)").flatMap { response.headerFields[$0] }
    }
}

extension JSONValue {
    /// The elements of a list; none where this is no list.
    var elements: [JSONValue] { array ?? [] }
    /// The names of an object's members; none where this is no object.
    var keys: Set<String> { Set((object ?? [:]).keys) }
}

extension HTTPField.Name {
    static let apiKey = HTTPField.Name(constant: "X-Goog-Api-Key")
    static let host = HTTPField.Name(constant: "Host")
}

extension String {
    /// Percent-encoded as a query value.
    var encoded: String { addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? self }
}
