import Foundation
import SeekNetworking
import SeekTestHelpers
import Testing

/// A transport with `callSite: nil` does not report unmatched requests as issues, which would fail the test.
@Suite("Matching of stubs")
struct StubMatchingTests {
    @Test(
        "a stub matches equivalent spellings of its URL, and URLs with additional query parameters",
        arguments: [
            ("https://example.com/a", "https://EXAMPLE.com:443/a"),
            ("https://example.com", "https://example.com/"),
            ("https://example.com/a%2Fb/c", "https://example.com/a%2fb/c"),
            ("https://example.com/%E6%9D%B1", "https://example.com/東"),
            ("https://example.com/a?q=a+b", "https://example.com/a?q=a%20b"),
            ("https://example.com/a?q=a%26b", "https://example.com/a?q=a%26b"),
            ("https://example.com/a?q=%zz", "https://example.com/a?q=%25zz"),
            ("https://example.com/a?x=1&y=2", "https://example.com/a?y=2&z=3&x=1"),
            ("https://example.com/a", "https://example.com/a?anything=1"),
            ("https://example.com/videos:list", "https://example.com/videos:list"),
            ("https://example.com/~a%7E/'b'", "https://example.com/%7ea~/'b'"),
            ("https://example.com/a?q=a:b/'c'", "https://example.com/a?q=a%3ab%2F%27c%27"),
            ("https://example.com/%82/a?q=%82e", "https://example.com/%82/a?q=%82e"),
        ]
    )
    func equivalentURLs(stubbed: String, requested: String) async {
        let transport = StubTransport([stub(.get, stubbed, returning: .text("yes"))])
        #expect(await send(transport, requested).text == "yes", "\(transport.problems)")
    }

    @Test(
        "a different URL does not match, and the failure describes the difference without secrets",
        arguments: [
            ("https://example.com/a", "http://example.com/a", "scheme is http, not https"),
            ("https://example.com/a", "https://example.org/a", "host is example.org, not example.com"),
            ("https://example.com/a", "https://example.com:8443/a", "port is 8443, not 443"),
            ("https://example.com/a", "https://example.com/a/", "path is /a/, not /a"),
            ("https://example.com/a?q=1", "https://example.com/a?q=2", "query parameter q is '2', not '1'"),
            ("https://example.com/a?q=1", "https://example.com/a", "query parameter q is missing"),
            ("https://example.com/a?q=1&q=1", "https://example.com/a?q=1", "query parameter q is"),
            ("https://example.com/a?q=%82e", "https://example.com/a?q=%83e", "query parameter q is '%83e', not '%82e'"),
            (
                "https://example.com/a?q=%C3%A9", "https://example.com/a?q=e%CC%81",
                "query parameter q is 'e%CC%81', not '%C3%A9'"
            ),
            ("https://example.com/a?é=1", "https://example.com/a?e%CC%81=1", "query parameter é is missing"),
            ("https://example.com/%82", "https://example.com/%83", "path is /%83, not /%82"),
            ("https://example.com/é", "https://example.com/e%CC%81", "path is /e%CC%81, not /%C3%A9"),
            (
                "https://example.com/videos:list", "https://example.com/videos%3Alist",
                "path is /videos%3Alist, not /videos:list"
            ),
            ("https://example.com/a/b", "https://example.com/a%2Fb", "path is /a%2Fb, not /a/b"),
            ("https://example.com/a", "https://example.com/A", "path is /A, not /a"),
            (
                "https://example.com/a?key=right", "https://example.com/a?key=wrong",
                "query parameter key has another value"
            ),
        ]
    )
    func differentURL(stubbed: String, requested: String, difference: String) async {
        let transport = StubTransport([stub(.get, stubbed, returning: .text("no"))], callSite: nil)
        let error = await send(transport, requested).failure
        guard case .invalidRequest(let reason, _)? = error else {
            Issue.record("it matched")
            return
        }
        #expect(reason.contains(difference))
        #expect(!reason.contains("right"))
        #expect(!reason.contains("wrong"))
        #expect(transport.problems.map(\.kind) == [.unmatchedRequest, .wrongUseCount])
    }

    @Test("the method .any matches every method, and a stub that is added later takes precedence")
    func anyMethod() async {
        let transport = StubTransport([
            stub(.any, "/{+rest}", returning: .text("any")),
            stub(.get, "https://example.com/a", returning: .text("get")),
        ])
        #expect(await send(transport, "https://example.com/a").text == "get")
        #expect(await send(transport, "https://other.example").text == "any")
        for method in [HTTPRequest.Method.get, .post, .delete] {
            #expect(await send(transport, "https://h/a/b?c", method: method).text == "any")
        }
        #expect(transport.received(RequestMatcher(.any, "https://h/a/b")).count == 3)
        transport.stub(.any, "https://example.com/a", returning: .text("last"))
        #expect(await send(transport, "https://example.com/a").text == "last")
        #expect(transport.problems.isEmpty)
        let onlyAny = StubTransport([stub(.any, "https://h/a", returning: .text(""))], callSite: nil)
        let reason = await send(onlyAny, "https://h/b").failure?.description ?? ""
        #expect(reason.contains("path is /b, not /a"))
        #expect(!reason.contains("method is"))
    }

    @Test("query: .exactly rejects additional query parameters")
    func exactQuery() async {
        let url = "https://example.com/a?x=1"
        let transport = StubTransport([stub(.get, url, query: .exactly, returning: .text("yes"))], callSite: nil)
        #expect(await send(transport, url).text == "yes")
        let more = await send(transport, "\(url)&y=2").failure?.description
        #expect(more?.contains("query parameter y is unexpected") == true)
        let twice = await send(transport, "\(url)&x=1").failure?.description
        #expect(twice?.contains("query parameter x occurs more often than expected") == true)
        let otherValue = await send(transport, "\(url)&x=2").failure?.description
        #expect(otherValue?.contains("query parameter x occurs more often than expected") == true)
    }

    @Test("a stub matches only requests with its header fields, and failures redact credentials")
    func headers() async throws {
        let accept = HTTPField.Name("Accept")
        let authorization = HTTPField.Name("Authorization")
        let url = "https://example.com/a"
        let expected: HTTPFields = [accept: "text/html", authorization: "Bearer right"]
        let transport = StubTransport([stub(.get, url, headers: expected, returning: .text("yes"))], callSite: nil)
        #expect(await send(transport, url, headers: expected).text == "yes")
        let missing = await send(transport, url).failure?.description ?? ""
        #expect(missing.contains("header field Accept is missing"))
        let different: HTTPFields = [accept: "text/plain", authorization: "Bearer wrong"]
        let difference = await send(transport, url, headers: different).failure?.description ?? ""
        #expect(difference.contains("header field Accept is 'text/plain', not 'text/html'"))
        #expect(difference.contains("header field Authorization has another value"))
        #expect(!difference.contains("wrong"))
        #expect(!difference.contains("right"))
    }

    @Test("a mismatched method is reported with the nearest stub")
    func nearest() async {
        let transport = StubTransport(
            [
                stub(.get, "https://example.com/far/away?x=1", returning: .text("")),
                stub(.get, "https://example.com/near", returning: .text("")),
            ],
            callSite: nil
        )
        let reason = await send(transport, "https://example.com/near", method: .post).failure?.description ?? ""
        #expect(reason.contains("nearest: GET https://example.com/near (StubMatchingTests.swift:"))
        #expect(reason.contains("method is POST, not GET"))
    }

    @Test("an invalid URL, an empty sequence or a missing fixture is reported at the stub's call site")
    func invalid() async {
        let transport = StubTransport([
            stub(.get, "nowhere", returning: .text("")),
            stub(.get, "https://example.com/empty", returning: .sequence([])),
            stub(.get, "https://example.com/gone", returning: .json(file: "youtube/serch")),
        ])
        let reason = await send(transport, "https://example.com/gone").failure?.description ?? ""
        #expect(reason.contains("no fixture 'youtube/serch'"))
        #expect(reason.contains("did you mean 'youtube/search'?"))
        #expect(transport.problems.map(\.kind) == [.invalidStub, .invalidStub, .missingFixture])
        #expect(transport.problems.allSatisfy { $0.callSite?.fileID.hasSuffix("StubMatchingTests.swift") == true })
        let onlyInvalid = StubTransport([stub(.get, "nowhere", returning: .text(""))], callSite: nil)
        #expect(
            await send(onlyInvalid, "https://example.com").failure?.description.contains("no stub is valid") == true
        )
    }
}
