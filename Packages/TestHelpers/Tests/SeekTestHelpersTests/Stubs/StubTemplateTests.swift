import Foundation
import SeekNetworking
import SeekTestHelpers
import Testing

@Suite("URL templates of stubs")
struct StubTemplateTests {
    @Test(
        "placeholders capture decoded values from the path and the query",
        arguments: [
            ("https://h.example/users/{user}", "/users/octo%20cat", ["user": "octo cat"]),
            ("/users/{user}/repos", "/users/octocat/repos", ["user": "octocat"]),
            ("/a/{+rest}", "/a/b/c%2Fd/", ["rest": "b/c/d/"]),
            ("/a?page={page}&q=x", "/a?q=x&page=2", ["page": "2"]),
            ("/a?x={one}&x=1", "/a?x=1&x=2", ["one": "2"]),
            ("/%7Bliteral%7D/{b}", "/%7Bliteral%7D/x", ["b": "x"]),
            ("/東/{b}", "/%E6%9D%B1/%E5%A4%9C", ["b": "夜"]), ("/a?q={a}", "/a?q=1+2+%33", ["a": "1 2 3"]),
        ]
    )
    func values(template: String, target: String, expected: [String: String]) async {
        let transport = StubTransport()
        transport.stub(
            .get,
            template,
            returning: .closure { _, values in HTTPResponse(json: .object(JSONObject(values.mapValues { .string($0) })))
            }
        )
        let response = await send(transport, "https://h.example\(target)").text
        #expect(
            response
                == String(
                    decoding: JSONValue.object(JSONObject(expected.mapValues { .string($0) })).data,
                    as: UTF8.self
                )
        )
        #expect(transport.received(RequestMatcher(.get, template)).map(\.values) == [expected])
    }

    @Test(
        "the error for a URL that does not match the template contains the difference",
        arguments: [
            ("/users/{user}", "/users/", "path is /users/, not /users/{user}"),
            ("/users/{user}", "/users/a/b", "path is /users/a/b, not /users/{user}"),
            ("/{a}/x", "/%20/y", "path is / /y, not /{a}/x"), ("/{a}/:x", "/b/%3Ax", "path is /b/%3Ax, not /{a}/:x"),
            ("/a/{+rest}", "/a", "path is /a, not /a/{+rest}"),
            ("/a?page={page}", "/a", "query parameter page is missing"),
            ("/a?page={page}", "/a?page=", "query parameter page is '', not '{page}'"),
            ("/a?key={key}", "/a?key=", "query parameter key has another value"),
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
            ("/{a", "'{a' is not valid"), ("/a}", "'a}' is not valid"), ("/{}", "'{}' is not a placeholder"),
            ("/{a}.json", "a placeholder must be a whole path segment"), ("/v{a}", "write %7B or %7D for a brace"),
            ("/{a-b}", "'{a-b}' is not a placeholder"),
            ("/a/{+}", "'{+}' is not a placeholder"), ("/a/{+b-c}", "'{+b-c}' is not a placeholder"),
            ("/{+a}{b}", "'{+a}{b}' is not a placeholder"), ("/{a}{b}", "'{a}{b}' is not a placeholder"),
            ("/{a}/{a}", "has two placeholders with the same name"),
            ("/a?x={x}&y={x}", "has two placeholders with the same name"), ("/a?x={", "'{' is not valid"),
        ]
    )
    func invalid(template: String, reason: String) {
        let transport = StubTransport([stub(.get, template, returning: .text(""))])
        #expect(transport.problems.map(\.kind) == [.invalidStub])
        #expect(transport.problems.first?.description.contains(reason) == true, "\(transport.problems)")
        #expect(!transport.verify(RequestMatcher(.get, template)))
        #expect(transport.problems.count == 2)
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

    @Test("among 20,000 stubs with paths, queries and placeholders, a request receives the response of its own")
    func many() async {
        let transport = StubTransport(strictness: .lenient)
        for number in 0..<10_000 {
            transport.stub(.get, "/search?q=same&page=\(number)", returning: .text("page \(number)"))
            transport.stub(.get, "/item/\(number)", returning: .text("item \(number)"))
        }
        transport.stub(.get, "/item/7/{part}", returning: .text("part"))
        for (target, text) in [
            ("/search?page=77&q=same", "page 77"), ("/item/9999?x=1", "item 9999"), ("/item/7/x", "part"),
            ("/search?q=same&page=0&page=0", "page 0"),
        ] {
            #expect(await send(transport, "https://h.example\(target)").text == text)
        }
        #expect(await send(transport, "https://h.example/search?q=same").failure != nil)
    }
}
