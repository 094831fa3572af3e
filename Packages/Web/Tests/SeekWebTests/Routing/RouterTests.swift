import SeekNetworking
import Testing

@testable import SeekWeb

@Suite("Routes of the web app")
struct RouterTests {
    private let router = Router(routes: [
        Route(.get, "/") { _, _ in WebResponse("home", type: "text/plain") },
        Route(.get, "/saved/new") { _, _ in WebResponse("form", type: "text/plain") },
        Route(.get, "/saved/:name") { _, parameters in WebResponse(parameters["name"] ?? "", type: "text/plain") },
        Route(.delete, "/saved/:name") { _, _ in WebResponse("deleted", type: "text/plain") },
    ])

    @Test(
        "the first matching route responds; without one, the status is 404 or 405",
        arguments: [
            ("GET", "/", "home"), ("HEAD", "/", "home"), ("GET", "/saved/new", "form"), ("GET", "/saved/a%2Fb", "a/b"),
            ("GET", "/saved/new/", "form"),
            ("DELETE", "/saved/x?q=1", "deleted"), ("POST", "/saved/x", "405 DELETE, GET, HEAD"),
            ("GET", "/saved", "404"), ("GET", "/saved/a/b", "404"),
        ]
    )
    func match(method: String, target: String, expected: String) async throws {
        let method = try #require(HTTPRequest.Method(method))
        let request = try #require(WebRequest(method, target))
        let response: String
        switch router.match(request) {
        case .route(let route, let parameters): response = await route.respond(request, parameters).text
        case .otherMethods(let allowed): response = "405 \(allowed)"
        case .notFound: response = "404"
        }
        #expect(response == expected)
    }

    @Test(
        "a target is rejected if it is not a path, or has a dot segment, a control character or a repeated slash",
        arguments: [
            "", "*", "http://example.com/", "/../etc", "/%2e%2e/etc", "//", "//a", "/a//", "/a//b", "/a%00b", "/a%0Ab",
        ]
    )
    func rejected(target: String) {
        #expect(WebRequest(.get, target) == nil)
    }

    @Test("bytes that are not UTF-8 become U+FFFD, and invalid percent encoding is unchanged")
    func invalidText() {
        #expect(WebRequest(.get, "/%ff%zz")?.path == ["\u{FFFD}%zz"])
    }

    @Test("the query is decoded")
    func query() {
        #expect(WebRequest(.get, "/search?q=c%2B%2B+a&q=")?.query.items.map(\.value) == ["c++ a", ""])
    }

    @Test(
        "an event has a data field for each line",
        arguments: [
            (ServerEvent(data: ""), "data: \n\n"), (ServerEvent(name: "hits", data: "a"), "event: hits\ndata: a\n\n"),
            (ServerEvent(data: "a\nb\r\nc\rd"), "data: a\ndata: b\ndata: c\ndata: d\n\n"),
        ]
    )
    func events(event: ServerEvent, encoded: String) {
        #expect(event.encoded == encoded)
    }
}
