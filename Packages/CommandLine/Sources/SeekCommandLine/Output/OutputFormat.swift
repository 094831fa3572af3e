/// The output format of results: `--format`.
enum OutputFormat: String, Sendable, Hashable, CaseIterable {
    /// A table for people.
    case table
    /// Tab-separated values without a header.
    case tsv
    /// Comma-separated values with a header (RFC 4180, with `\n` as line end).
    case csv
    /// A table of GitHub Flavored Markdown.
    case markdown
    /// A JSON array; an object if the command has several sources.
    case json
    /// One object per line.
    case ndjson

    var isJSON: Bool { self == .json || self == .ndjson }
}
