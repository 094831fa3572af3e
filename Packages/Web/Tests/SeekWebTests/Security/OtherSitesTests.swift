import Foundation
import SeekBasics
import SeekNetworking
import SeekTestHelpers
import Testing

@Suite("Requests that pages of other sites cause")
struct OtherSitesTests {
    private static let navigation: HTTPFields = [
        .accept: "text/html", .secFetchSite: "cross-site", .secFetchMode: "navigate", .secFetchDest: "document",
    ]
    private static let target =
        "/?q=swift&kinds=video,channel,playlist&pages=40&complete=1&details=youtube:video:a&load=1"

    /// The header fields of requests that other pages cause, or that no user has caused.
    private static let foreign: [HTTPFields] = [
        navigation,
        navigation.merging([.secFetchSite: "same-site"]),
        navigation.merging([.secFetchSite: "unknown"]),
        // Over http from another machine, browsers send no fetch metadata.
        [.accept: "text/html", .referer: "https://evil.example/"],
        [.accept: "text/html", .referer: "http://127.0.0.1:8751/"],
        [.accept: "text/html", .referer: "about:client"],
    ]

    @Test("a link to a search sends no request to a service, and is not in the history", arguments: foreign)
    func link(fields: HTTPFields) async throws {
        let site = try Site()
        let response = try await site.response(Self.target, fields: fields)
        #expect(response.status == .ok)
        #expect(site.context.server.received.count == 0)
        #expect(try await site.json("/api/v1/history")["searches"].array == [])
    }

    @Test("a link to a search shows stored results and a button that starts the search")
    func button() async throws {
        let site = try Site()
        let count = try await site.requestCountAfterSearch {
            let page = try await site.response("/?q=swift&pages=40&load=1", fields: Self.navigation).text
            #expect(page.contains("class=\"card"))
            #expect(page.contains("<button class=\"button primary\" form=\"search\">Search</button>"))
            // The script continues at this URL, whose events start no search either.
            #expect(page.contains("<link rel=\"canonical\" href=\"/?q=swift&amp;preview=1\">"))
        }
        #expect(count == 0)
    }

    @Test(
        "a search that a user or a program starts is run",
        arguments: [
            [:], [.secFetchSite: "none", .secFetchMode: "navigate", .secFetchDest: "document"],
            [.secFetchSite: "same-origin", .secFetchMode: "navigate", .secFetchDest: "document"],
            [.referer: "http://127.0.0.1:8750/?q=other"],
            // The referrer of a same-origin request does not matter.
            [.secFetchSite: "same-origin", .referer: "https://evil.example/"],
        ] as [HTTPFields]
    )
    func own(fields: HTTPFields) async throws {
        let site = try Site()
        _ = try await site.response("/?q=swift&complete=1", fields: fields)
        #expect(site.context.server.received.count > 0)
        #expect(try await site.json("/api/v1/history")["searches"].array?.count == 1)
    }

    @Test(
        "a link to anything but a page is rejected",
        arguments: [
            "/api/v1/search?q=swift", "/api/v1/details?id=youtube:video:gQ_1zX-F_No", "/api/v1/quota",
            "/events?q=swift",
            "/api/v1/search/events?q=swift", "/saved/feed?name=a", "/thumbnails?url=https://i.ytimg.com/vi/a/b.jpg",
        ]
    )
    func otherTargets(target: String) async throws {
        for fields in Self.foreign {
            let site = try Site()
            #expect(try await site.response(target, fields: fields).status == 403)
            #expect(site.context.server.received.count == 0)
        }
    }

    @Test(
        "a form, image, frame or script of another page is rejected",
        arguments: [
            (.post, [.secFetchSite: "cross-site", .secFetchMode: "navigate", .secFetchDest: "document"]),
            (.post, [.referer: "https://evil.example/"]),
            (.get, [.secFetchSite: "cross-site", .secFetchMode: "navigate", .secFetchDest: "iframe"]),
            (.get, [.secFetchSite: "same-site", .secFetchMode: "no-cors", .secFetchDest: "image"]),
            (.get, [.secFetchSite: "cross-site", .secFetchMode: "cors", .secFetchDest: "empty"]),
            (.get, [.secFetchSite: "cross-site", .secFetchMode: "websocket", .secFetchDest: "websocket"]),
        ] as [(HTTPRequest.Method, HTTPFields)]
    )
    func subresources(method: HTTPRequest.Method, fields: HTTPFields) async throws {
        let site = try Site()
        let target = method == .post ? "/history/clear" : "/?q=swift"
        #expect(try await site.response(target, method, fields: fields).status == 403)
        #expect(site.context.server.received.count == 0)
    }

    @Test(
        "a page that the browser loads before the user opens it is rejected, so that it is loaded when it is opened",
        arguments: ["prefetch", "prefetch;prerender", "prefetch;anonymous-client-ip"]
    )
    func speculation(purpose: String) async throws {
        let site = try Site()
        for name in ["Sec-Purpose", "Purpose", "X-Purpose", "X-Moz"].compactMap({ HTTPField.Name($0) }) {
            let fields: HTTPFields = [.secFetchSite: "none", name: purpose]
            let response = try await site.response("/?q=swift", fields: fields)
            #expect(response.status == 503)
            #expect(response.headerFields[.cacheControl] == "no-store")
        }
        #expect(site.context.server.received.count == 0)
    }

    @Test("after the login, a link to a search still starts no search", arguments: foreign)
    func login(fields: HTTPFields) async throws {
        let site = try Site(TestAppOptions(token: "0123456789abcdef"))
        let expected = "/?q=swift&kinds=video%2Cchannel%2Cplaylist&details=youtube%3Avideo%3Aa&preview=1"
        let page = try await site.response(Self.target, fields: fields).text
        #expect(page.contains("content=\"0; url=\(expected.replacing("&", with: "&amp;"))\""))
        // A link to the login form itself names the target as well.
        let form = try await site.response("/login?next=\(PercentEncoding.encode(Self.target))", fields: fields).text
        #expect(form.contains("value=\"\(expected.replacing("&", with: "&amp;"))\""))
        // The page above loads its target, which requires the token, from the same origin.
        let own: HTTPFields = [.accept: "text/html", .secFetchSite: "same-origin"]
        let redirection = try await site.response(expected, fields: own)
        #expect(redirection.headerFields[.location] == "/login?next=\(PercentEncoding.encode(expected))")
    }

    @Test("a URL of a preview shows the first page and loads no details", arguments: ["/", "/events"])
    func preview(path: String) async throws {
        let site = try Site()
        let id = "youtube:video:gQ_1zX-F_No"
        let response = try await site.response("\(path)?q=swift&preview=1&pages=40&details=\(id)&load=1")
        if let events = response.events { for await _ in events {} }
        #expect(site.context.server.received.count == 0)
    }
}

extension HTTPFields {
    fileprivate func merging(_ fields: HTTPFields) -> HTTPFields {
        var result = self
        for field in fields { result[field.name] = field.value }
        return result
    }
}
