import Foundation
@_spi(Seek) import SeekNetworking
import SeekTestHelpers
import Testing

/// Malformed or unusual input of a server or a caller.
@Suite("Malformed input")
struct MalformedInputTests {
    private func randomString(_ alphabet: String, _ generator: inout SeededGenerator) -> String {
        let characters = Array(alphabet)
        return String(
            (0..<Int.random(in: 0...60, using: &generator)).compactMap { _ in
                characters.randomElement(using: &generator)
            }
        )
    }

    @Test("in a Location is not followed, or followed to an https URL", arguments: 0..<200 as Range<UInt64>)
    func locations(seed: UInt64) async {
        var generator = SeededGenerator(seed: seed)
        let original = SeekNetworkingTests.request("https://a.example/b?c#d")
        for _ in 0..<20 {
            var response = HTTPResponse(status: 302)
            response.headerFields[.location] = randomString("htps:/.?#@[]%\\ \u{0}é1", &generator)
            let transport = scripted(response, HTTPResponse(status: 204))
            let handler = chain([RedirectMiddleware()], to: transport)
            _ = await Outcome { () async throws(NetworkError) in try await handler(original, .within()) }
            for request in transport.received { #expect(Origin(request.url)?.scheme == "https") }
        }
    }

    @Test("in a path or a query is unchanged after encoding and parsing", arguments: 0..<200 as Range<UInt64>)
    func queries(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        // Not empty, because an empty path segment is rejected.
        let value = "v" + randomString("aé東👩‍💻 +&=%#?/\\\"'<>\u{7F}~", &generator)
        let endpoint = Endpoint(of: Int.self, at: .path("x/\(value)y", ["q": value]))
        let transport = scripted(json("1"))
        try await APIClient(baseURL: url("https://a.example"), transport: transport).send(endpoint)
        let sent = try #require(transport.received.first?.url)
        let components = try #require(URLComponents(url: sent, resolvingAgainstBaseURL: false))
        #expect(components.queryItems?.first?.value == value)
        #expect(components.path == "/x/\(value)y")
        #expect(sent.fragment() == nil)
        #expect(sent.host() == "a.example")
    }
}
