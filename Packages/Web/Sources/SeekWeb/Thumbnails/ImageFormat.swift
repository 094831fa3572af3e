import SeekBasics

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
