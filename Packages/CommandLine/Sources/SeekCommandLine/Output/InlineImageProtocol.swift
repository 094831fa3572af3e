import SeekBasics

/// A protocol that displays image files in a terminal. Files are sent without decoding.
enum InlineImageProtocol: Sendable, Hashable {
    /// The inline images protocol of iTerm2, which supports JPEG and PNG.
    case iTerm
    /// The graphics protocol of kitty, which supports PNG files only.
    case kitty

    /// An image format, detected by the first bytes of a file. The raw value is the file extension.
    enum Format: String, Sendable {
        case jpeg = "jpg"
        case png
        case webP = "webp"

        init?(_ bytes: Data) {
            if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
                self = .jpeg
            } else if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
                self = .png
            } else if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) {
                self = .webP
            } else {
                return nil
            }
        }
    }

    /// Detects the protocol of the terminal from the environment. Returns `nil` if the terminal supports none, if
    /// images are disabled, or inside tmux or screen, which do not forward images.
    init?(environment: [String: String]) {
        func value(_ name: String) -> String { environment[name] ?? "" }
        let term = value("TERM")
        guard term != "dumb", value("TMUX").isEmpty, value("STY").isEmpty, value("SEEK_IMAGES") != "never" else {
            return nil
        }
        if ["iTerm.app", "WezTerm"].contains(value("TERM_PROGRAM")) || value("LC_TERMINAL") == "iTerm2" {
            self = .iTerm
        } else if !value("KITTY_WINDOW_ID").isEmpty || term == "xterm-kitty" || term == "xterm-ghostty" {
            self = .kitty
        } else {
            return nil
        }
    }

    func supports(_ format: Format) -> Bool { format == .png || self == .iTerm && format == .jpeg }

    /// Returns the escape sequences that show an image with a height in text lines, or `nil` if its format is not
    /// supported.
    func escapeSequences(for bytes: Data, lines: Int) -> String? {
        guard let format = Format(bytes), supports(format) else { return nil }
        let base64 = bytes.base64EncodedString()
        switch self {
        case .iTerm:
            // https://iterm2.com/documentation-images.html
            return
                "\u{1B}]1337;File=inline=1;size=\(bytes.count);height=\(lines);preserveAspectRatio=1:\(base64)\u{07}\n"
        case .kitty:
            // https://sw.kovidgoyal.net/kitty/graphics-protocol/: at most 4096 bytes per chunk; `m=1` in all chunks
            // except the last.
            var chunks = ""
            var remaining = base64[...]
            var isFirst = true
            repeat {
                let chunk = remaining.prefix(4_096)
                remaining = remaining.dropFirst(4_096)
                let more = remaining.isEmpty ? 0 : 1
                chunks += "\u{1B}_G" + (isFirst ? "a=T,f=100,r=\(lines),q=2," : "") + "m=\(more);\(chunk)\u{1B}\\"
                isFirst = false
            } while !remaining.isEmpty
            return chunks + "\n"
        }
    }
}
