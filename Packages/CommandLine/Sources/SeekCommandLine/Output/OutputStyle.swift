import SeekBasics

/// The capabilities of the terminal, and the current date. Capabilities are derived from the environment. The terminal
/// is not queried, because its reply could arrive late, as input of the next program.
struct OutputStyle: Sendable {
    var isColored = false
    /// Whether the terminal supports hyperlinks (OSC 8).
    var hasLinks = false
    /// Whether seek's own characters may be non-ASCII, such as `…`. Results are always written in UTF-8.
    var isUnicode = true
    var now = LocalTime()

    init() {}

    init(environment: [String: String], isTerminal: Bool, now: LocalTime) {
        isColored = Color.isEnabled(environment: environment, isTerminal: isTerminal)
        hasLinks = isTerminal && Self.supportsLinks(environment)
        isUnicode = Self.isUnicode(environment)
        self.now = now
    }

    var ellipsis: String { isUnicode ? "…" : "..." }

    /// Returns the text as a hyperlink, if the terminal supports hyperlinks.
    func link(_ text: String, to url: URL?) -> String {
        guard hasLinks, !text.isEmpty, let url, ["http", "https"].contains(url.scheme) else { return text }
        // The address must not contain characters that end the escape sequence.
        let address = url.absoluteString
        guard address.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return text }
        return "\u{1B}]8;;\(address)\u{1B}\\\(text)\u{1B}]8;;\u{1B}\\"
    }

    /// Returns the text isolated from its surroundings, if it contains right-to-left characters (UAX #9, FSI and PDI).
    func isolated(_ text: String) -> String {
        isUnicode && text.unicodeScalars.contains(where: \.isRightToLeft) ? "\u{2068}\(text)\u{2069}" : text
    }

    /// Returns whether the terminal is known to support hyperlinks. Other terminals may print the escape sequence.
    private static func supportsLinks(_ environment: [String: String]) -> Bool {
        func value(_ name: String) -> String { environment[name] ?? "" }
        if value("TERM") == "dumb" || !value("NO_COLOR").isEmpty { return false }
        let programs: Set = ["iTerm.app", "WezTerm", "vscode", "ghostty", "Hyper"]
        let terms: Set = ["xterm-kitty", "xterm-ghostty", "alacritty", "foot", "wezterm"]
        return programs.contains(value("TERM_PROGRAM")) || terms.contains(value("TERM"))
            || ["KITTY_WINDOW_ID", "WT_SESSION", "KONSOLE_VERSION"].contains { !value($0).isEmpty }
            || Int(value("VTE_VERSION")).map { $0 >= 5_000 } == true
    }

    /// Returns whether the locale uses UTF-8. The first variable that is set determines the locale (POSIX, 8.2);
    /// without one, UTF-8 is assumed.
    private static func isUnicode(_ environment: [String: String]) -> Bool {
        let names = ["LC_ALL", "LC_CTYPE", "LANG"]
        guard let locale = names.compactMap({ environment[$0] }).first(where: { !$0.isEmpty }) else { return true }
        return locale.lowercased().replacing("-", with: "").contains("utf8")
    }
}

/// A color or style of text. The raw value contains the parameters of Select Graphic Rendition (ECMA-48).
enum Color: String, Sendable {
    case plain = ""
    case faint = "2"
    case green = "32"
    case yellow = "33"
    case cyan = "36"
    case red = "31"
    case blue = "34"
    case magenta = "35"
    case bold = "1"
    /// Faint and underlined.
    case heading = "2;4"

    /// The colors that a template can name.
    static let named: [String: Color] = [
        "red": .red, "green": .green, "yellow": .yellow, "blue": .blue, "magenta": .magenta, "cyan": .cyan,
        "faint": .faint, "bold": .bold,
    ]

    func paint(_ text: String) -> String {
        self == .plain || text.isEmpty ? text : "\u{1B}[\(rawValue)m\(text)\u{1B}[0m"
    }

    /// Returns whether to use color: never with `NO_COLOR` (no-color.org); always with `CLICOLOR_FORCE`, unless it is
    /// `0`; otherwise on a terminal that supports color, unless `CLICOLOR` is `0` (bixense.com/clicolors).
    static func isEnabled(environment: [String: String], isTerminal: Bool) -> Bool {
        func value(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
        if value("NO_COLOR") != nil { return false }
        if let force = value("CLICOLOR_FORCE"), force != "0" { return true }
        return isTerminal && value("CLICOLOR") != "0" && value("TERM") != "dumb"
    }
}

/// The values of `--color`.
enum ColorMode: String, Sendable, CaseIterable {
    case auto, always, never

    /// Returns the environment with the variables that select this mode. Programs that seek starts, such as the pager,
    /// receive them too.
    func applied(to environment: [String: String]) -> [String: String] {
        var environment = environment
        switch self {
        case .auto: break
        case .always:
            environment["NO_COLOR"] = nil
            environment["CLICOLOR_FORCE"] = "1"
        case .never: environment["NO_COLOR"] = "1"
        }
        return environment
    }
}
