import SeekBasics
import SeekNetworking
import SeekTestHelpers

/// The images of the sample data, which are generated from their URLs: landscapes as thumbnails of videos and
/// playlists, symmetric patterns as avatars of channels and accounts.
enum SampleImages {
    /// Returns the URL of the generated image that replaces the image at a provider's URL:
    /// `http://127.0.0.1:8080/images/i.ytimg.com/vi/…`.
    static func url(_ original: String, origin: String) -> JSONValue {
        .string("\(origin)/images/\(original.dropFirst("https://".count))")
    }

    static func avatar(_ account: AccountRecord, origin: String) -> JSONValue {
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

/// An image with up to 16 colors, encoded as PNG without compression (https://www.w3.org/TR/png-3/).
struct PNGImage {
    struct Color: Sendable {
        var red: UInt8
        var green: UInt8
        var blue: UInt8

        /// Creates a color from a hue in degrees, and a saturation and a lightness between 0 and 1.
        init(hue: Double, saturation: Double, lightness: Double) {
            // https://www.w3.org/TR/css-color-4/#hsl-to-rgb
            func component(_ offset: Double) -> UInt8 {
                let position = (offset + hue / 30).truncatingRemainder(dividingBy: 12)
                let amplitude = saturation * min(lightness, 1 - lightness)
                return UInt8(255 * (lightness - amplitude * max(-1, min(position - 3, 9 - position, 1))))
            }
            (red, green, blue) = (component(0), component(8), component(4))
        }
    }

    /// The width in pixels, an even number.
    var width: Int
    var height: Int
    var palette: [Color]
    /// Returns the index of a pixel's color in the palette.
    var color: (_ x: Int, _ y: Int) -> UInt8

    var data: Data {
        // The signature of PNG.
        var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        // Four bits per pixel, with a palette.
        file += Self.chunk("IHDR", Self.bytes(UInt32(width)) + Self.bytes(UInt32(height)) + [4, 3, 0, 0, 0])
        file += Self.chunk("PLTE", palette.flatMap { [$0.red, $0.green, $0.blue] })
        file += Self.chunk("IDAT", Self.zlibStream(of: rows))
        file += Self.chunk("IEND", [])
        return Data(file)
    }

    /// The rows of pixels, each preceded by the filter type 0.
    private var rows: [UInt8] {
        var rows: [UInt8] = []
        rows.reserveCapacity(height * (width / 2 + 1))
        for y in 0..<height {
            rows.append(0)
            for x in stride(from: 0, to: width, by: 2) { rows.append(color(x, y) << 4 | color(x + 1, y)) }
        }
        return rows
    }

    /// Returns a zlib stream with one stored block (RFC 1950, RFC 1951 section 3.2.4).
    ///
    /// - Parameter bytes: The content, at most 65,535 bytes.
    private static func zlibStream(of bytes: [UInt8]) -> [UInt8] {
        let count = UInt16(clamping: bytes.count)
        let lengths = [UInt8(count & 0xFF), UInt8(count >> 8), UInt8(~count & 0xFF), UInt8(~count >> 8)]
        // The two sums of the Adler-32 checksum.
        var (low, high): (UInt32, UInt32) = (1, 0)
        for byte in bytes {
            low = (low + UInt32(byte)) % 65_521
            high = (high + low) % 65_521
        }
        // The zlib header, and the header of the last block.
        return [0x78, 0x01, 0x01] + lengths + bytes + Self.bytes(high << 16 | low)
    }

    private static func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
        let typeAndContent = Array(type.utf8) + content
        let checksum = typeAndContent.reduce(0xFFFF_FFFF as UInt32) { checksum, byte in
            checksum >> 8 ^ checksumTable[Int((checksum ^ UInt32(byte)) & 0xFF)]
        }
        return bytes(UInt32(content.count)) + typeAndContent + bytes(~checksum)
    }

    /// The lookup table of CRC-32, indexed by byte (PNG, annex D).
    private static let checksumTable: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1 }
    }

    private static func bytes(_ value: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }
}
