import Foundation
import SeekNetworking
import SeekTestHelpers
import Testing

@Suite("Listings of a client")
struct ListingTests {
    private func client(_ transport: StubTransport) -> APIClient {
        APIClient(baseURL: url("https://api.example.com"), transport: transport)
    }

    @Test("follow the links to the next page, and send the header fields of the first request")
    func links() async throws {
        let transport = scripted(
            json("[1, 2]", [.link: #"<https://api.example.com/n?page=2>; rel="next""#]),
            json("[]", [.link: #"<https://api.example.com/n?page=3>; rel="next""#]),
            json("[3]")
        )
        let numbers = Endpoint(of: [Int].self, at: .path("n"), headerFields: [.accept: "application/json"])
        var seen: [Int] = []
        for try await number in client(transport).pages(of: numbers).items(\.value) { seen.append(number) }
        #expect(seen == [1, 2, 3])
        #expect(
            transport.received.map(\.url.absoluteString)
                == [
                    "https://api.example.com/n", "https://api.example.com/n?page=2", "https://api.example.com/n?page=3",
                ]
        )
        #expect(transport.received.map { $0.headerFields[.accept] } == Array(repeating: "application/json", count: 3))
    }

    @Test("do not follow a link to another origin")
    func otherOrigin() async throws {
        let transport = scripted(json("[1]", [.link: #"<https://evil.example/n>; rel="next""#]), json("[2]"))
        var iterator = client(transport).pages(of: Endpoint(of: [Int].self, at: .path("n"))).makeAsyncIterator()
        #expect(try await iterator.next()?.value == [1])
        await #expect(throws: NetworkError.self) { try await iterator.next() }
        #expect(transport.received.count == 1)
    }

    @Test("take the next location from a closure")
    func tokens() async throws {
        struct Page: Decodable {
            var items: [String]
            var next: String?
        }
        let transport = scripted(json(#"{"items": ["a"], "next": "t 1"}"#), json(#"{"items": ["b"]}"#))
        let pages = client(transport).pages(of: Endpoint(of: Page.self, at: .path("n"))) { page in
            page.value.next.map { .path("n", ["token": $0]) }
        }
        var seen: [String] = []
        do throws(NetworkError) {
            for try await item in pages.items(\.value.items) { seen.append(item) }
        } catch {
            Issue.record("\(error)")
        }
        #expect(seen == ["a", "b"])
        #expect(transport.received.last?.url.absoluteString == "https://api.example.com/n?token=t%201")
    }
}
