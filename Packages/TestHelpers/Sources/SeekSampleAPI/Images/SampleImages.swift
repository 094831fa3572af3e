import SeekBasics
import SeekNetworking
import SeekTestHelpers

/// The images of the sample data, which are generated from their URLs: landscapes as thumbnails of videos and
/// playlists, symmetric patterns as avatars of channels and accounts.
enum SampleImages {
    /// Returns the URL of the generated image that replaces the image at a provider's URL:
    /// `http://127.0.0.1:8080/images/i.ytimg.com/vi/…`.
    static func url(_ original: String, origin: String) -> OrderedJSON {
        .string("\(origin)/images/\(original.dropFirst("https://".count))")
    }

    static func avatar(_ account: AccountRecord, origin: String) -> OrderedJSON {
        url("\(avatarBaseURL)u/\(account.id)?v=4", origin: origin)
    }

    /// Returns a response body in which the URLs of GitHub's avatars are replaced with URLs of this server.
    static func replacingAvatarURLs(in text: String, origin: String) -> String {
        text.replacing(avatarBaseURL, with: "\(origin)/images/\(avatarBaseURL.dropFirst("https://".count))")
    }

    private static let avatarBaseURL = "https://avatars.githubusercontent.com/"

    /// Returns the image at a URL of the form that ``url(_:origin:)`` returns, for GET and HEAD; otherwise 404.
    static func response(to request: SampleRequest) -> HTTPResponse {
        guard request.isReading, request.path.count > 2, let image = image(request.path[1], request.path[2...]) else {
            return HTTPResponse(status: HTTPResponse.Status(404))
        }
        // The maximum age of YouTube's thumbnails.
        let fields: HTTPFields = [.contentType: "image/png", .cacheControl: "public, max-age=7200"]
        return HTTPResponse(headerFields: fields, body: image.data)
    }

    private static func image(_ host: String, _ path: ArraySlice<String>) -> PNGImage? {
        switch host {
        // All sizes of a thumbnail are the same image: /vi/ID/mqdefault.jpg.
        case "i.ytimg.com": landscape(seed: path.dropLast().joined())
        // An avatar's size is a suffix of YouTube's path (/ID=s88) and a query parameter of GitHub's URL.
        case "yt3.ggpht.com", "avatars.githubusercontent.com": pattern(seed: path.joined().prefix { $0 != "=" })
        default: nil
        }
    }

    private static func landscape(seed: some StringProtocol) -> PNGImage {
        var generator = SeededGenerator(seed: FNV1a.hash(seed.utf8))
        let (width, height) = (192, 108)
        let hue = Double.random(in: 0..<360, using: &generator)
        let sky = (0..<8).map { band in
            PNGImage.Color(hue: hue + Double(band) * 8, saturation: 0.55, lightness: 0.25 + Double(band) * 0.07)
        }
        // The colors of the sun, the far ridge and the near ridge.
        let foreground = [(60, 0.9), (190, 0.35), (210, 0.16)].map { hueOffset, lightness in
            PNGImage.Color(hue: hue + hueOffset, saturation: 0.4, lightness: lightness)
        }
        let radius = Int.random(in: 9...16, using: &generator)
        let sun = (
            x: Int.random(in: 30..<width - 30, using: &generator), y: Int.random(in: 22..<60, using: &generator)
        )
        let ridges = [(base: 62, height: 26), (base: 80, height: 18)].map { ridge in
            let phase = Int.random(in: 0..<width, using: &generator)
            let period = Int.random(in: 30..<90, using: &generator)
            return (0..<width).map { x in
                ridge.base + abs((x + phase) % (2 * period) - period) * ridge.height / period
            }
        }
        return PNGImage(width: width, height: height, palette: sky + foreground) { x, y in
            if y >= ridges[1][x] { return 10 }
            if y >= ridges[0][x] { return 9 }
            let (dx, dy) = (x - sun.x, y - sun.y)
            return dx * dx + dy * dy < radius * radius ? 8 : UInt8(y * 8 / height)
        }
    }

    private static func pattern(seed: some StringProtocol) -> PNGImage {
        var generator = SeededGenerator(seed: FNV1a.hash(seed.utf8))
        let hue = Double.random(in: 0..<360, using: &generator)
        let palette = [(0.3, 0.92), (0.55, 0.4)].map { saturation, lightness in
            PNGImage.Color(hue: hue, saturation: saturation, lightness: lightness)
        }
        // Five columns, of which the last two mirror the first two.
        let cells = (0..<15).map { _ in UInt8.random(in: 0...1, using: &generator) }
        let (cell, margin) = (12, 6)
        return PNGImage(width: 72, height: 72, palette: palette) { x, y in
            let (column, row) = ((x - margin) / cell, (y - margin) / cell)
            guard x >= margin, y >= margin, column < 5, row < 5 else { return 0 }
            return cells[row * 3 + min(column, 4 - column)]
        }
    }
}
