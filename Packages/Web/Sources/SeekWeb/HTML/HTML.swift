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
