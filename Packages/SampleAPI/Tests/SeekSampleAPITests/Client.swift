import Foundation
import SeekBasics
import SeekNetworking
import SeekTestHelpers
import Testing

@testable import SeekSampleAPI

/// The sample data in Fixtures/sample-api, loaded once for all tests.
enum SharedCorpus {
    static let corpus = Result { try SampleCorpus(folder: SampleAPI.sampleFolder(environment: [:])) }
    static let contracts = Result { try ServiceContracts() }
    static let indexes = corpus.map { (YouTubeIndex($0), GitHubIndex($0)) }
}

/// A client with its own sample API, without sockets.
struct Client {
    let api: SampleAPI
    /// At first 2026-03-22, 12:00 UTC.
    let clock = ManualDate(Date(timeIntervalSince1970: 1_774_180_800))

    init(_ configuration: SampleAPIConfiguration = SampleAPIConfiguration(searchQuota: 10_000)) throws {
        let (youTube, gitHub) = try SharedCorpus.indexes.get()
        api = SampleAPI(youTube, gitHub, try SharedCorpus.contracts.get(), configuration) { [clock] in clock.now }
    }

    /// Sends a request to YouTube with the valid key.
    func youTube(_ query: String, method: String = "search", fields: HTTPFields = [.apiKey: "demo-key"]) throws
        -> JSONResponse
    {
        try send("/youtube/v3/\(method)?\(query)", fields)
    }

    /// Sends a request to GitHub with a User-Agent, and with the token by default.
    func gitHub(_ target: String, fields: HTTPFields = [.userAgent: "tests", .authorization: "Bearer demo-token"])
        throws -> JSONResponse
    {
        try send(target, fields)
    }

    func send(_ target: String, _ fields: HTTPFields, method: HTTPRequest.Method = .get) throws -> JSONResponse {
        let text = target.hasPrefix("http") ? target : "http://127.0.0.1:8080\(target)"
        let url = try #require(URL(string: text), "\(text)")
        return JSONResponse(http: api.response(to: HTTPRequest(method: method, url: url, headerFields: fields)))
    }
}

/// A response with access to its JSON.
struct JSONResponse {
    var http: HTTPResponse

    var status: Int { http.status.code }
    /// The body as JSON; null if it is not JSON.
    var json: JSONValue { (try? JSONDecoder().decode(JSONValue.self, from: http.body)) ?? .null }

    /// The elements of the member `items`.
    var items: [JSONValue] { json["items"].elements }

    subscript(field name: HTTPField.Name) -> String? { http.headerFields[name] }
    subscript(rateLimit name: String) -> String? {
        HTTPField.Name("x-ratelimit-\(name)").flatMap { http.headerFields[$0] }
    }
}

extension JSONValue {
    /// The elements of an array; empty for other values.
    var elements: [JSONValue] { array ?? [] }
    /// The member names of an object; empty for other values.
    var keys: Set<String> { Set((object ?? [:]).names) }
}

extension HTTPField.Name {
    static let apiKey = HTTPField.Name("X-Goog-Api-Key")
    static let host = HTTPField.Name("Host")
}

extension String {
    /// The string, percent-encoded as a query value.
    var encoded: String { addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? self }
}
