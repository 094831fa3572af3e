import Foundation
import SeekNetworking
import SeekTestHelpers
import Testing

/// Sends a GET request for a path of `https://h.example` and returns the body of the response.
func fetchSample(_ path: String = "a", from transport: any HTTPTransport) async throws -> String {
    let url = try #require(URL(string: "https://h.example/\(path)"))
    let response = try await transport.send(
        HTTPRequest(url: url),
        deadline: .now + .seconds(60),
        maximumBodySize: 1_000
    )
    return String(decoding: response.body, as: UTF8.self)
}

/// A folder of fixtures with a recording. The folder exists until the process ends.
enum Sample {
    static let folder = try? TemporaryFolder()
    static let fixtures: Fixtures? = {
        let request = #"{"method": "GET", "url": "https://h.example/a"}"#
        let har =
            #"{"log": {"entries": [{"request": \#(request), "response": {"status": 200, "content": {"text": "recorded"}}}]}}"#
        guard let folder, (try? folder.write(har, to: "recordings/sample.har")) != nil,
            (try? folder.write("{}", to: "own.json")) != nil
        else { return nil }
        return try? Fixtures(root: folder.url)
    }()
}
