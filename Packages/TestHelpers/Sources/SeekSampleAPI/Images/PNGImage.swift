import SeekBasics

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
