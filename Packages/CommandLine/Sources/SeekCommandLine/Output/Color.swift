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
