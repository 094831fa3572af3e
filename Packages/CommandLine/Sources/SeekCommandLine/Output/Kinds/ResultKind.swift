import Seek
import SeekBasics

/// The output of one kind of result: the columns of tables and TSV, and the fields of JSON and templates.
struct ResultKind<Item: Sendable>: Sendable {
    struct Field: Sendable {
        var name: String
        var format = FieldFormat.plain
        var value: @Sendable (Item) -> JSONValue
    }

    var singular: String
    var plural: String
    /// The maximum number of results per call. Not used for results that are not paged.
    var pageSize = 1
    /// The columns of tables, TSV and CSV, without the row number and the address.
    var columns: [Column<Item>]
    /// The web address of a result; `nil` if results of this kind have none.
    var address: (@Sendable (Item) -> String?)?
    /// The thumbnail of a result, with the name of its file; `nil` if results of this kind have none.
    var thumbnail: (@Sendable (Item) -> Thumbnail?)?
    var fields: [Field]
    /// Whether long rows are wrapped by the terminal instead of truncated.
    var isWrapped = false

    var fieldNames: [String] { fields.map(\.name) }

    /// The columns of TSV and CSV. The last one contains the address, if results have one.
    var delimitedColumns: [Column<Item>] { columns.filter { $0.place != .table } + addressColumn }

    /// The columns of tables, without the row number and the address.
    var tableColumns: [Column<Item>] { columns.filter { $0.place != .delimited } }

    /// The column of the address; empty if results have none.
    var addressColumn: [Column<Item>] {
        address.map { address in [Column("url", .faint) { .string(address($0) ?? "") }] } ?? []
    }

    /// The columns of a table on a terminal, without the row number. The last one contains the short address, if
    /// results have one.
    var terminalColumns: [Column<Item>] {
        guard let address else { return tableColumns }
        let column = Column<Item>("url", .faint, link: { address($0).flatMap { URL(string: $0) } }) { item in
            .string(address(item).map(Self.shortened) ?? "")
        }
        return tableColumns + [column]
    }

    /// Returns an address without `https://` and `www.`, or for a video its address on youtu.be. `seek open` accepts
    /// both.
    private static func shortened(_ address: String) -> String {
        let video = "https://www.youtube.com/watch?v="
        if address.hasPrefix(video) { return "youtu.be/" + address.dropFirst(video.count) }
        let scheme = "https://"
        guard address.hasPrefix(scheme) else { return address }
        let withoutScheme = address.dropFirst(scheme.count)
        return String(withoutScheme.hasPrefix("www.") ? withoutScheme.dropFirst(4) : withoutScheme)
    }

    /// Returns columns for the named fields. The main column is that of the title, otherwise of the name, the login or
    /// the path. IDs and the numbers of issues are strings, without separators.
    func columns(of names: [String]) -> [Column<Item>] {
        let main = ["title", "fullName", "name", "login", "path"].first(where: names.contains)
        return names.compactMap { name in fields.first { $0.name == name } }.map { field in
            let isIdentifier = ["id", "number"].contains(field.name)
            return Column(field.name, format: field.format, isFlexible: true, isMain: field.name == main) { item in
                isIdentifier ? .string(field.value(item).plain) : field.value(item)
            }
        }
    }

    func pageCount(of count: Int) -> Int { count / pageSize + (count % pageSize).signum() }

    func name(count: Int) -> String { count == 1 ? singular : plural }

    func mapped<Other: Sendable>(_ item: @escaping @Sendable (Other) -> Item) -> ResultKind<Other> {
        ResultKind<Other>(
            singular: singular,
            plural: plural,
            pageSize: pageSize,
            columns: columns.map { $0.mapped(item) },
            address: address.map { address in { @Sendable (other: Other) in address(item(other)) } },
            thumbnail: thumbnail.map { thumbnail in { @Sendable (other: Other) in thumbnail(item(other)) } },
            fields: fields.map { field in .init(name: field.name, format: field.format) { field.value(item($0)) } }
        )
    }

    func object(of item: Item, fields names: [String]) -> JSONValue {
        let chosen = fields.filter { names.contains($0.name) }
        return .object(JSONObject(chosen.map { ($0.name, $0.value(item)) }))
    }
}

/// The outputs that contain a column.
enum ColumnPlace: Sendable {
    case everywhere
    /// Tables, which have little space.
    case table
    /// Delimiter-separated values: TSV and CSV, for other programs.
    case delimited
}

struct Column<Item: Sendable>: Sendable {
    var header: String
    /// The name of the field with the same value, which is the header in CSV; by default ``header``.
    var field: String
    var color = Color.plain
    var format = FieldFormat.plain
    /// Whether the column may be narrowed to fit the terminal.
    var isFlexible = false
    /// Whether the column is shown even on the narrowest terminals. If no column is marked, the first one is shown.
    var isMain = false
    /// Whether the column, such as one that a flag requested, takes precedence over all but the main column if not all
    /// columns fit.
    var isRequested = false
    var place = ColumnPlace.everywhere
    /// The hyperlink of a cell in terminals that support it, and in Markdown.
    var link: (@Sendable (Item) -> URL?)?
    var cell: @Sendable (Item) -> JSONValue

    init(
        _ header: String,
        _ color: Color = .plain,
        field: String? = nil,
        format: FieldFormat = .plain,
        isFlexible: Bool = false,
        isMain: Bool = false,
        isRequested: Bool = false,
        in place: ColumnPlace = .everywhere,
        link: (@Sendable (Item) -> URL?)? = nil,
        cell: @escaping @Sendable (Item) -> JSONValue
    ) {
        self.header = header
        self.field = field ?? header
        self.color = color
        self.format = format
        self.isFlexible = isFlexible
        self.isMain = isMain
        self.isRequested = isRequested
        self.place = place
        self.link = link
        self.cell = cell
    }

    /// Returns the cell of a table or of Markdown. In the main column, text that would not be visible is replaced, so
    /// that the row has a name and its hyperlink can be followed.
    func visibleCell(_ item: Item) -> JSONValue {
        let cell = cell(item)
        guard isMain, SafeText.line(cell.plain).allSatisfy(\.isWhitespace) else { return cell }
        return .string("(untitled)")
    }

    func mapped<Other: Sendable>(_ item: @escaping @Sendable (Other) -> Item) -> Column<Other> {
        Column<Other>(
            header,
            color,
            field: field,
            format: format,
            isFlexible: isFlexible,
            isMain: isMain,
            isRequested: isRequested,
            in: place,
            link: link.map { link in { @Sendable (other: Other) in link(item(other)) } },
            cell: { cell(item($0)) }
        )
    }
}
