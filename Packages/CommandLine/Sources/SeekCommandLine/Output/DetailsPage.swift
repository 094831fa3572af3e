import SeekBasics

/// The details of one result on a terminal: its properties, and a text such as its description.
struct DetailsPage {
    typealias Property = (name: String, value: String?)

    var properties: [Property]
    var text: String?

    /// Returns the properties, one per line, and the text after an empty line. On a narrow terminal, the lines of the
    /// text are wrapped.
    func formatted(_ style: OutputStyle, width: Int) -> String {
        let page = KeyValueList(properties).formatted(isTable: true, style: style, width: width)
        let lines = (text ?? "").split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .map { SafeText.line(String($0)) }
        guard lines.contains(where: { !$0.isEmpty }) else { return page }
        let isNarrow = width < TableRenderer<Void>.minimumTableWidth
        let wrapped = DisplayWidth.measuring { measure in
            lines.flatMap { isNarrow && !$0.isEmpty ? measure.wrapped($0, to: width) : [$0] }
        }
        return page + "\n" + wrapped.map { style.isolated($0) + "\n" }.joined()
    }

    /// Returns a date in local time and relative to the current time: `2026-03-22 12:00 UTC, 3 hours ago`.
    static func date(_ date: Date?, in style: OutputStyle) -> String? {
        date.map { "\(Timestamp.local($0, in: style.now)), \(Timestamp.relative($0, to: style.now))" }
    }
}
