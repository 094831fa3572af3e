/// Markup of a page.
///
/// A literal is markup; an interpolated string is text and is escaped, so that it can never become markup:
///
/// ```swift
/// let row: HTML = "<li title=\"\(hit.title)\">\(hit.title, limit: 200)</li>"
/// let list: HTML = "<ul>\(each: hits, { row(of: $0) })</ul>"
/// ```
/// The attributes `href`, `src` and `action` accept only web addresses, and paths, queries and fragments of this server
/// (see ``HTMLEscaping/isAddress(_:)``).
struct HTML: Sendable, Hashable, ExpressibleByStringInterpolation {
    private(set) var markup: String

    init(stringLiteral value: StaticString) { markup = value.description }

    init(stringInterpolation: StringInterpolation) { markup = stringInterpolation.markup }

    struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var markup = ""

        init(literalCapacity: Int, interpolationCount: Int) {
            markup.reserveCapacity(literalCapacity + interpolationCount * 32)
        }

        mutating func appendLiteral(_ literal: StaticString) { markup += literal.description }

        /// Appends text. An attribute value without quotation marks is quoted, and an address that is not accepted is
        /// replaced with `#`.
        mutating func appendInterpolation(_ text: some StringProtocol) {
            let isUnquoted = markup.utf8.last == UInt8(ascii: "=") && isInTag
            if isUnquoted { markup += "\"" }
            if expectsAddress, !HTMLEscaping.isAddress(text) {
                markup += "#"
            } else {
                HTMLEscaping.append(text, to: &markup)
            }
            if isUnquoted { markup += "\"" }
        }

        /// Appends text, truncated with an ellipsis if it is longer than the limit. The limit counts Unicode scalars,
        /// because one character can consist of any number of scalars.
        mutating func appendInterpolation(_ text: String, limit: Int) {
            let scalars = text.unicodeScalars
            guard let end = scalars.index(scalars.startIndex, offsetBy: limit, limitedBy: scalars.endIndex),
                end < scalars.endIndex
            else { return appendInterpolation(text) }
            appendInterpolation(text[..<scalars.index(before: end)] + "…")
        }

        mutating func appendInterpolation(_ number: some BinaryInteger) { markup += String(number) }

        /// Appends markup; nothing if it is nil.
        mutating func appendInterpolation(_ html: HTML?) { if let html { markup += html.markup } }

        mutating func appendInterpolation<Elements: Sequence>(
            each elements: Elements,
            _ html: (Elements.Element) -> HTML
        ) {
            for element in elements { markup += html(element).markup }
        }

        mutating func appendInterpolation(if condition: Bool, _ html: @autoclosure () -> HTML) {
            if condition { markup += html().markup }
        }

        /// Whether the next text begins the value of an attribute that contains an address.
        private var expectsAddress: Bool {
            var end = markup.utf8.suffix(HTMLEscaping.maximumAttributeLength)
            if end.last == UInt8(ascii: "\"") { end.removeLast() }
            guard end.last == UInt8(ascii: "=") else { return false }
            return HTMLEscaping.addressAttributes.contains { end.suffix($0.count).elementsEqual($0) }
        }

        private var isInTag: Bool {
            markup.utf8.last { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: ">") } == UInt8(ascii: "<")
        }
    }
}

/// Escapes text for elements and quoted attributes of HTML.
enum HTMLEscaping {
    /// The markup that precedes an address or its quotation mark.
    static let addressAttributes = [" href=", " src=", " action="].map { Array($0.utf8) }
    /// The length of the longest element of ``addressAttributes``, with a quotation mark.
    static let maximumAttributeLength = 9

    /// Appends text.
    ///
    /// Besides escaping markup, replaces what HTML does not allow (noncharacters, and control characters other than
    /// tabs and line ends) with U+FFFD, and removes the embeddings, overrides and isolates of the bidirectional
    /// algorithm, because their effect does not stop at the end of an attribute. Line ends become a line feed.
    static func append(_ text: some StringProtocol, to markup: inout String) {
        guard text.utf8.contains(where: isSpecial) else { return markup.append(contentsOf: text) }
        var previous: Unicode.Scalar = " "
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": markup += "&amp;"
            case "<": markup += "&lt;"
            case ">": markup += "&gt;"
            case "\"": markup += "&quot;"
            case "'": markup += "&#39;"
            case "\n" where previous == "\r": break
            case "\n", "\r": markup += "\n"
            case "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}": break
            case _ where !isAllowed(scalar): markup += "\u{FFFD}"
            default: markup.unicodeScalars.append(scalar)
            }
            previous = scalar
        }
    }

    /// Returns whether a string is an absolute `http` or `https` URL, or a path, query or fragment of this server.
    /// A URL that begins with `//` belongs to another host. Browsers ignore some control characters and treat `\` as
    /// `/`, so neither is accepted after a `/` at the beginning.
    static func isAddress(_ text: some StringProtocol) -> Bool {
        let start = text.utf8.prefix(8).map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 }
        let isPath = start.first.map("/?#".utf8.contains) == true
        let isOtherHost =
            start.count > 1 && start[0] == UInt8(ascii: "/")
            && (start[1] <= 0x20 || "/\\".utf8.contains(start[1]))
        return isPath && !isOtherHost || start.starts(with: "http://".utf8) || start.starts(with: "https://".utf8)
    }

    /// Returns whether a byte starts a Unicode scalar that may have to be escaped, replaced or removed.
    private static func isSpecial(_ byte: UInt8) -> Bool {
        switch byte {
        // 0xC2: control characters; 0xE2: bidirectional ones; 0xEF and from 0xF0: noncharacters.
        case 0..<0x20, 0x7F, 0xC2, 0xE2, 0xEF, 0xF0...: true
        default: byte == 0x26 || byte == 0x3C || byte == 0x3E || byte == 0x22 || byte == 0x27
        }
    }

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09: true
        case 0..<0x20, 0x7F..<0xA0, 0xFDD0...0xFDEF: false
        default: scalar.value & 0xFFFE != 0xFFFE
        }
    }
}

/// The icons of the pages, in a 24 × 24 box, drawn with lines.
enum Icon: String, CaseIterable {
    case alert, bookmark, calendar, cards, channel, chart, check, close, code, commit, exit, history, info, issue,
        keyboard
    case link, list, offline, open, play, playlist, pullRequest = "pull-request", feed, repository, retry, search, star
    case topic, user

    /// The markup of the icon. Assistive technology ignores it, because each icon accompanies text.
    var html: HTML { "<svg class=\"icon\" aria-hidden=\"true\"><use href=\"\("#i-" + rawValue)\"/></svg>" }

    /// The definitions of all icons, once on each page.
    static let sprite: HTML =
        "<svg class=\"hide\" aria-hidden=\"true\">\(each: allCases, { $0.symbol })</svg>"

    private var symbol: HTML { "<symbol id=\"i-\(rawValue)\" viewBox=\"0 0 24 24\">\(shape)</symbol>" }

    private var shape: HTML {
        switch self {
        case .alert: #"<path d="M12 3 2 20h20ZM12 10v4M12 17h.01"/>"#
        case .bookmark: #"<path d="M6 3h12v18l-6-4-6 4Z"/>"#
        case .calendar: #"<path d="M4 6h16v15H4ZM4 10h16M8 3v4M16 3v4"/>"#
        case .cards: #"<path d="M4 4h7v7H4ZM13 4h7v7h-7ZM4 13h7v7H4ZM13 13h7v7h-7Z"/>"#
        case .channel: #"<path d="M4 7h16v12H4ZM8 3l4 4 4-4"/>"#
        case .chart: #"<path d="M4 18a9 9 0 1 1 16 0M12 14l4-5"/>"#
        case .check: #"<path d="m5 12 5 5L20 7"/>"#
        case .close: #"<path d="m6 6 12 12M18 6 6 18"/>"#
        case .code: #"<path d="m8 7-5 5 5 5M16 7l5 5-5 5M14 4l-4 16"/>"#
        case .commit: #"<circle cx="12" cy="12" r="4"/><path d="M2 12h6M16 12h6"/>"#
        case .exit: #"<path d="M10 4H4v16h6M15 8l4 4-4 4M19 12H9"/>"#
        case .history: #"<path d="M3 12a9 9 0 1 0 3-6.7L3 8M3 3v5h5M12 7v5l3 3"/>"#
        case .info: #"<circle cx="12" cy="12" r="9"/><path d="M12 11v5M12 8h.01"/>"#
        case .issue: #"<circle cx="12" cy="12" r="9"/><circle cx="12" cy="12" r="1.5"/>"#
        case .keyboard: #"<path d="M3 6h18v12H3ZM7 10h.01M11 10h.01M15 10h.01M8 14h8"/>"#
        case .link:
            #"<path d="M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1"/>"#
        case .list: #"<path d="M4 6h16M4 12h16M4 18h16"/>"#
        case .offline:
            #"<path d="M7 18a4 4 0 0 1-.5-8 6 6 0 0 1 1-2M11 6a6 6 0 0 1 6.5 5 3.5 3.5 0 0 1 2.5 5.5M3 3l18 18"/>"#
        case .open: #"<path d="M14 4h6v6M20 4l-9 9M18 14v6H4V6h6"/>"#
        case .play: #"<path d="M7 4v16l13-8Z"/>"#
        case .playlist: #"<path d="M3 6h18M3 12h9M3 18h9M16 11v8l6-4Z"/>"#
        case .pullRequest:
            #"""
            <circle cx="6" cy="5" r="2"/><circle cx="6" cy="19" r="2"/><circle cx="18" cy="19" r="2"/>\#
            <path d="M6 7v10M18 17V9a3 3 0 0 0-3-3h-4"/>
            """#
        case .feed: #"<path d="M4 5a15 15 0 0 1 15 15M4 12a8 8 0 0 1 8 8M5 19h.01"/>"#
        case .repository: #"<path d="M5 3h14v18l-3-2-3 2v-4H7a2 2 0 0 1-2-2ZM5 15a2 2 0 0 1 2-2h12"/>"#
        case .retry: #"<path d="M20 12a8 8 0 1 1-2.5-5.8L20 8M20 3v5h-5"/>"#
        case .search: #"<circle cx="11" cy="11" r="7"/><path d="m21 21-5-5"/>"#
        case .star: #"<path d="m12 3 2.7 5.8 6.3.8-4.6 4.3 1.2 6.3-5.6-3.1-5.6 3.1 1.2-6.3L3 9.6l6.3-.8Z"/>"#
        case .topic: #"<path d="M3 3h8l10 10-8 8L3 11ZM7.5 7.5h.01"/>"#
        case .user: #"<circle cx="12" cy="8" r="4"/><path d="M4 21a8 8 0 0 1 16 0"/>"#
        }
    }
}
