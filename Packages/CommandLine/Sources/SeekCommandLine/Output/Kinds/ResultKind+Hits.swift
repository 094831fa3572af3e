import Seek
import SeekBasics

extension ResultKind<SearchHit> {
    /// - Parameter showsReasons: Whether a column explains the rank of a result.
    static func hits(showsReasons: Bool = false) -> ResultKind {
        ResultKind(
            singular: "result",
            plural: "results",
            pageSize: 50,
            address: { $0.url?.absoluteString },
            fields: [
                .column("kind", .cyan) { .string($0.kind.rawValue) },
                .column("title", isFlexible: true, isMain: true, link: { $0.url }) { .string($0.title) },
                .column("subtitle", header: "by", isFlexible: true) { .optional($0.subtitle) },
                .column("date", .faint, format: .date) { .optional($0.date) },
                .column(
                    "reasons",
                    .faint,
                    header: "why",
                    isFlexible: true,
                    isRequested: true,
                    in: showsReasons ? .everywhere : .nowhere
                ) { .array($0.reasons.map { .string($0.description) }) },
                .init("id") { .string($0.id) },
                .init("source") { .string($0.source) },
                .init("text") { .string($0.text) },
                .init("thumbnail") { .optional($0.thumbnail?.absoluteString) },
            ]
        )
    }
}

extension ResultKind<OfflineHit> {
    static var offlineHits: ResultKind {
        var kind = ResultKind<SearchHit>.hits().mapped { (hit: OfflineHit) in hit.hit }
        kind.fields.append(
            .column("match", .faint, isFlexible: true, isSelectable: false) { .string($0.snippet.text) }
        )
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
        let place = isPicked ? ColumnPlace.everywhere : .delimited
        kind.fields.insert(
            contentsOf: [
                .column("search", .green, isRequested: true, in: showsSearch ? place : .nowhere) {
                    .string($0.search)
                },
                .column("change", .yellow) { .string($0.kind.rawValue) },
            ],
            at: 0
        )
        return kind
    }
}
