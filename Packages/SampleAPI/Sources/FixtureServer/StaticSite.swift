import SeekBasics
import SeekNetworking
import SeekTestHelpers

/// Serves the files of a folder as static hosting does. A folder's URL ends with a slash and returns its `index.html`;
/// without the slash, the URL is redirected.
struct StaticSite: Sendable {
    private let folder: URL

    /// Creates a site.
    ///
    /// - Parameter folder: The path of an existing folder.
    init(folder: String) throws(StaticSiteError) {
        self.folder = URL(fileURLWithPath: folder)
        guard Self.isFolder(self.folder) else { throw StaticSiteError(folder: folder) }
    }

    func reply(to request: HTTPRequest) -> LoopbackServer.Reply { .response(response(to: request)) }

    private func response(to request: HTTPRequest) -> HTTPResponse {
        guard request.method == .get || request.method == .head else {
            return Self.failure(HTTPResponse.Status(code: 405, reasonPhrase: "Method Not Allowed"))
        }
        let path = request.url.path(percentEncoded: true)
        let names = path.split(separator: "/").map { PercentEncoding.decode($0) }
        // A decoded name with a slash would be a path rather than a name.
        guard !names.contains(where: { $0 == ".." || $0.contains("/") || $0.contains("\0") }) else {
            return Self.failure(.notFound)
        }
        var file = names.reduce(folder) { $0.appending(path: $1) }
        if Self.isFolder(file) {
            guard path.hasSuffix("/") else { return Self.redirect(to: path + "/") }
            file.append(path: "index.html")
        }
        guard let body = try? Data(contentsOf: file) else { return Self.failure(.notFound) }
        let type = Self.types[file.pathExtension.lowercased()] ?? "application/octet-stream"
        // A page that was built again must be shown after a reload.
        return HTTPResponse(headerFields: [.contentType: type, .cacheControl: "no-cache"], body: body)
    }

    private static func redirect(to path: String) -> HTTPResponse {
        let status = HTTPResponse.Status(code: 301, reasonPhrase: "Moved Permanently")
        return HTTPResponse(status: status, headerFields: [.location: path])
    }

    private static func failure(_ status: HTTPResponse.Status) -> HTTPResponse {
        let text = "\(status.code) \(status.reasonPhrase)\n"
        return HTTPResponse(status: status, headerFields: [.contentType: "text/plain"], body: Data(text.utf8))
    }

    private static func isFolder(_ url: URL) -> Bool {
        FileStatus(url.path(percentEncoded: false), followsLinks: true)?.isFolder == true
    }

    private static let types = [
        "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8",
        "json": "application/json", "txt": "text/plain; charset=utf-8", "xml": "application/xml",
        "svg": "image/svg+xml", "png": "image/png", "jpg": "image/jpeg", "gif": "image/gif", "webp": "image/webp",
        "ico": "image/vnd.microsoft.icon", "woff2": "font/woff2",
    ]
}

/// The path of a site is not that of an existing folder.
struct StaticSiteError: Error, Hashable, CustomStringConvertible {
    var folder: String

    var description: String { "there is no folder '\(folder)'; pass an existing one to --site" }
}
