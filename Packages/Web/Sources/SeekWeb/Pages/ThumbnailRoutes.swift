import Seek
import SeekBasics
import SeekNetworking

/// The images of results, fetched by the server, so that the browser contacts no other server.
struct ThumbnailRoutes: Sendable {
    let client: SeekClient

    /// One week: if YouTube or GitHub changes an image, its URL changes as well.
    private static let cacheControl = "private, max-age=604800"

    var routes: [Route] {
        [Route(.get, "/thumbnails") { request, _ in await response(to: request) }]
    }

    /// Returns the target of an image.
    ///
    /// - Parameter urls: The URLs in order of preference; the next one is used if an image does not exist.
    static func target(of urls: [URL]) -> String {
        "/thumbnails?\(QueryParameters(urls.map { .init(name: "url", value: $0.absoluteString) }).encoded)"
    }

    /// The maximum number of URLs in a request: the sizes of a thumbnail.
    private static let maximumURLs = 8

    private func response(to request: WebRequest) async -> WebResponse {
        let urls = request.query.items.filter { $0.name == "url" }.prefix(Self.maximumURLs).map {
            URL(string: $0.value)
        }
        guard !urls.isEmpty, !urls.contains(nil) else {
            return Rejection(400, "The parameter url is missing or not a URL.").response(to: request)
        }
        do throws(NetworkError) {
            let image = try await client.image(atFirstOf: urls.compactMap { $0 })
            guard let format = ImageFormat(image) else {
                return Rejection(502, "The image has a format that is not supported.").response(to: request)
            }
            return WebResponse(
                headerFields: [.contentType: format.rawValue, .cacheControl: Self.cacheControl],
                body: .data(image)
            )
        } catch {
            let rejection =
                switch error {
                case .invalidRequest: Rejection(400, "The URL does not belong to an image host of YouTube or GitHub.")
                case .unacceptableStatus(404, _), .unacceptableStatus(410, _):
                    Rejection(404, "The image no longer exists.")
                default: Rejection(502, "The image could not be fetched. Try again later.")
                }
            return rejection.response(to: request)
        }
    }
}

/// The image formats that the app serves, recognized by their first bytes: the media type of another server's response
/// is not trusted. SVG is not served, because it can contain scripts.
enum ImageFormat: String, CaseIterable {
    case jpeg = "image/jpeg"
    case png = "image/png"
    case gif = "image/gif"
    case webP = "image/webp"

    /// Recognizes the format of an image; nil for other data.
    init?(_ data: Data) {
        guard let format = Self.allCases.first(where: { $0.matches(data) }) else { return nil }
        self = format
    }

    private func matches(_ data: Data) -> Bool {
        switch self {
        case .jpeg: data.starts(with: [0xFF, 0xD8, 0xFF])
        case .png: data.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        case .gif: data.starts(with: "GIF87a".utf8) || data.starts(with: "GIF89a".utf8)
        case .webP: data.starts(with: "RIFF".utf8) && data.dropFirst(8).starts(with: "WEBP".utf8)
        }
    }
}
