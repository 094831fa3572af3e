import Foundation
import SeekNetworking
import Testing

@testable import SeekTestHelpers

@Suite("URL templates of stubs")
struct StubTemplateTests {
    @Test(
        "placeholders capture decoded values from the path and the query",
        arguments: [
            ("https://h.example/users/{user}", "/users/octo%20cat", ["user": "octo cat"]),
            ("/users/{user}/repos", "/users/octocat/repos", ["user": "octocat"]),
            ("/{a}/{b}.json", "/x/y.z.json", ["a": "x", "b": "y.z"]),
            ("/v{major}.{minor}", "/v1.22.3", ["major": "1", "minor": "22.3"]),
            ("/a/{+rest}", "/a/b/c%2Fd/", ["rest": "b/c/d/"]),
            ("/a?page={page}&q=x", "/a?q=x&page=2", ["page": "2"]),
            ("/a?x={one}&x=1", "/a?x=1&x=2", ["one": "2"]),
            ("/%7Bliteral%7D/{b}", "/%7Bliteral%7D/x", ["b": "x"]),
            ("/東/{b}", "/%E6%9D%B1/%E5%A4%9C", ["b": "夜"]), ("/{a}20{b}", "/x%20y20z", ["a": "x y", "b": "z"]),
            ("/{a}0", "/x%2000", ["a": "x 0"]), ("/{a}:{b}", "/x%3Ay:z", ["a": "x:y", "b": "z"]),
            ("/a?q={a}%202", "/a?q=1+2+2", ["a": "1 2"]),
        ]
    )
    func values(template: String, target: String, expected: [String: String]) async {
        let transport = StubTransport()
        transport.stub(
            .get,
            template,
            returning: .closure { _, values in HTTPResponse(json: .object(values.mapValues { .string($0) })) }
        )
        let response = await send(transport, "https://h.example\(target)").text
        #expect(response == String(decoding: JSONValue.object(expected.mapValues { .string($0) }).data, as: UTF8.self))
        #expect(transport.received(RequestMatcher(.get, template)).map(\.values) == [expected])
    }

    @Test(
        "the error for a URL that does not match the template contains the difference",
        arguments: [
            ("/users/{user}", "/users/", "path is /users/, not /users/{user}"),
            ("/users/{user}", "/users/a/b", "path is /users/a/b, not /users/{user}"),
            ("/{a}.json", "/a.jsn", "path is /a.jsn, not /{a}.json"),
            ("/{a}0", "/%20", "path is / , not /{a}0"), ("/{a}:x", "/b%3Ax", "path is /b%3Ax, not /{a}:x"),
            ("/a/{+rest}", "/a", "path is /a, not /a/{+rest}"),
            ("/v{a}.{b}", "/v1", "path is /v1"),
            ("/a?page={page}", "/a", "query parameter page is missing"),
            ("/a?page=p{page}", "/a?page=7", "query parameter page is '7', not 'p{page}'"),
            ("/a?key=p{page}", "/a?key=7", "query parameter key has another value"),
        ]
    )
    func different(template: String, target: String, difference: String) async {
        // Without a call site, the unmatched request does not fail this test.
        let transport = StubTransport([stub(.get, template, returning: .text(""))], callSite: nil)
        let reason = await send(transport, "https://h.example\(target)").failure?.description ?? ""
        #expect(reason.contains(difference), "\(reason)")
    }

    @Test(
        "an invalid template is reported as an invalid stub",
        arguments: [
            ("nowhere", "neither an absolute http or https URL"), ("ftp://h/", "neither an absolute http or https URL"),
            ("/{a", "unbalanced brace"), ("/a}", "unbalanced brace"), ("/{}", "'{}' is not a placeholder"),
            ("/{a-b}", "'{a-b}' is not a placeholder"),
            ("/a/{+}", "'{+}' is not a placeholder"), ("/a/{+b-c}", "'{+b-c}' is not a placeholder"),
            ("/{+a}{b}", "'{+a}{b}' is not a placeholder"),
            ("/{a}{b}", "must not follow"), ("/{a}/{a}", "has two placeholders with the same name"),
            ("/a?x={x}&y={x}", "has two placeholders with the same name"), ("/a?x={", "unbalanced brace"),
        ]
    )
    func invalid(template: String, reason: String) {
        let transport = StubTransport([stub(.get, template, returning: .text(""))])
        #expect(transport.problems.map(\.kind) == [.invalidStub])
        #expect(transport.problems.first?.description.contains(reason) == true, "\(transport.problems)")
        #expect(!transport.verify(RequestMatcher(.get, template)))
        #expect(!transport.verify(inOrder: [RequestMatcher(.get, template)]))
        #expect(transport.problems.count == 3)
    }

    @Test("a stub without an origin matches requests to any origin")
    func anyOrigin() async {
        let transport = StubTransport([
            stub(.get, "https://a.example/x", returning: .text("a")), stub(.get, "/x", returning: .text("any")),
            stub(.get, "https://b.example/x", returning: .text("b")),
        ])
        #expect(await send(transport, "https://a.example/x").text == "any")
        #expect(await send(transport, "https://b.example/x").text == "b")
        #expect(await send(transport, "http://c.example:81/x").text == "any")
    }

    @Test("among 20,000 stubs, the index finds the candidates by path segment or query parameter")
    func many() async throws {
        var index = StubIndex()
        for number in 0..<10_000 {
            index.add(try RequestPattern(RequestMatcher(.get, "/search?q=same&page=\(number)")), at: number)
            index.add(try RequestPattern(RequestMatcher(.get, "/item/\(number)/{part}")), at: 10_000 + number)
        }
        for (target, position) in [
            ("/search?page=77&q=same", 77), ("/item/9999/x", 19_999), ("/search?q=same&page=0", 0),
        ] {
            let url = try #require(URL(string: "https://h.example\(target)"))
            let request = try #require(ObservedRequest(HTTPRequest(url: url)))
            // At most one candidate besides the expected stub.
            #expect(index.candidates(for: request).contains(position))
            #expect(index.candidates(for: request).count <= 2)
        }
    }
}
