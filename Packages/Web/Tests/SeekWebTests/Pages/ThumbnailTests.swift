import Foundation
import Seek
import SeekNetworking
import SeekTestHelpers
import Testing

@Suite("Images of results")
struct ThumbnailTests {
    private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 0]

    @Test(
        "only images of known formats are served, with the media type of their content",
        arguments: [
            (png, "image/jpeg", 200, "image/png"), ([0xFF, 0xD8, 0xFF, 0xE0], "image/jpeg", 200, "image/jpeg"),
            (Array("GIF89a...".utf8), "image/gif", 200, "image/gif"),
            (Array("RIFF\0\0\0\0WEBPVP8 ".utf8), "image/webp", 200, "image/webp"),
            (Array("<svg onload=alert(1)>".utf8), "image/svg+xml", 502, nil),
            (Array("<script>".utf8), "text/html", 502, nil), ([], "image/png", 502, nil),
        ] as [([UInt8], String, Int, String?)]
    )
    func formats(bytes: [UInt8], declared: String, status: Int, type: String?) async throws {
        let context = try WebContext(reply: { _ in
            .response(HTTPResponse(headerFields: [.contentType: declared], body: Data(bytes)))
        })
        let response = try await response(context, "\(context.server.baseURL)/image")
        #expect(response.status.code == status)
        #expect(type == nil || response.headerFields[.contentType] == type)
    }

    @Test("an image is fetched once, without credentials, and the browser may store it")
    func cached() async throws {
        let context = try WebContext(reply: { _ in
            .response(
                HTTPResponse(
                    headerFields: [.contentType: "image/png", .cacheControl: "max-age=3600"],
                    body: Data(Self.png)
                )
            )
        })
        let site = Site(context)
        let url = try #require(URL(string: "\(context.server.baseURL)/image?a=b&c=d"))
        for _ in 0..<2 {
            let response = try await site.response(Self.target(["\(url)"]))
            #expect(response.headerFields[.cacheControl] == "private, max-age=604800")
        }
        #expect(context.server.received.map(\.url) == [url])
        #expect(context.server.received.allSatisfy { $0.headerFields[.authorization] == nil })
    }

    @Test(
        "only https URLs of image hosts and URLs of the local API are fetched",
        arguments: [
            "http://169.254.169.254/latest", "https://evil.example/a.png", "http://i.ytimg.com/a.jpg",
            "https://i.ytimg.com.evil.example/a.jpg", "https://user@evil.example/i.ytimg.com", "file:///etc/passwd", "",
            "%",
        ]
    )
    func foreign(url: String) async throws {
        let context = try WebContext()
        #expect(try await response(context, url).status == 400)
        #expect(context.server.received.isEmpty)
    }

    @Test("if an image is missing, the next size is served")
    func smallerSize() async throws {
        let context = try WebContext(reply: { request in
            .response(
                HTTPResponse(
                    status: request.url.path() == "/default" ? 200 : 404,
                    headerFields: [.contentType: "image/png"],
                    body: Data(Self.png)
                )
            )
        })
        let urls = try ["medium", "default"].map { try #require(URL(string: "\(context.server.baseURL)/\($0)")) }
        let response = try await Site(context).response(Self.target(urls.map(\.absoluteString)))
        #expect(response.status.code == 200)
        #expect(context.server.received.map(\.url) == urls)
    }

    @Test("a missing image has status 404, and a failed request has status 502", arguments: [(404, 404), (500, 502)])
    func failures(upstream: Int, status: Int) async throws {
        let context = try WebContext(reply: { _ in
            .response(HTTPResponse(status: .init(code: upstream), headerFields: [.contentType: "image/png"]))
        })
        #expect(try await response(context, "\(context.server.baseURL)/image").status.code == status)
    }

    private func response(_ context: WebContext, _ url: String) async throws -> TestAppResponse {
        try await Site(context).response(Self.target([url]))
    }

    /// Returns the target of an image that is available at one of several URLs.
    private static func target(_ urls: [String]) -> String {
        "/thumbnails?" + QueryParameters(urls.map { .init(name: "url", value: $0) }).encoded
    }
}
