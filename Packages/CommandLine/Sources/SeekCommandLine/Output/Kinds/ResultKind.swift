import Seek
import SeekBasics

/// The output of one kind of result: the fields of JSON and templates, some of which are columns of tables and TSV.
struct ResultKind<Item: Sendable>: Sendable {
    var singular: String
    var plural: String
    /// The maximum number of results per call. Not used for results that are not paged.
    var pageSize = 1
    /// The web address of a result, which is the value of its field `url`; `nil` if results of this kind have none.
    var address: (@Sendable (Item) -> String?)?
    /// The thumbnail of a result, with the name of its file; `nil` if results of this kind have none.
    var thumbnail: (@Sendable (Item) -> Thumbnail?)?
    /// The fields without that of the address. Those with a column are in the order of the columns.
    var fields: [Field<Item>]
    /// Whether long rows are wrapped by the terminal instead of truncated.
    var isWrapped = false

    /// The fields of JSON and templates, which can be selected by name.
    var selectableFields: [Field<Item>] { (fields + addressField).filter(\.isSelectable) }

    var fieldNames: [String] { selectableFields.map(\.name).sorted() }

    /// The columns of TSV and CSV. The last one contains the address, if results have one.
    var delimitedColumns: [Field<Item>] { columns(in: .delimited) + addressField }

    /// The columns of tables, without the row number and the address.
    var tableColumns: [Field<Item>] { columns(in: .table) }

    private func columns(in place: ColumnPlace) -> [Field<Item>] {
        fields.filter { $0.place == place || $0.place == .everywhere }
    }

    /// The field of the address; empty if results have none.
    var addressField: [Field<Item>] {
        address.map { address in [.column("url", .faint) { .optional(address($0)) }] } ?? []
    }

    /// The columns of a table on a terminal, without the row number. The last one contains the short address, if
    /// results have one.
    var terminalColumns: [Field<Item>] {
        guard let address else { return tableColumns }
        let column = Field<Item>.column("url", .faint, link: { address($0).flatMap { URL(string: $0) } }) { item in
            .optional(address(item).map(Self.shortened))
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
    func columns(of names: [String]) -> [Field<Item>] {
        let main = ["title", "fullName", "name", "login", "path"].first(where: names.contains)
        return selectedFields(names).map { field in
            let isIdentifier = ["id", "number"].contains(field.name)
            return .column(field.name, format: field.format, isFlexible: true, isMain: field.name == main) { item in
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
            address: address.map { address in { @Sendable (other: Other) in address(item(other)) } },
            thumbnail: thumbnail.map { thumbnail in { @Sendable (other: Other) in thumbnail(item(other)) } },
            fields: fields.map { $0.mapped(item) }
        )
    }

    /// Returns the title of a result, otherwise its name, login or path; empty if it has none.
    func title(of item: Item) -> String {
        let names = ["title", "fullName", "name", "login", "path", "text"]
        let field = names.lazy.compactMap { name in fields.first { $0.name == name } }.first
        return field?.value(item).plain ?? ""
    }

    func object(of item: Item, fields names: [String]) -> JSONValue { objects(of: [item], fields: names)[0] }

    func objects(of items: [Item], fields names: [String]) -> [JSONValue] {
        var seen: Set<String> = []
        let chosen = selectedFields(names).filter { seen.insert($0.name).inserted }
        return items.map { item in .object(JSONObject(chosen.map { ($0.name, $0.value(item)) })) }
    }

    /// Returns the fields with these names, in their order. A field that is selected by its former name has that name.
    private func selectedFields(_ names: [String]) -> [Field<Item>] {
        let fields = selectableFields
        return names.compactMap { name in
            if let field = fields.first(where: { $0.name == name }) { return field }
            var field = fields.first { $0.name == FormerFieldName.successors[name] }
            field?.name = name
            return field
        }
    }
}

/// Former names of fields, which can be selected like the present names. Present names are those of `gh`, if it has the
/// field.
enum FormerFieldName {
    static let successors = ["commentCount": "commentsCount", "forks": "forksCount", "stars": "stargazersCount"]

    /// Returns the former names of some of these fields.
    static func names(of fields: [String]) -> [String] {
        successors.filter { fields.contains($0.value) && !fields.contains($0.key) }.keys.sorted()
    }
}

/// The outputs that contain a field as a column, unless columns are selected by name.
enum ColumnPlace: Sendable {
    case nowhere
    case everywhere
    /// Tables, which have little space.
    case table
    /// Delimiter-separated values: TSV and CSV, for other programs.
    case delimited
}

/// A value of a result, and its presentation as a column.
struct Field<Item: Sendable>: Sendable {
    /// The name in JSON and templates, and the header in CSV.
    var name: String
    /// Whether JSON and templates contain the field, and `--columns` can select it.
    var isSelectable = true
    var place = ColumnPlace.nowhere
    /// The header of tables; by default ``name``.
    var header: String
    var color = Color.plain
    var format: FieldFormat
    /// Whether the column may be narrowed to fit the terminal.
    var isFlexible = false
    /// Whether the column is shown even on the narrowest terminals. If no column is marked, the first one is shown.
    var isMain = false
    /// Whether the column, such as one that a flag requested, takes precedence over all but the main column if not all
    /// columns fit.
    var isRequested = false
    /// The hyperlink of a cell in terminals that support it, and in Markdown.
    var link: (@Sendable (Item) -> URL?)?
    /// The value of a cell; by default ``value``.
    var cell: @Sendable (Item) -> JSONValue
    var value: @Sendable (Item) -> JSONValue

    /// Creates a field without a column.
    init(_ name: String, format: FieldFormat = .plain, value: @escaping @Sendable (Item) -> JSONValue) {
        self.name = name
        self.format = format
        self.value = value
        header = name
        cell = value
    }

    /// Creates a field with a column.
    static func column(
        _ name: String,
        _ color: Color = .plain,
        header: String? = nil,
        format: FieldFormat = .plain,
        isFlexible: Bool = false,
        isMain: Bool = false,
        isRequested: Bool = false,
        isSelectable: Bool = true,
        in place: ColumnPlace = .everywhere,
        link: (@Sendable (Item) -> URL?)? = nil,
        cell: (@Sendable (Item) -> JSONValue)? = nil,
        value: @escaping @Sendable (Item) -> JSONValue
    ) -> Field {
        var field = Field(name, format: format, value: value)
        field.header = header ?? name
        field.color = color
        field.isFlexible = isFlexible
        field.isMain = isMain
        field.isRequested = isRequested
        field.isSelectable = isSelectable
        field.place = place
        field.link = link
        field.cell = cell ?? value
        return field
    }

    /// Returns the cell of a table or of Markdown. In the main column, text that would not be visible is replaced, so
    /// that the row has a name and its hyperlink can be followed.
    func visibleCell(_ item: Item) -> JSONValue {
        let cell = cell(item)
        guard isMain, SafeText.line(cell.plain).allSatisfy(\.isWhitespace) else { return cell }
        return .string("(untitled)")
    }

    func mapped<Other: Sendable>(_ item: @escaping @Sendable (Other) -> Item) -> Field<Other> {
        .column(
            name,
            color,
            header: header,
            format: format,
            isFlexible: isFlexible,
            isMain: isMain,
            isRequested: isRequested,
            isSelectable: isSelectable,
            in: place,
            link: link.map { link in { @Sendable (other: Other) in link(item(other)) } },
            cell: { cell(item($0)) },
            value: { value(item($0)) }
        )
    }
}
