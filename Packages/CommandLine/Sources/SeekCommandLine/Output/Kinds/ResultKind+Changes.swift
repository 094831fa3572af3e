import Seek

/// A result of a saved search, and its change since the last run.
struct ChangedResult: Sendable {
    /// A `removed` result no longer matches the search; a `dropped` one may still match, but was not fetched.
    enum Kind: String, Sendable, CaseIterable { case new, changed, removed, dropped, unchanged }

    var search: String
    var kind: Kind
    var hit: SearchHit

    static let fieldNames = ResultKind<ChangedResult>.changes(showsSearch: true).fieldNames
}

extension ResultKind<ChangedResult> {
    /// Returns the output of `seek saved run`. If results are picked, those of all searches are in one table, which
    /// then contains the name of the search as well.
    static func changes(showsSearch: Bool, isPicked: Bool = false) -> ResultKind {
        var kind = ResultKind<SearchHit>.hits().mapped { (change: ChangedResult) in change.hit }
        let column = Column<Item>("change", .yellow) { .string($0.kind.rawValue) }
        let search = Column<Item>("search", .green, isRequested: true, in: isPicked ? .everywhere : .delimited) {
            .string($0.search)
        }
        kind.columns = (showsSearch ? [search] : []) + [column] + kind.columns
        kind.fields += [
            .init(name: "change") { .string($0.kind.rawValue) }, .init(name: "search") { .string($0.search) },
        ]
        kind.fields.sort { $0.name < $1.name }
        return kind
    }
}
