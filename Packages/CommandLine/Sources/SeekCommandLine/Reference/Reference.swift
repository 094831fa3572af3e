/// A text about the whole command line that is made from the table and committed: `seek reference man`, `seek reference docc`.
enum Reference: String, Sendable, CaseIterable {
    case man, docc

    var text: String {
        switch self {
        case .man: ManPage.text
        case .docc: DocCPage.text
        }
    }

    /// Where it is committed, below the package's folder.
    var file: String {
        switch self {
        case .man: "Documentation/seek.1"
        case .docc: "Sources/SeekCommandLine/SeekCommandLine.docc/seek.md"
        }
    }
}
