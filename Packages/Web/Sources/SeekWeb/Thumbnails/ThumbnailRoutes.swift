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

    /// Returns the path and query at which this server returns an image.
    static func target(of url: URL) -> String {
        "/thumbnails?\(QueryParameters([.init(name: "url", value: url.absoluteString)]).encoded)"
    }

    private func response(to request: WebRequest) async -> WebResponse {
        guard let url = request.query["url"].flatMap({ URL(string: $0) }) else {
            return Rejection(400, "The parameter url is missing or not a URL.").response(to: request)
        }
        do throws(NetworkError) {
            let image = try await client.image(at: url)
            guard let format = ImageFormat(image) else {
                return Rejection(502, "The image has a format that is not supported.").response(to: request)
            }
            return WebResponse(
                headerFields: [.contentType: format.rawValue, .cacheControl: Self.cacheControl],
                body: .data(image)
            )
        } catch {
            return Self.rejection(of: error).response(to: request)
        }
    }

    private static func rejection(of error: NetworkError) -> Rejection {
        switch error {
        case .invalidRequest: Rejection(400, "The URL does not belong to an image host of YouTube or GitHub.")
        case .unacceptableStatus(404, _), .unacceptableStatus(410, _): Rejection(404, "The image no longer exists.")
        default: Rejection(502, "The image could not be fetched. Try again later.")
        }
    }
}
