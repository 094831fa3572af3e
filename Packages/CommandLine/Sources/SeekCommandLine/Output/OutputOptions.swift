import Seek
import SeekBasics

/// The output format of results: `--format`.
enum OutputFormat: String, Sendable, Hashable, CaseIterable {
    case table
    /// Tab-separated values without a header.
    case tsv
    /// Comma-separated values with a header (RFC 4180, with `\n` as line end).
    case csv
    /// A table of GitHub Flavored Markdown.
    case markdown
    /// A JSON array, or an object that contains it, for example with the failures of sources.
    case json
    /// One object per line.
    case ndjson
}

/// The output of results, as selected by flags.
struct OutputOptions: Sendable {
    /// The format; `nil` is a table on a terminal, and TSV elsewhere.
    var format: OutputFormat?
    /// The fields to write; `nil` selects the default columns of a table, and all fields of JSON.
    var fields: [String]?
    var template: Template?
    var filter: JQFilter?
    /// Whether the user picks results to open.
    var picks = false
    /// The folder for thumbnails; `nil` if they are not downloaded.
    var thumbnails: ThumbnailFolder?

    var isDefault: Bool { format == nil && fields == nil && template == nil }

    /// Whether each page of a search is written as it arrives. Other output needs all results first: the columns of a
    /// table are as wide as their widest cells, JSON is one array, and a template receives the whole list.
    func isWrittenByPage(onTerminal: Bool) -> Bool {
        guard template == nil, !picks else { return false }
        return switch format {
        case .tsv, .csv, .ndjson: true
        case .table, .markdown, .json: false
        case nil: !onTerminal
        }
    }

    init() {}

    init(_ invocation: Invocation, fieldNames: [String], _ console: Console) throws(UsageError) {
        let list = invocation.values[.json] ?? invocation.values[.columns]
        let names = list.map(OptionSpec.Check.values(inList:)) ?? []
        if !names.isEmpty { fields = names }
        format = invocation.has(.json) ? .json : invocation.values[.format].flatMap(OutputFormat.init)
        if let expression = invocation.values[.jq] {
            let format = format ?? .json
            guard [.json, .ndjson].contains(format) else {
                throw UsageError("--jq filters JSON; remove --format \(format.rawValue), or use --format json")
            }
            self.format = format
            filter = try JQFilter(expression, environment: console.context.programEnvironment)
        }
        if let path = invocation.values[.thumbnails] { thumbnails = try ThumbnailFolder(path, invocation) }
        picks = invocation.has(.pick)
        guard !picks || console.context.messagesGoToTerminal && console.context.input.isTerminal else {
            throw UsageError(
                "--pick needs a terminal; do not redirect standard input or standard error, or remove --pick"
            )
        }
        if let text = invocation.values[.template] {
            guard text.contains("{{") else {
                let example = fieldNames.contains("url") ? "url" : fieldNames.last ?? ""
                throw UsageError("the template '\(SafeText.line(text))' has no {{…}}; write fields as {{.\(example)}}")
            }
            let fields = names.isEmpty ? fieldNames : names
            template = try Template(text, fields: fields, formerNames: FormerFieldName.names(of: fields))
        }
    }
}
