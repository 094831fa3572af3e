import Foundation
import Seek
import SeekCache
import SeekNetworking
import SeekTestHelpers
import Testing

@Suite("Images of results")
struct ImageTests {
    private let image = StubResponse.response(
        HTTPResponse(headerFields: [.contentType: "image/png"], body: Data([1, 2]))
    )

    private func client(_ transport: StubTransport) -> SeekClient {
        var configuration = SeekConfiguration.stubbed(transport)
        configuration.gitHubToken = "token"
        return SeekClient(configuration)
    }

    @Test("are fetched from a configured host, regardless of its case")
    func hostCase() async throws {
        let address = "https://cdn.example/a.png"
        var configuration = SeekConfiguration.stubbed(StubTransport([stub(.get, address, returning: image)]))
        configuration.imageHosts = ["CDN.example"]
        let bytes = try await SeekClient(configuration).image(at: try #require(URL(string: address)))
        #expect(bytes == Data([1, 2]))
    }

    @Test(
        "are fetched from the services' image hosts, without a credential",
        arguments: [
            "https://i.ytimg.com/vi/x/default.jpg", "https://yt3.ggpht.com/x", "https://lh3.googleusercontent.com/x",
            "https://avatars.githubusercontent.com/u/1?v=4",
        ]
    )
    func fetched(address: String) async throws {
        let transport = StubTransport([stub(.get, address, returning: image)])
        let bytes = try await client(transport).with { $0.headerFields = [.authorization: "Bearer token"] }
            .image(at: try #require(URL(string: address)))
        #expect(bytes == Data([1, 2]))
        let fields = try #require(transport.received.first?.headerFields)
        #expect(fields.map(\.name.canonicalName).sorted() == ["accept", "user-agent"])
    }

    @Test(
        "at other addresses, such as GitHub's API, are not requested",
        arguments: [
            "https://api.github.com/user", "https://www.googleapis.com/youtube/v3/search", "https://evil.example/a.png",
            "http://i.ytimg.com/a.png", "https://i.ytimg.com:8443/a.png", "https://ytimg.com.evil.example/a.png",
            "https://notytimg.com/a.png", "http://127.0.0.1/a.png", "file:///etc/passwd", "data:image/png,x",
        ]
    )
    func rejected(address: String) async throws {
        let transport = StubTransport([stub(.get, address, returning: image)])
        let url = try #require(URL(string: address))
        let error = await #expect(throws: NetworkError.self) { try await client(transport).image(at: url) }
        #expect(error?.context.attempts == 0)
        #expect(transport.received.isEmpty)
    }

    @Test("of smaller sizes are fetched if larger ones do not exist")
    func smallerSizes() async throws {
        let urls = try ["uhd", "maxres", "high"].map { try #require(URL(string: "https://i.ytimg.com/vi/x/\($0).jpg")) }
        let transport = StubTransport([
            stub(.get, urls[0].absoluteString, returning: .status(404)),
            stub(.get, urls[1].absoluteString, returning: .status(410)),
            stub(.get, urls[2].absoluteString, returning: image),
        ])
        #expect(try await client(transport).image(atFirstOf: urls) == Data([1, 2]))
        await #expect { try await client(transport).image(atFirstOf: Array(urls.prefix(2))) } throws: {
            if case .unacceptableStatus(410, _)? = $0 as? NetworkError { true } else { false }
        }
        transport.stub(.get, urls[0].absoluteString, returning: .status(403))
        await #expect { try await client(transport).image(atFirstOf: urls) } throws: {
            if case .unacceptableStatus(403, _)? = $0 as? NetworkError { true } else { false }
        }
        await #expect(throws: NetworkError.self) { try await client(transport).image(atFirstOf: []) }
    }

    @Test("are not returned if the response is a redirect or not an image")
    func redirects() async throws {
        let address = "https://i.ytimg.com/a.png"
        let responses: [HTTPResponse] = [
            HTTPResponse(status: 302, headerFields: [.location: "https://api.github.com/user"]),
            HTTPResponse(headerFields: [.contentType: "text/html"], body: Data("<html>".utf8)),
        ]
        for response in responses {
            let transport = StubTransport([stub(.get, address, returning: .response(response))])
            let url = try #require(URL(string: address))
            await #expect(throws: NetworkError.self) { try await client(transport).image(at: url) }
            #expect(transport.received.count == 1)
        }
    }

    @Test("are not stored if the response is a web page")
    func webPage() async throws {
        let address = "https://i.ytimg.com/a.png"
        let page = StubResponse.text("<title>Welcome</title>", contentType: "text/html")
        let transport = StubTransport([stub(.get, address, returning: page)])
        var configuration = SeekConfiguration.stubbed(transport)
        configuration.client.store = MemoryStore(costLimit: 32 << 20)
        let seek = SeekClient(configuration)
        let url = try #require(URL(string: address))
        let first = await #expect(throws: NetworkError.self) { try await seek.image(at: url) }
        #expect(first?.description.hasPrefix("the response is a web page") == true)
        transport.stub(.get, address, returning: .failure(.connectionLost))
        let second = await #expect(throws: NetworkError.self) { try await seek.image(at: url) }
        #expect(second?.description.hasPrefix("the connection was lost") == true, "\(second as Any)")
    }

    @Test(
        "are fetched from a sample server on this machine",
        arguments: ["127.0.0.1", "127.0.0.2", "[::1]", "localhost", "seek.localhost"]
    )
    func local(host: String) async throws {
        let address = "http://\(host):8080/a.png"
        var configuration = SeekConfiguration.stubbed(StubTransport([stub(.get, address, returning: image)]))
        configuration.youTubeBaseURL = try #require(URL(string: "http://\(host):8080"))
        let bytes = try await SeekClient(configuration).image(at: try #require(URL(string: address)))
        #expect(bytes == Data([1, 2]))
    }

    @Test("of an API server on another machine are not requested")
    func remote() async throws {
        let address = "http://127.0.0.1.example/a.png"
        let transport = StubTransport([stub(.get, address, returning: image)])
        var configuration = SeekConfiguration.stubbed(transport)
        configuration.youTubeBaseURL = try #require(URL(string: "http://127.0.0.1.example"))
        let url = try #require(URL(string: address))
        await #expect(throws: NetworkError.self) { try await SeekClient(configuration).image(at: url) }
        #expect(transport.received.isEmpty)
    }
}
