import Seek
import SeekBasics

extension ResultKind<SearchHit> {
    private static let kind = Column<Item>("kind", .cyan) { .string($0.kind.rawValue) }
    private static let title = Column<Item>("title", isFlexible: true, isMain: true, link: { $0.url }) {
        .string($0.title)
    }
    private static let subtitle = Column<Item>("by", field: "subtitle", isFlexible: true) { .optional($0.subtitle) }
    private static let date = Column<Item>("date", .faint, format: .date) { .optional($0.date) }

    /// - Parameter showsReasons: Whether a column explains the rank of a result.
    static func hits(showsReasons: Bool = false) -> ResultKind {
        let reasons = Column<Item>("why", .faint, field: "reasons", isFlexible: true, isRequested: true) {
            .string($0.reasons.map(\.description).joined(separator: ", "))
        }
        return ResultKind(
            singular: "result",
            plural: "results",
            pageSize: 50,
            columns: [kind, title, subtitle, date] + (showsReasons ? [reasons] : []),
            address: { $0.url?.absoluteString },
            fields: [
                Field(name: "date", format: .date) { .optional($0.date) },
                Field(name: "id") { .string($0.id) },
                Field(name: "kind") { .string($0.kind.rawValue) },
                Field(name: "reasons") { .array($0.reasons.map { .string($0.description) }) },
                Field(name: "source") { .string($0.source) },
                Field(name: "subtitle") { .optional($0.subtitle) },
                Field(name: "text") { .string($0.text) },
                Field(name: "thumbnail") { .optional($0.thumbnail?.absoluteString) },
                Field(name: "title") { .string($0.title) },
                Field(name: "url") { .optional($0.url?.absoluteString) },
            ]
        )
    }
}

extension ResultKind<OfflineHit> {
    static var offlineHits: ResultKind {
        var kind = ResultKind<SearchHit>.hits().mapped { (hit: OfflineHit) in hit.hit }
        kind.columns.append(Column("match", .faint, isFlexible: true) { .string($0.snippet.text) })
        return kind
    }
}

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
