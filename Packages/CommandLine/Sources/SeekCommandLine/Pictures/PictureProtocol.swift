#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// How a terminal is told to show a picture. Both ways take the file as it is: nothing is decoded here.
enum PictureProtocol: Sendable, Hashable {
    /// Inline images of iTerm2: JPEG, PNG and more.
    case iTerm
    /// The graphics protocol of kitty: of files, PNG alone.
    case kitty

    /// The files that are known by their first bytes.
    enum Format: Sendable, Hashable {
        case jpeg, png

        init?(_ bytes: Data) {
            if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
                self = .jpeg
            } else if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
                self = .png
            } else {
                return nil
            }
        }
    }

    /// What the terminal is known to take, by the environment alone; nil where that is nothing, or something stands between that
    /// would break it (tmux, screen).
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

    /// Whether a file of this format is shown.
    func takes(_ format: Format) -> Bool { self == .iTerm || format == .png }

    /// What shows a picture, so many lines high, and ends the line; nil where the terminal does not take it.
    func text(_ bytes: Data, lines: Int) -> String? {
        guard let format = Format(bytes), takes(format) else { return nil }
        let base64 = bytes.base64EncodedString()
        switch self {
        case .iTerm:
            // https://iterm2.com/documentation-images.html
            return
                "\u{1B}]1337;File=inline=1;size=\(bytes.count);height=\(lines);preserveAspectRatio=1:\(base64)\u{07}\n"
        case .kitty:
            // https://sw.kovidgoyal.net/kitty/graphics-protocol/: at most 4096 bytes a piece, `m=1` where more follow.
            var pieces = ""
            var rest = base64[...]
            var isFirst = true
            repeat {
                let piece = rest.prefix(4_096)
                rest = rest.dropFirst(4_096)
                let more = rest.isEmpty ? 0 : 1
                pieces += "\u{1B}_G" + (isFirst ? "a=T,f=100,r=\(lines),q=2," : "") + "m=\(more);\(piece)\u{1B}\\"
                isFirst = false
            } while !rest.isEmpty
            return pieces + "\n"
        }
    }
}
