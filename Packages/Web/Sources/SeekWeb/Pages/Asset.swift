import SeekBasics
import SeekNetworking

/// A file of the pages, embedded in the program. Its path contains a hash of its content, so that browsers can store it
/// permanently.
struct Asset: Sendable {
    /// The path of the URL: `/assets/1f0c…/seek.css`.
    let path: String
    private let type: String
    private let content: Data

    private init(_ name: String, type: String, _ content: [UInt8]) {
        path = "/assets/\(String(FNV1a.hash(content), radix: 36))/\(name)"
        self.type = type
        self.content = Data(content)
    }

    static let styleSheet = Asset("seek.css", type: "text/css; charset=utf-8", PackageResources.seek_css)
    /// The script of all pages, a module.
    static let script = Asset("seek.js", type: "text/javascript; charset=utf-8", PackageResources.seek_js)
    static let icon = Asset("icon.svg", type: "image/svg+xml", Array(Page.logo.markup.utf8))

    static let routes =
        [styleSheet, script, icon].map { asset in
            Route(.get, asset.path) { request, _ in asset.response.validated(for: request) }
        } + [favicon]

    /// The icon for responses that cannot contain a link to one, such as JSON.
    private static let favicon = Route(.get, "/favicon.ico") { request, _ in
        var response = icon.response
        response.headerFields[.cacheControl] = "public, max-age=86400"
        return response.validated(for: request)
    }

    private var response: WebResponse {
        let fields: HTTPFields = [.contentType: type, .cacheControl: "public, max-age=31536000, immutable"]
        return WebResponse(headerFields: fields, body: .data(content))
    }
}
