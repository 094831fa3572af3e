/// A reference page that is generated from the table: `seek reference man`, `seek reference docc`.
enum Reference: String, Sendable, CaseIterable {
    case man, docc

    var text: String {
        switch self {
        case .man: ManPage.text
        case .docc: DocCPage.text
        }
    }

    /// The path of the committed page, relative to the package.
    var file: String {
        switch self {
        case .man: "Documentation/seek.1"
        case .docc: "Sources/SeekCommandLine/SeekCommandLine.docc/seek.md"
        }
    }
}
