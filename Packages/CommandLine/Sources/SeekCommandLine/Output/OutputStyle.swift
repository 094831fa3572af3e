#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What the reader's terminal can show, and what time it is there. Decided from the environment alone: a terminal is not asked,
/// for its answer would have to be awaited, and comes into the input of the next program where it comes late.
struct OutputStyle: Sendable {
    var isColored = false
    /// Whether the terminal knows hyperlinks (OSC 8).
    var hasLinks = false
    /// Whether marks of our own may go beyond ASCII: `…`, isolates. Text from outside is written as it is.
    var isUnicode = true
    var now = Date()

    init() {}

    init(environment: [String: String], isTerminal: Bool, now: Date) {
        isColored = Color.isWanted(environment: environment, isTerminal: isTerminal)
        hasLinks = isTerminal && Self.knowsLinks(environment)
        isUnicode = Self.isUnicode(environment)
        self.now = now
    }

    var ellipsis: String { isUnicode ? "…" : "..." }

    /// A text that leads to a URL where the terminal has links.
    func link(_ text: String, to url: URL?) -> String {
        guard hasLinks, !text.isEmpty, let url, ["http", "https"].contains(url.scheme) else { return text }
        // The address stands inside an escape sequence, which no character but those of a URL may end.
        let address = url.absoluteString
        guard address.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return text }
        return "\u{1B}]8;;\(address)\u{1B}\\\(text)\u{1B}]8;;\u{1B}\\"
    }

    /// A text whose own direction does not turn what stands beside it (UAX #9, FSI and PDI).
    func isolated(_ text: String) -> String {
        isUnicode && text.unicodeScalars.contains(where: Self.isRightToLeft) ? "\u{2068}\(text)\u{2069}" : text
    }

    /// Terminals that are known to show hyperlinks; one that does not know them may show the address as rubbish.
    private static func knowsLinks(_ environment: [String: String]) -> Bool {
        func value(_ name: String) -> String { environment[name] ?? "" }
        if value("TERM") == "dumb" || !value("NO_COLOR").isEmpty { return false }
        let programs: Set = ["iTerm.app", "WezTerm", "vscode", "ghostty", "Hyper"]
        let terms: Set = ["xterm-kitty", "xterm-ghostty", "alacritty", "foot", "wezterm"]
        return programs.contains(value("TERM_PROGRAM")) || terms.contains(value("TERM"))
            || ["KITTY_WINDOW_ID", "WT_SESSION", "KONSOLE_VERSION"].contains { !value($0).isEmpty }
            || Int(value("VTE_VERSION")).map { $0 >= 5_000 } == true
    }

    /// The first of these that is set is the one that counts (POSIX, 8.2); where none is, most terminals are of UTF-8 today.
    private static func isUnicode(_ environment: [String: String]) -> Bool {
        let names = ["LC_ALL", "LC_CTYPE", "LANG"]
        guard let locale = names.compactMap({ environment[$0] }).first(where: { !$0.isEmpty }) else { return true }
        return locale.lowercased().replacing("-", with: "").contains("utf8")
    }

    /// Hebrew, Arabic and their neighbours, their presentation forms, and the right-to-left scripts of the supplementary plane.
    private static func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0590...0x08FF, 0x200F, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
        default: false
        }
    }
}
